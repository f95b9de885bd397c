import { type FormEvent, useEffect, useState } from 'react';
import type { SessionView } from '../../../../src/http/hotel-page/hotel-api.ts';
import { ApiError } from '../api.ts';
import { codeOf } from '../code-of.ts';
import { errorText } from '../error-text.ts';
import { useShellWords } from '../language.tsx';
import { signIn } from '../session.ts';

/** The sign-in form. It replaces a screen that needs a session. After the sign-in, the person sees that screen. */
export function SignIn({ ended, isTooLong }: { ended: SessionView | null; isTooLong: boolean }) {
  const words = useShellWords();
  const [email, setEmail] = useState(ended?.person.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isShown, setShown] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [seconds, setSeconds] = useCountdown();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setError(null);
    try {
      await signIn({ email: email.trim(), password, ...(needsCode && { code: codeOf(code) }) });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'CODE_REQUIRED') setNeedsCode(true);
      else if (failure instanceof ApiError && failure.code === 'TOO_MANY_TRIES') setSeconds(waitOf(failure));
      else setError(errorText(failure, words));
    } finally {
      setWorking(false);
    }
  };
  return (
    <form className="sign-in" onSubmit={submit}>
      <h1>{words.signIn.title}</h1>
      {ended !== null && <p className="notice">{words.signIn.again}</p>}
      {isTooLong && <p className="notice">{words.signIn.tooLong}</p>}
      <label htmlFor="email">{words.signIn.email}</label>
      <input
        id="email"
        type="email"
        dir="ltr"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <label htmlFor="password">{words.signIn.password}</label>
      <input
        id="password"
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <label className="check">
        <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />{' '}
        {words.signIn.show}
      </label>
      {needsCode && (
        <>
          <label htmlFor="code">{words.signIn.code}</label>
          <input
            id="code"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            // biome-ignore lint/a11y/noAutofocus: the field appears because the person has to fill it in now.
            autoFocus
            aria-describedby="code-note"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <small id="code-note">{words.signIn.codeNote}</small>
        </>
      )}
      <div role="alert">
        {seconds > 0 ? (
          <p className="bad">{words.signIn.wait(seconds)}</p>
        ) : (
          error !== null && <p className="bad">{error}</p>
        )}
      </div>
      <button type="submit" className="primary large" disabled={isWorking || seconds > 0}>
        {isWorking ? words.signIn.working : words.signIn.submit}
      </button>
      <p className="hint">{words.signIn.forgotten}</p>
    </form>
  );
}

function waitOf({ retryAfterSeconds, details }: ApiError): number {
  const { retry_after: inBody } = (details ?? {}) as { retry_after?: number };
  return retryAfterSeconds ?? inBody ?? 30;
}

/** Counts down to 0, one per second. */
function useCountdown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
