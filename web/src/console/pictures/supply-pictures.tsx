import { instantText } from '../../i18n/dates.ts';
import { moneyText } from '../../parts/money.ts';
import { Name } from '../names.tsx';
import type { Data } from '../state/session.ts';
import { useConsoleWords } from '../use-words.ts';

/** Room types and rate plans, with the codes that messages with rooms and prices use. */
export function Products({ roomTypes }: { roomTypes: Data[] }) {
  return (
    <ul className="things">
      {roomTypes.flatMap((room) => [
        <li key={room.id}>
          <strong>
            <Name of={room} />
          </strong>
          <code dir="ltr">{room.code}</code>
        </li>,
        ...room.rate_plans.map((plan: Data) => (
          <li key={plan.id}>
            <span>
              <Name of={plan} />
            </span>
            <bdi>{moneyText(plan.double_price, plan.currency)}</bdi>
            <code dir="ltr">{`${room.code} ${plan.code}`}</code>
          </li>
        )),
      ])}
    </ul>
  );
}

/** The result of each update. Codes and messages are shown as they are in the response. */
export function PushResults({ results }: { results: Data[] }) {
  const words = useConsoleWords();
  return (
    <ul className="things push-results">
      {results.map((result) => (
        <li key={result.ref}>
          <code dir="ltr">{result.ref}</code>
          <strong className={result.status === 'REJECTED' ? 'bad' : 'good'}>
            {words.supply.pushStatus[result.status] ?? result.status}
          </strong>
          {(result.reasons ?? []).map((reason: Data) => (
            <span key={reason.code} dir="ltr" lang="en">
              <code>{reason.code}</code> {reason.message}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function Reservations({ events }: { events: Data[] }) {
  const words = useConsoleWords();
  if (events.length === 0) return <p className="hint">{words.supply.nothingNew}</p>;
  return (
    <ol className="things reservations">
      {events.map(({ event, kind, at, reservation }) => (
        <li key={event}>
          <strong>{words.supply.event(event)}</strong>
          <span>{words.supply.eventKind[kind] ?? kind}</span>
          <bdi>{instantText(at, words)}</bdi>
          <Facts reservation={reservation} />
        </li>
      ))}
    </ol>
  );
}

export function Reservation({ reservation }: { reservation: Data }) {
  return (
    <ul className="things">
      <li>
        <Facts reservation={reservation} />
      </li>
    </ul>
  );
}

function Facts({ reservation }: { reservation: Data }) {
  const words = useConsoleWords();
  return (
    <>
      <code dir="ltr">{reservation.voucher_id}</code>
      <span className="reservation-status">
        {words.bookingStatus[reservation.status] ?? reservation.status}
      </span>
      <bdi>{reservation.guest.name}</bdi>
      <bdi dir="ltr">{`${reservation.check_in} – ${reservation.check_out}`}</bdi>
      <span>
        <Name of={reservation.room_type} />
      </span>
      <bdi>{moneyText(reservation.price.total, reservation.price.currency)}</bdi>
    </>
  );
}

export function Acknowledged({ upTo }: { upTo: number }) {
  const words = useConsoleWords();
  return (
    <p className="acknowledged">
      {words.supply.acknowledged} <bdi>{upTo}</bdi>
    </p>
  );
}
