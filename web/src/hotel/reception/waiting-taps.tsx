import { isolated } from '../isolated.ts';
import { useSession } from '../session.ts';
import { useConnection } from '../shell/connection.ts';
import { useKnownDay } from '../store/day.ts';
import { useObserved } from '../store/observable.ts';
import { halted, type Tap, taps, withdrawTap } from '../store/taps.ts';
import { useRest } from '../use-rest.ts';
import { useReceptionWords } from './reception-words.ts';

/**
 * Lists the unsent steps of this person, with a button to withdraw each step. Of other people, only the number of their
 * unsent steps on this device is shown.
 */
export function WaitingTaps() {
  const words = useReceptionWords();
  const { person } = useSession();
  const known = useKnownDay();
  const all = useObserved(taps);
  const isHalted = useObserved(halted);
  const isOffline = useConnection() === 'offline';
  const own = all.filter(({ personId }) => personId === person.id);
  const others = [...new Map(all.map((tap) => [tap.personId, tap.personName]))].filter(
    ([id]) => id !== person.id,
  );
  const nameOf = ({ bookingId, voucherId }: Tap) => known?.bookings.get(bookingId)?.guest.name ?? voucherId;
  const isResting = useRest(own.map(({ key }) => key).join(' '));
  return (
    <>
      {own.length > 0 && (
        <div className="notice waiting-taps">
          <strong>{isHalted && !isOffline ? words.held : words.waitingAll(own.length)}</strong>
          <ul>
            {own.map((tap) => (
              <li key={tap.key}>
                {words.actions[tap.action]}: <bdi>{nameOf(tap)}</bdi>{' '}
                <button
                  type="button"
                  disabled={isResting}
                  aria-label={`${words.withdraw}: ${words.actions[tap.action]}, ${nameOf(tap)}`}
                  onClick={() => withdrawTap(tap)}
                >
                  {words.withdraw}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.map(([id, name]) => (
        <p key={id} className="notice bad">
          {words.ofOthers(all.filter(({ personId }) => personId === id).length, isolated(name))}
        </p>
      ))}
    </>
  );
}
