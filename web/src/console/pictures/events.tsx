import type { Dispatch } from 'react';
import { instantText } from '../../i18n/dates.ts';
import { moneyText } from '../../parts/money.ts';
import { Name } from '../names.tsx';
import type { Event } from '../state/learn.ts';
import type { Data } from '../state/session.ts';
import { useConsoleWords } from '../use-words.ts';

interface EventsProps {
  page: Data;
  hotels: Data[];
  dispatch: Dispatch<Event>;
}

/**
 * Shows the events of a partner. A button writes the last cursor into the form, so that the next request continues
 * after the last event.
 */
export function Events({ page, hotels, dispatch }: EventsProps) {
  const words = useConsoleWords();
  const readOn = () => dispatch({ kind: 'field', field: 'eventCursor', value: String(page.cursor) });
  return (
    <>
      {page.data.length === 0 && <p className="hint">{words.events.none}</p>}
      <ol className="things events">
        {page.data.map(({ id, type, timestamp, data }: Data) => (
          <li key={id}>
            <p>
              <strong>{words.events.type[type] ?? type}</strong>
              <bdi className="hint">{instantText(timestamp, words)}</bdi>
            </p>
            <Facts data={data} hotel={hotels.find((hotel) => hotel.id === data.hotel_id)} />
          </li>
        ))}
      </ol>
      <p className="read-on">
        <span>{words.events.readUpTo(page.cursor)}</span>
        {page.has_more && <span>{words.events.hasMore}</span>}
        <button type="button" onClick={readOn}>
          {words.events.readOn}
        </button>
      </p>
    </>
  );
}

/**
 * Shows the facts of an event. An event about a changed hotel contains only the id of the hotel. If the contract with
 * the hotel has ended, the console does not have the name of the hotel.
 */
function Facts({ data: { booking, hotel_id }, hotel }: { data: Data; hotel: Data | undefined }) {
  const named = booking?.hotel ?? hotel;
  return (
    <>
      <span>{named === undefined ? <code dir="ltr">{hotel_id}</code> : <Name of={named} />}</span>
      {booking !== undefined && (
        <>
          <code dir="ltr">{booking.voucher_id}</code>
          <bdi>{booking.guest_manifest[0].name}</bdi>
          <bdi dir="ltr">{`${booking.check_in} – ${booking.check_out}`}</bdi>
          <bdi>{moneyText(booking.price.total, booking.price.currency)}</bdi>
        </>
      )}
    </>
  );
}
