import { type FormEvent, useState } from 'react';
import type { TotpView } from '../../../../src/http/hotel-page/hotel-api.ts';
import { isSandbox } from '../../parts/settings.ts';
import { callApi } from '../api.ts';
import { codeOf } from '../code-of.ts';
import { loadSession } from '../session.ts';
import { Outcome, TextField } from './parts.tsx';
import { useProof } from './proof.tsx';
import { useSending } from './use-sending.ts';
import { useSpeech } from './words.ts';

/**
 * Turns one-time codes on or off. Both changes need the password, because the session does not prove who holds the
 * phone.
 */
export function TotpForm({ hasTotp }: { hasTotp: boolean }) {
  const speech = useSpeech();
  const { totp: words } = speech.words;
  const sending = useSending();
  const proof = useProof();
  const [fresh, setFresh] = useState<TotpView | null>(null);
  const [code, setCode] = useState('');
  const submitPassword = async (event: FormEvent) => {
    event.preventDefault();
    const { body } = proof;
    const isDone = await (hasTotp
      ? sending.run(() => callApi('/account/totp', { method: 'DELETE', body }), words.off)
      : sending.run(async () => setFresh(await callApi<TotpView>('/account/totp', { body }))));
    proof.clear();
    if (isDone && hasTotp) await loadSession();
  };
  const submitCode = async (event: FormEvent) => {
    event.preventDefault();
    const body = { code: codeOf(code) };
    if (!(await sending.run(() => callApi('/account/totp/confirm', { body }), words.on))) return;
    setFresh(null);
    setCode('');
    await loadSession();
  };
  if (fresh !== null)
    return (
      <form onSubmit={submitCode} className="account-form">
        <p>{words.scan}</p>
        <img className="account-qr" src={imageOf(fresh.qr_svg)} alt={words.qr} width="220" height="220" />
        <p>
          {words.key}: <code dir="ltr">{fresh.secret}</code>
        </p>
        <a href={fresh.url}>{words.openApp}</a>
        <TextField
          label={words.code}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <Outcome
          sending={sending}
          speech={speech}
          own={{ SIGN_IN_REFUSED: words.wrongCode, TOTP_CONFLICT: words.conflict }}
        />
        <button type="submit" className="primary" disabled={sending.isSending}>
          {words.confirm}
        </button>
        <button type="button" onClick={() => setFresh(null)}>
          {speech.shell.cancel}
        </button>
      </form>
    );
  const wrong = hasTotp
    ? speech.words.proof.wrong
    : isSandbox
      ? `${words.wrongPassword} ${speech.words.password.fromConsole}`
      : words.wrongPassword;
  return (
    <form onSubmit={submitPassword} className="account-form">
      <p>
        <strong>{hasTotp ? words.isOn : words.isOff}</strong>
      </p>
      {!hasTotp && <p className="hint">{words.what}</p>}
      {proof.fields}
      <Outcome
        sending={sending}
        speech={speech}
        own={{ SIGN_IN_REFUSED: wrong, VALIDATION_ERROR: wrong, TOTP_CONFLICT: words.conflict }}
      />
      <button type="submit" className={hasTotp ? undefined : 'primary'} disabled={sending.isSending}>
        {hasTotp ? words.turnOff : words.begin}
      </button>
    </form>
  );
}

function imageOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
