import type { ReactNode } from 'react';
import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { dayText } from '../dates.ts';
import { nameIn, useLanguage, useShellWords } from '../language.tsx';
import { collectorText, dueText, isDue, partyText } from './booking-text.ts';
import { useReceptionWords } from './reception-words.ts';

/** Shows room, dates, board, amount due, who collects it, and special requests. Changed facts are marked. */
export function BookingFacts({ booking }: { booking: HotelBooking }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const { language } = useLanguage();
  const { rooms, room_type, check_in, check_out, nights, board, special_requests, changed_fields } = booking;
  const fact = (name: string, fields: string[], value: ReactNode, className = '') => {
    const isChanged = fields.some((field) => changed_fields.includes(field));
    return (
      <div className={isChanged ? `fact is-changed ${className}` : `fact ${className}`}>
        <dt>
          {name}
          {isChanged && <mark>{words.changedMark}</mark>}
        </dt>
        <dd>{value}</dd>
      </div>
    );
  };
  return (
    <dl className="facts">
      {fact(words.checkIn, ['check_in'], dayText(check_in, shell))}
      {fact(
        words.checkOut,
        ['check_out'],
        <>
          {dayText(check_out, shell)} <small>({words.nights(nights)})</small>
        </>,
      )}
      {fact(
        words.room,
        ['rooms'],
        <>
          {nameIn(language, room_type)} <small>({words.rooms(rooms)})</small>
        </>,
      )}
      {fact(words.board, ['board'], words.boards[board])}
      {fact(words.party, ['party'], partyText(booking, words, shell.comma))}
      {fact(
        words.due,
        ['due'],
        <>
          <bdi>{dueText(booking, words)}</bdi> <small>{collectorText(booking, words)}</small>
        </>,
        isDue(booking) ? 'due' : '',
      )}
      {fact(
        words.requests,
        ['requests'],
        special_requests === null ? <small>{words.noRequests}</small> : <bdi>{special_requests}</bdi>,
        'whole',
      )}
    </dl>
  );
}
