import { useEffect, useState } from 'react';
import { usePath } from '../../parts/router.tsx';
import type { ApiError } from '../api.ts';
import { shortDayText } from '../dates.ts';
import { errorText } from '../error-text.ts';
import { isolated } from '../isolated.ts';
import { useShellWords } from '../language.tsx';
import { useKnownDay } from '../store/day.ts';
import { useObserved } from '../store/observable.ts';
import { forgetDone, forgetOutcome, outcomes, type TapOutcome } from '../store/taps.ts';
import { REST_MILLISECONDS } from '../use-rest.ts';
import type { ReceptionWords } from '../words/reception-en.ts';
import type { ShellWords } from '../words/shell-en.ts';
import { useReceptionWords } from './reception-words.ts';

const SHOWN_MILLISECONDS = 5_000;

/** Shows the results of steps on every screen. A refusal stays visible until the person closes it. */
export function Outcomes() {
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: results of completed steps are removed on the next screen.
  useEffect(() => forgetDone, [path]);
  return (
    <div className="outcomes">
      {useObserved(outcomes).map((outcome) => (
        <OutcomeLine key={outcome.key} outcome={outcome} />
      ))}
    </div>
  );
}

function OutcomeLine({ outcome: { key, action, bookingId, voucherId, error } }: { outcome: TapOutcome }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const name = isolated(useKnownDay()?.bookings.get(bookingId)?.guest.name ?? voucherId);
  const isDone = error === null;
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => forgetOutcome(key), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isDone, key]);
  const [isClosing, setClosing] = useState(false);
  // A closed line keeps its space for a moment, but is invisible. Otherwise the next button would move into this space,
  // and a second tap could press that button.
  const close = () => {
    setClosing(true);
    setTimeout(() => forgetOutcome(key), REST_MILLISECONDS);
  };
  return (
    <div
      className={`outcome ${isDone ? '' : 'refused'} ${isClosing ? 'closing' : ''}`}
      role={isDone ? 'status' : 'alert'}
    >
      <span>
        {error === null
          ? words.outcome[action](name)
          : words.refused(
              words.actions[action],
              name,
              errorText(error, shell, action === 'undo' ? undoErrors(error, words, shell) : {}),
            )}
      </span>
      <button type="button" className="quiet" disabled={isClosing} onClick={close}>
        {shell.close}
      </button>
    </div>
  );
}

/** The texts for a refused undo. */
function undoErrors({ details }: ApiError, words: ReceptionWords, shell: ShellWords): Record<string, string> {
  const { nights = [] } = (details ?? {}) as { nights?: { date: string }[] };
  const days = nights.map(({ date }) => shortDayText(date, shell)).join(`${shell.comma} `);
  return { BOOKING_STATE_CONFLICT: words.undoTooLate, INSUFFICIENT_INVENTORY: words.undoNotFree(days) };
}
