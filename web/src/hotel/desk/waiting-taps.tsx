import { isolated } from '../isolated.ts';
import { useSession } from '../session.ts';
import { useKnownDay } from '../store/day.ts';
import { useObserved } from '../store/observable.ts';
import { discardTapsOf, taps } from '../store/taps.ts';
import { useDeskWords } from './desk-words.ts';

/** Says which steps have not been sent yet, also those of people who have used this device before. */
export function WaitingTaps() {
  const words = useDeskWords();
  const { person } = useSession();
  const known = useKnownDay();
  const all = useObserved(taps);
  const own = all.filter(({ personId }) => personId === person.id);
  const others = [...new Map(all.map((tap) => [tap.personId, tap.personName]))].filter(
    ([id]) => id !== person.id,
  );
  return (
    <>
      {own.length > 0 && (
        <div className="notice waiting-taps">
          <strong>{words.waitingAll(own.length)}</strong>
          <ul>
            {own.map(({ key, action, bookingId, voucherId }) => (
              <li key={key}>
                {words.actions[action]}: <bdi>{known?.bookings.get(bookingId)?.guest.name ?? voucherId}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.map(([id, name]) => (
        <div key={id} className="notice bad">
          <p>{words.ofOthers(all.filter(({ personId }) => personId === id).length, isolated(name))}</p>
          <button type="button" onClick={() => discardTapsOf(id)}>
            {words.discard}
          </button>
        </div>
      ))}
    </>
  );
}
