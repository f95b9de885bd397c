import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../domain/vouchers/language.ts';
import type { BookingId, HotelId } from '../../kernel/ids.ts';
import { idOf } from '../../kernel/ids.ts';

/** The booking that a reception link opens. */
export interface LinkedBooking {
  hotelId: HotelId;
  bookingId: BookingId;
}

const IDS_BYTES = 32;
const SIGNATURE_LENGTH = 22;
const TOKEN = /^[A-Za-z0-9_-]{65}$/;

/**
 * Returns the address of the page on which a reception confirms a booking. Anyone who has the address sees the same
 * facts as on the voucher.
 */
export function receptionUrl(
  booking: LinkedBooking,
  publicUrl: string,
  signingKey: string,
  language: Language,
): string {
  return `${publicUrl}/front-desk/${receptionToken(booking, signingKey)}?lang=${language}`;
}

export function receptionToken(booking: LinkedBooking, signingKey: string): string {
  const ids = Buffer.from(`${booking.hotelId}${booking.bookingId}`.replaceAll('-', ''), 'hex').toString(
    'base64url',
  );
  return ids + signatureOf(booking, signingKey);
}

/** Returns null when none of the keys signed this token. */
export function readReceptionToken(token: string, signingKeys: readonly string[]): LinkedBooking | null {
  if (!TOKEN.test(token)) return null;
  const ids = Buffer.from(token.slice(0, -SIGNATURE_LENGTH), 'base64url');
  if (ids.length !== IDS_BYTES) return null;
  const hex = ids.toString('hex');
  const booking = {
    hotelId: idOf<HotelId>(uuid(hex.slice(0, 32))),
    bookingId: idOf<BookingId>(uuid(hex.slice(32))),
  };
  // Compare the whole token and not only the signature. In base64, several texts stand for the same last byte of the
  // ids, and the service must refuse all but one of these texts.
  const given = Buffer.from(token);
  const isRight = signingKeys.some((key) =>
    timingSafeEqual(given, Buffer.from(receptionToken(booking, key))),
  );
  return isRight ? booking : null;
}

function signatureOf({ hotelId, bookingId }: LinkedBooking, signingKey: string): string {
  return createHmac('sha256', signingKey)
    .update(`front desk ${hotelId} ${bookingId}`)
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
}

function uuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
