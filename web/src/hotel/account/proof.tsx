import { type ReactNode, useState } from 'react';
import type { ProofBody } from '../../../../src/http/hotel-page/hotel-api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { codeOf } from '../code-of.ts';
import { useSession } from '../session.ts';
import { Outcome, TextField } from './parts.tsx';
import { useSending } from './use-sending.ts';
import { type Speech, useSpeech } from './words.ts';

export interface ProofFields {
  fields: ReactNode;
  body: ProofBody;
  /** Empties the fields. Needed after each attempt, because the service accepts a code only once. */
  clear: () => void;
}

/**
 * Returns fields for the password and, if one-time codes are on, for the code. The fields are needed because the
 * session does not prove who holds the phone.
 */
export function useProof(): ProofFields {
  const { words } = useSpeech();
  const { person } = useSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const clear = () => {
    setPassword('');
    setCode('');
  };
  if (person.is_test_account) return { fields: null, body: {}, clear };
  const fields = (
    <>
      <TextField
        label={words.totp.password}
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete="current-password"
      />
      {person.has_totp && (
        <TextField
          label={words.totp.code}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </>
  );
  return { fields, body: { password, ...(person.has_totp && { code: codeOf(code) }) }, clear };
}

/** The texts for errors of the password or the code. */
export function proofErrors({ words }: Speech): Record<string, string> {
  return { SIGN_IN_REFUSED: words.proof.wrong };
}

/**
 * A dialog in which the person confirms one change with the password. `send` throws if the service refuses the change.
 */
export function ProofDialog({
  title,
  note,
  submit,
  send,
  onClose,
}: {
  title: string;
  note: string;
  submit: string;
  send: (proof: ProofBody) => Promise<void>;
  onClose: () => void;
}) {
  const speech = useSpeech();
  const sending = useSending();
  const proof = useProof();
  return (
    <Dialog title={title} closeText={speech.shell.close} onClose={onClose}>
      <form
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void sending.run(() => send(proof.body)).then((isDone) => (isDone ? onClose() : proof.clear()));
        }}
      >
        <p>{note}</p>
        {proof.fields}
        <Outcome sending={sending} speech={speech} own={proofErrors(speech)} />
        <button type="submit" className="primary" disabled={sending.isSending}>
          {submit}
        </button>
        <button type="button" onClick={onClose}>
          {speech.shell.cancel}
        </button>
      </form>
    </Dialog>
  );
}
