import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { dayText, timeText } from '../dates.ts';
import { useShellWords } from '../language.tsx';
import { soundIsOn, switchSound } from '../live/sound.ts';
import { useConnection } from '../shell/connection.ts';
import { useKnownDay } from '../store/day.ts';
import { useObserved } from '../store/observable.ts';
import { useRest } from '../use-rest.ts';
import { BookingCard } from './booking-card.tsx';
import { FindBooking } from './find-booking.tsx';
import { useReceptionWords } from './reception-words.ts';
import { sortDay } from './sort-day.ts';
import { useTap, useWaiting, withWaiting } from './use-tap.ts';
import { WaitingTaps } from './waiting-taps.tsx';

/** The guests who arrive, stay and leave today, and the bookings that nobody has marked as received. */
export function ReceptionPage() {
  const shell = useShellWords();
  const words = useReceptionWords();
  const known = useKnownDay();
  const isOffline = useConnection() === 'offline';
  const waiting = useWaiting();
  if (known === null) return <p className="hint">{isOffline ? shell.errors.OFFLINE : shell.loading}</p>;
  const { today, asOf, hasMore } = known;
  const bookings = [...known.bookings.values()].map((booking) => withWaiting(booking, waiting));
  const lists = sortDay(bookings, today);
  const waits = new Set(waiting.map(({ bookingId }) => bookingId));
  const card = (booking: HotelBooking) => (
    <BookingCard
      key={booking.id}
      booking={booking}
      isLate={booking.status === 'CONFIRMED' && booking.check_in < today}
      isWaiting={waits.has(booking.id)}
    />
  );
  return (
    <>
      <div className="reception-head">
        <h1>
          {words.today}: {dayText(today, shell)}
        </h1>
        {isOffline && <span className="chip late">{shell.asOf(timeText(asOf))}</span>}
      </div>
      {isOffline && <p className="notice">{words.kept}</p>}
      <WaitingTaps />
      {lists.toReceive.length > 0 && (
        <section className="reception-list news-list" aria-labelledby="list-news">
          <h2 id="list-news">
            {words.lists.toReceive} <span className="count">{lists.toReceive.length}</span>
          </h2>
          <NewBookings bookings={lists.toReceive} />
        </section>
      )}
      <div className="reception-lists">
        {(['arrivals', 'inHouse', 'departures'] as const).map((name) => (
          <section key={name} className="reception-list" aria-labelledby={`list-${name}`}>
            <h2 id={`list-${name}`}>
              {words.lists[name]} <span className="list-count">{lists[name].length}</span>
            </h2>
            {lists[name].length === 0 ? (
              <p className="hint">{words.none[name]}</p>
            ) : (
              <ul className="cards">{lists[name].map(card)}</ul>
            )}
          </section>
        ))}
      </div>
      {hasMore && <p className="notice">{words.notToday}</p>}
      <FindBooking />
      {lists.done.length > 0 && (
        <details className="reception-list">
          <summary>
            {words.lists.done} <span className="list-count">{lists.done.length}</span>
          </summary>
          <ul className="cards">
            {lists.done.map((booking) => (
              <BookingCard key={booking.id} booking={booking} showStatus isWaiting={waits.has(booking.id)} />
            ))}
          </ul>
        </details>
      )}
      <SoundSwitch />
    </>
  );
}

/**
 * The new bookings. When a person marks a booking as received, the button of the next booking moves under the finger.
 * So the buttons do not react for a moment.
 */
function NewBookings({ bookings }: { bookings: HotelBooking[] }) {
  const tap = useTap();
  const isResting = useRest(bookings.map(({ id }) => id).join(' '));
  return (
    <ul className="cards">
      {bookings.map((booking) => (
        <BookingCard
          key={booking.id}
          booking={booking}
          isResting={isResting}
          onReceived={() => tap(booking, 'received')}
        />
      ))}
    </ul>
  );
}

function SoundSwitch() {
  const words = useReceptionWords();
  const isOn = useObserved(soundIsOn);
  return (
    <label className="check sound">
      <input type="checkbox" checked={isOn} onChange={(event) => switchSound(event.target.checked)} />
      {words.sound}
    </label>
  );
}
