import { type ReactNode, useId, useState } from 'react';
import type { Sending } from './use-sending.ts';
import { problemText, type Speech } from './words.ts';

/** A part of the screen. The content of the part is loaded when the person opens the part. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="account-section" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && <div className="account-body">{children}</div>}
    </details>
  );
}

/** Shows that a request has succeeded, or why it has failed. */
export function Outcome({
  sending: { error, done },
  speech,
  own = {},
}: {
  sending: Sending;
  speech: Speech;
  own?: Record<string, string>;
}) {
  return (
    <>
      <div role="alert">{error !== null && <p className="bad">{problemText(error, speech, own)}</p>}</div>
      <div role="status">{done !== null && <p className="good">{done}</p>}</div>
    </>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  inputMode?: 'numeric';
  note?: string;
}

export function TextField({ label, value, onChange, note, type = 'text', ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        dir={type === 'text' && rest.inputMode === undefined ? 'auto' : 'ltr'}
        required
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...rest}
      />
      {note !== undefined && <small id={`${id}-note`}>{note}</small>}
    </div>
  );
}
