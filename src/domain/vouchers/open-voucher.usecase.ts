import type { Vouchers } from '../../context.ts';
import { signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { isVoucherSignature, VOUCHER_ID } from '../booking/voucher.ts';
import type { Language } from './language.ts';
import type { Statement } from './statement-bytes.ts';
import { statementOf } from './voucher-qr.ts';
import { type VoucherSheet, voucherSheet } from './voucher-text.ts';
import { findVoucher } from './vouchers.store.ts';

/** The texts of a voucher, and the signed statement in its QR code. The statement is null for a void voucher. */
export interface OpenedVoucher extends VoucherSheet {
  statement: Statement | null;
}

/** Opens a voucher for anyone who has its address. Null: the signature is wrong, or the voucher does not exist. */
export async function openVoucher(
  context: Vouchers,
  address: { voucherId: string; signature: string },
  language: Language,
): Promise<OpenedVoucher | null> {
  const { snapshot, config, secrets } = context;
  const { voucherId, signature } = address;
  if (!VOUCHER_ID.test(voucherId) || !isVoucherSignature(voucherId, signature, signingKeysOf(secrets)))
    return null;
  const facts = await findVoucher(context.pool, voucherId);
  if (facts === null) return null;
  const hotel = snapshot.hotels.find(facts.hotelId);
  const roomType = snapshot.roomTypes.find(facts.roomTypeId);
  const plan = snapshot.ratePlans.find(facts.ratePlanId);
  if (hotel === null || roomType === null || plan === null)
    throw new Error(`voucher ${voucherId} names a hotel, room type or plan that is not in the catalogue`);
  const issuer = { host: new URL(config.publicUrl).host, supportPhone: config.supportPhone };
  const sheet = voucherSheet(facts, { hotel, roomType, plan }, issuer, language);
  const stated = { ...facts, guest: { name: facts.guestNames[0] ?? '' } };
  return { ...sheet, statement: statementOf(stated, hotel.publicId) };
}
