import type { ReactNode } from 'react';
import { FactList } from '../../parts/fact-list.tsx';
import { moneyText } from '../../parts/money.ts';
import { Name } from '../names.tsx';
import type { Data } from '../state/session.ts';
import { useConsoleLanguage } from '../use-words.ts';

/**
 * Returns the path of an address, without the host. The page may load files only from the host in the address bar, and
 * this host may differ from the host of the public address.
 */
function here(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Shows a booking as its voucher. */
export function VoucherCard({ booking }: { booking: Data }) {
  const { words, language } = useConsoleLanguage();
  const money = (amount: string) => moneyText(amount, booking.price.currency);
  const page = `${here(booking.voucher.url)}&lang=${language}`;
  const paper = `${here(booking.voucher.pdf_url)}&lang=${language}`;
  const rows: [string, ReactNode][] = [
    [words.guest, booking.guest_manifest[0].name],
    [words.field.checkIn, booking.check_in],
    [words.field.checkOut, booking.check_out],
    [words.field.roomTypeId, <RoomName key="room" booking={booking} />],
    [words.field.ratePlanId, <Name key="plan" of={booking.rate_plan} />],
    [words.total, money(booking.price.total)],
    [words.collectedBy, words.collector[booking.payment.collected_by]],
    [words.dueAtHotel, money(booking.payment.due_at_hotel)],
  ];
  if (Number(booking.price.retained) > 0) rows.push([words.retained, money(booking.price.retained)]);
  if (booking.cancelled)
    rows.push(
      [words.penalty, money(booking.cancelled.penalty_amount)],
      [words.refund, money(booking.cancelled.refund_amount)],
    );
  return (
    <article className={`voucher ${booking.status === 'CANCELLED' ? 'void' : ''}`}>
      <div className="voucher-head">
        <h4>
          <Name of={booking.hotel} />
        </h4>
        <strong dir="ltr">{booking.voucher_id}</strong>
        <span className="stamp">{words.bookingStatus[booking.status] ?? booking.status}</span>
      </div>
      <FactList facts={rows} />
      <img
        src={here(booking.voucher.qr_svg_url)}
        alt={words.qrOf(booking.voucher_id)}
        width="160"
        height="160"
      />
      <p className="actions">
        <a href={page} target="_blank" rel="noreferrer">
          {words.openVoucher}
        </a>
        <a href={paper} target="_blank" rel="noreferrer">
          {words.openPdf}
        </a>
      </p>
    </article>
  );
}

function RoomName({ booking }: { booking: Data }) {
  return (
    <>
      <Name of={booking.room_type} /> × {booking.rooms_count}
    </>
  );
}
