import { useLanguage } from '../i18n/language.tsx';
import type { Data } from './session.ts';

/** On this host, whatever address the service has for its partners: the page may ask nobody else. */
function here(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** A booking as the voucher that the guest carries. */
export function VoucherCard({ booking }: { booking: Data }) {
  const { words, language } = useLanguage();
  const named = (thing: Data) => (language === 'en' ? thing.name_en : thing.name_ar);
  const { currency } = booking.price;
  const page = `${here(booking.voucher.url)}&lang=${language}`;
  const paper = `${here(booking.voucher.pdf_url)}&lang=${language}`;
  const rows: [string, string][] = [
    [words.guest, booking.guest_manifest[0].name],
    [words.field.checkIn, booking.check_in],
    [words.field.checkOut, booking.check_out],
    [words.field.roomTypeId, `${named(booking.room_type)} × ${booking.rooms_count}`],
    [words.field.ratePlanId, named(booking.rate_plan)],
    [words.total, `${booking.price.total} ${currency}`],
    [words.dueAtHotel, `${booking.payment.due_at_hotel} ${currency}`],
  ];
  if (booking.cancelled)
    rows.push(
      [words.penalty, `${booking.cancelled.penalty_amount} ${currency}`],
      [words.refund, `${booking.cancelled.refund_amount} ${currency}`],
    );
  return (
    <article className={`voucher ${booking.status === 'CANCELLED' ? 'void' : ''}`}>
      <div className="voucher-head">
        <h4>{named(booking.hotel)}</h4>
        <strong dir="ltr">{booking.voucher_id}</strong>
        <span className="stamp">{words.bookingStatus[booking.status] ?? booking.status}</span>
      </div>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
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
