// Writes the text of a QR code: an address and a signed statement.

import { formatDay } from '../../kernel/day.ts';
import type { Secrets } from '../../platform/secrets/accepted-secrets.ts';
import type { Booking } from '../booking/booking.ts';
import { VOUCHER_STATUSES, type VoucherLinks, voucherLinks } from '../booking/voucher.ts';
import { signStatement } from './statement.ts';
import type { Statement } from './statement-bytes.ts';

/** The fields of a booking that its QR code needs. */
type StatedBooking = Pick<Booking, 'voucherId' | 'status' | 'stay' | 'party' | 'revision'> & {
  guest: { name: string };
};

/** Returns the addresses of a booking's voucher, and the text of its QR code. `hotel` is the public id of the hotel. */
export type LinksOf = (booking: StatedBooking, hotel: string) => VoucherLinks & { qrText: string };

/**
 * Returns the function that builds these addresses. This function reads the service's public address for each voucher,
 * because with PORT=0 the address is not known yet when the process starts.
 */
export function linksFor({ config, secrets }: { config: { publicUrl: string }; secrets: Secrets }): LinksOf {
  return (booking, hotel) => {
    const { voucherId } = booking;
    const { publicUrl } = config;
    return {
      ...voucherLinks(voucherId, publicUrl, secrets.signingKey),
      qrText: voucherQrText(voucherId, statementOf(booking, hotel), { publicUrl, secrets }),
    };
  };
}

/** Returns the statement for the QR code. Null: the voucher is void. */
export function statementOf(booking: StatedBooking, hotel: string): Statement | null {
  const { voucherId, guest, stay, party, revision } = booking;
  if (VOUCHER_STATUSES[booking.status] === 'VOID') return null;
  return {
    hotel,
    voucherId,
    name: guest.name,
    checkIn: formatDay(stay.checkIn),
    checkOut: formatDay(stay.checkOut),
    rooms: party.rooms,
    revision,
  };
}

/**
 * Returns the text of the QR code: the address of the voucher's page, the character `#` and the signed statement.
 * Browsers do not send the text after `#` to the server.
 */
export function voucherQrText(
  voucherId: string,
  statement: Statement | null,
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
): string {
  const { url } = voucherLinks(voucherId, publicUrl, secrets.signingKey);
  return statement === null ? url : `${url}#${signStatement(statement, secrets)}`;
}
