import { type FormEvent, useState } from 'react';
import type { ChangePasswordBody } from '../../../../src/http/hotel-page/hotel-api.ts';
import { isSandbox } from '../../parts/settings.ts';
import { callApi } from '../api.ts';
import { Check } from '../check.tsx';
import { Outcome, TextField } from './parts.tsx';
import { useSending } from './use-sending.ts';
import { useSpeech } from './words.ts';

export function PasswordForm() {
  const speech = useSpeech();
  const { password: words } = speech.words;
  const sending = useSending();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body: ChangePasswordBody = { current, password };
    if (!(await sending.run(() => callApi('/account/password', { body }), words.done))) return;
    setCurrent('');
    setPassword('');
  };
  const type = isShown ? 'text' : 'password';
  return (
    <form onSubmit={submit} className="account-form">
      <TextField
        label={words.current}
        value={current}
        onChange={setCurrent}
        type={type}
        autoComplete="current-password"
      />
      <TextField
        label={words.fresh}
        note={words.rules}
        value={password}
        onChange={setPassword}
        type={type}
        autoComplete="new-password"
      />
      <Check label={words.show} checked={isShown} onChange={setShown} />
      <Outcome
        sending={sending}
        speech={speech}
        own={{ SIGN_IN_REFUSED: isSandbox ? `${words.wrong} ${words.fromConsole}` : words.wrong }}
      />
      <button type="submit" className="primary" disabled={sending.isSending}>
        {sending.isSending ? speech.words.saving : words.submit}
      </button>
    </form>
  );
}
