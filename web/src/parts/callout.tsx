import type { ReactNode } from 'react';

interface CalloutProps {
  /** `note` explains, `good` confirms, `warn` says what can go wrong, `bad` says what went wrong. */
  tone?: 'note' | 'good' | 'warn' | 'bad';
  title?: string;
  /** Use `alert` if the message appears because of an action of the reader. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A message that a reader must not miss. Use at most two per screen. */
export function Callout({ tone = 'note', title, role, children }: CalloutProps) {
  return (
    <div className={`callout ${tone}`} role={role}>
      {title !== undefined && <p className="callout-title">{title}</p>}
      {children}
    </div>
  );
}
