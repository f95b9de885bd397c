import type { ReactNode } from 'react';
import type { BookingFacts as Facts, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { dayText } from '../dates.ts';
import { Name, useShellWords } from '../language.tsx';
import { type BookingSpeech, owedText, partyText } from './booking-text.ts';
import { useReceptionWords } from './reception-words.ts';

interface Fact {
  name: string;
  /** The fact has changed if `changed_fields` contains one of these names. */
  changes: string[];
  value: (booking: HotelBooking) => ReactNode;
  className?: string;
}

/**
 * Shows guest, room, dates, board, amount due, who collects this amount, and special requests. A changed fact is
 * marked, and the value that the reception knows is shown beside the new value.
 */
export function BookingFacts({ booking }: { booking: HotelBooking }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const { changed_fields } = booking;
  const known = knownBooking(booking);
  return (
    <>
      <h1>
        <bdi>{booking.guest.name}</bdi>
        {changed_fields.includes('guest') && <mark>{words.changedMark}</mark>}
      </h1>
      {known !== null && changed_fields.includes('guest') && <Was>{known.guest.name}</Was>}
      <dl className="facts">
        {factsOf(booking, { words, shell }).map(({ name, changes, value, className = '' }) => {
          const isChanged = changes.some((field) => changed_fields.includes(field));
          return (
            <div key={name} className={isChanged ? `fact is-changed ${className}` : `fact ${className}`}>
              <dt>
                {name}
                {isChanged && <mark>{words.changedMark}</mark>}
              </dt>
              <dd>
                {value(booking)}
                {isChanged && known !== null && <Was>{value(known)}</Was>}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Shows the earlier value, which the reception knows. */
export function Was({ children }: { children: ReactNode }) {
  const words = useReceptionWords();
  return (
    <small className="was">
      {words.was} <bdi>{children}</bdi>
    </small>
  );
}

/**
 * The booking with the facts that the reception knows. Null if nothing has changed, or if these facts were not loaded.
 */
export function knownBooking(booking: HotelBooking): HotelBooking | null {
  const before: Facts | null = booking.before ?? null;
  return before === null ? null : { ...booking, ...before };
}

function factsOf(booking: HotelBooking, speech: BookingSpeech): Fact[] {
  const { words, shell } = speech;
  const owed = owedText(booking, speech);
  return [
    { name: words.checkIn, changes: ['check_in'], value: ({ check_in }) => dayText(check_in, shell) },
    {
      name: words.checkOut,
      changes: ['check_out'],
      value: ({ check_out, nights }) => (
        <>
          {dayText(check_out, shell)} <small>({words.nights(nights)})</small>
        </>
      ),
    },
    {
      name: words.room,
      changes: ['rooms'],
      value: ({ room_type, rooms }) => (
        <>
          <Name of={room_type} /> <small>({words.rooms(rooms)})</small>
        </>
      ),
    },
    { name: words.board, changes: ['board'], value: ({ board }) => words.boards[board] },
    { name: words.party, changes: ['party'], value: (one) => partyText(one, speech) },
    {
      name: owed.label,
      changes: ['due'],
      value: (one) => {
        const { text, note } = owedText(one, speech);
        return (
          <>
            <bdi>{text}</bdi> <small>{note}</small>
          </>
        );
      },
      className: owed.isDue ? 'due' : '',
    },
    {
      name: words.requests,
      changes: ['requests'],
      value: ({ special_requests }) =>
        special_requests === null ? <small>{words.noRequests}</small> : <bdi>{special_requests}</bdi>,
      className: 'whole',
    },
  ];
}
