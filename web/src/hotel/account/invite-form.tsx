import { type FormEvent, useState } from 'react';
import type { InviteBody, InvitedView, Role } from '../../../../src/http/hotel-page/hotel-api.ts';
import { callApi } from '../api.ts';
import { Outcome, TextField } from './parts.tsx';
import { proofErrors, useProof } from './proof.tsx';
import { useSending } from './use-sending.ts';
import { useSpeech } from './words.ts';

const ROLES: Role[] = ['FRONT_DESK', 'MANAGER'];

export function InviteForm({
  onInvited,
  onCancel,
}: {
  onInvited: (view: InvitedView) => void;
  onCancel: () => void;
}) {
  const speech = useSpeech();
  const { words, shell } = speech;
  const sending = useSending();
  const proof = useProof();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('FRONT_DESK');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body: InviteBody = { name: name.trim(), email: email.trim(), role, ...proof.body };
    void sending
      .run(async () => onInvited(await callApi<InvitedView>('/staff', { body })))
      .then((isDone) => isDone || proof.clear());
  };
  return (
    <form onSubmit={submit} className="account-form" aria-label={words.staff.invite}>
      <TextField label={words.name} value={name} onChange={setName} autoComplete="off" />
      <TextField label={words.email} value={email} onChange={setEmail} type="email" autoComplete="off" />
      <fieldset className="account-roles">
        <legend>{words.role}</legend>
        {ROLES.map((one) => (
          <label key={one}>
            <input type="radio" name="role" checked={role === one} onChange={() => setRole(one)} />
            <span>
              <strong>{shell.roles[one]}</strong>
              <small>{words.staff.what[one]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {proof.fields}
      <Outcome sending={sending} speech={speech} own={proofErrors(speech)} />
      <button type="submit" className="primary" disabled={sending.isSending}>
        {words.staff.inviteSubmit}
      </button>
      <button type="button" onClick={onCancel}>
        {shell.cancel}
      </button>
    </form>
  );
}
