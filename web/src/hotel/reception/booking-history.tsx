import type { BookingDetail } from '../../../../src/http/hotel-page/hotel-api.ts';
import { instantText } from '../dates.ts';
import { useShellWords } from '../language.tsx';
import { HotelIcon } from '../shell/icons.tsx';
import { knownBooking, Was } from './booking-facts.tsx';
import { useReceptionWords } from './reception-words.ts';
import { withReceipt } from './with-receipt.ts';

/** Facts that are needed less often: telephone, partner, and who did what. */
export function BookingHistory({ detail }: { detail: BookingDetail }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const { booking } = detail;
  const { guest, channel, channel_reference, voucher_id, ended, changed_fields } = booking;
  const known = knownBooking(booking);
  return (
    <section aria-label={words.more} className="booking-more">
      {guest.phone !== null && (
        <a className="call large" href={`tel:${guest.phone}`}>
          <HotelIcon shape="phone" /> <bdi dir="ltr">{guest.phone}</bdi>
          {changed_fields.includes('guest_phone') && <mark>{words.changedMark}</mark>}
        </a>
      )}
      {known !== null && known.guest.phone !== null && changed_fields.includes('guest_phone') && (
        <p>
          <Was>
            <bdi dir="ltr">{known.guest.phone}</bdi>
          </Was>
        </p>
      )}
      <dl className="lines">
        {ended?.reason != null && (
          <div>
            <dt>{words.reason}</dt>
            <dd>
              <bdi>{ended.reason}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{words.voucher}</dt>
          <dd>
            <bdi dir="ltr">{voucher_id}</bdi>
          </dd>
        </div>
        <div>
          <dt>{words.channel}</dt>
          <dd>
            <bdi>{channel}</bdi>
            {channel_reference !== null && (
              <>
                {' '}
                · {words.reference} <bdi dir="ltr">{channel_reference}</bdi>
              </>
            )}
          </dd>
        </div>
        {guest.email !== null && (
          <div>
            <dt>{words.email}</dt>
            <dd>
              <bdi dir="ltr">{guest.email}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <h2>{words.history}</h2>
      <ol className="history">
        {withReceipt(detail).map((line) => (
          <li key={`${line.at} ${line.action} ${line.revision}`}>
            <strong>{words.historyActions[line.action] ?? line.action}</strong>{' '}
            <bdi>{line.by === 'SYSTEM' ? words.system : line.by}</bdi>
            <small>
              {' '}
              {instantText(line.at, shell)}
              {line.reason !== null && (
                <>
                  {' '}
                  · <bdi>{line.reason}</bdi>
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
