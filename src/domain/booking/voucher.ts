// Creates the number, the signature and the addresses of a voucher.

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Day, formatDay } from '../../kernel/day.ts';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import { randomText } from '../../kernel/random-text.ts';
import type { BookingStatus } from './booking.ts';

/** The alphabet has no 0, O, 1, I, L and U, because people easily confuse these characters on the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const VOUCHER_ID = /^IHC-[0-9]{4}-[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/;
const SIGNATURE_LENGTH = 22;

export function drawVoucherSuffix(random: (bytes: number) => Buffer): string {
  return randomText(6, ALPHABET, random);
}

/**
 * Builds the id of a voucher. The id contains the year in Baghdad. A booking at 21:30Z on New Year's Eve therefore
 * belongs to the new year.
 */
export function voucherId(today: Day, suffix: string): string {
  return `IHC-${formatDay(today).slice(0, 4)}-${suffix}`;
}

export const VOUCHER_STATUSES = {
  CONFIRMED: 'ISSUED',
  CANCELLED: 'VOID',
  NO_SHOW: 'VOID',
  CHECKED_IN: 'REDEEMED',
  CHECKED_OUT: 'REDEEMED',
} as const satisfies Record<BookingStatus, string>;

export interface VoucherLinks {
  url: string;
  pdfUrl: string;
  qrSvgUrl: string;
}

/**
 * Returns the voucher's addresses. Each address contains a signature that cannot be guessed. Anyone who has the address
 * can read the voucher.
 */
export function voucherLinks(id: string, publicUrl: string, signingKey: string): VoucherLinks {
  const signature = voucherSignature(id, signingKey);
  return {
    url: `${publicUrl}/vouchers/${id}?signature=${signature}`,
    pdfUrl: `${publicUrl}/vouchers/${id}/voucher.pdf?signature=${signature}`,
    qrSvgUrl: `${publicUrl}/vouchers/${id}/qr.svg?signature=${signature}`,
  };
}

/** Whether the signature was made with one of the keys. */
export function isVoucherSignature(id: string, signature: string, signingKeys: readonly string[]): boolean {
  const given = Buffer.from(signature);
  return signingKeys.some((signingKey) => {
    const right = Buffer.from(voucherSignature(id, signingKey));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/**
 * Node prepares a key object only once, but it prepares a key in text form for every signature. A signature takes 5 µs
 * with a key object, and 9 µs with a key text.
 */
const keyObjects = new Map<string, KeyObject>();

function voucherSignature(id: string, signingKey: string): string {
  const key = getOrCreate(keyObjects, signingKey, () => createSecretKey(Buffer.from(signingKey)));
  return createHmac('sha256', key).update(`voucher ${id}`).digest('base64url').slice(0, SIGNATURE_LENGTH);
}
