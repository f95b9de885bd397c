import { useState } from 'react';
import { ApiError } from '../api.ts';
import { errorText } from '../error-text.ts';
import { useShellWords } from '../language.tsx';
import { signOut } from '../session.ts';
import { useObserved } from '../store/observable.ts';
import { waitingCount } from '../store/waiting.ts';
import { useRest } from '../use-rest.ts';

/** Ends the session. If steps were not sent yet, the button needs a second tap. */
export function SignOutButton() {
  const words = useShellWords();
  const waiting = useObserved(waitingCount);
  const [isWarned, setWarned] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const leave = async () => {
    if (waiting > 0 && !isWarned) return setWarned(true);
    try {
      await signOut();
    } catch (failure) {
      const isOffline = failure instanceof ApiError && failure.code === 'OFFLINE';
      setError(isOffline ? words.signOut.offline : errorText(failure, words));
    }
  };
  const warns = isWarned && waiting > 0;
  const isResting = useRest(warns);
  return (
    <div className="sign-out">
      <div role="alert">
        {warns && <p className="notice bad">{words.signOut.warning(waiting)}</p>}
        {error !== null && <p className="bad">{error}</p>}
      </div>
      <button type="button" className="wide" disabled={warns && isResting} onClick={leave}>
        {warns ? words.signOut.anyway : words.signOut.button}
      </button>
    </div>
  );
}
