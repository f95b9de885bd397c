// Converts the signed-in person, and the person of an invitation, to the form that the hotel page receives.

import type { Reads, Staffing } from '../../context.ts';
import type { OpenInvitation } from '../../domain/staff/accept-invitation.usecase.ts';
import type { SignedIn } from '../../domain/staff/person.ts';
import { voucherKeysOf } from '../../domain/vouchers/statement.ts';
import { formatDay } from '../../kernel/day.ts';
import type { InvitationView, SessionView } from './hotel-api.ts';

export function sessionView(
  { config, secrets, snapshot, now, today }: Staffing,
  { staffId, name, email, role, hasTotp, isTestAccount, hotelId }: SignedIn,
): SessionView {
  const hotel = snapshot.hotels.find(hotelId);
  if (hotel === null) throw new Error(`the hotel ${hotelId} of a session is unknown`);
  return {
    person: { id: staffId, name, email, role, has_totp: hasTotp, is_test_account: isTestAccount },
    hotel: {
      id: hotel.id,
      public_id: hotel.publicId,
      name_en: hotel.nameEn,
      name_ar: hotel.nameAr,
      name_ckb: hotel.nameCkb,
      currency: hotel.currency,
    },
    environment: config.environment,
    now: now().toISOString(),
    today: formatDay(today()),
    voucher_keys: voucherKeysOf(secrets),
  };
}

export function invitationView(
  { snapshot }: Reads,
  { account, expiresAt, needsCode }: OpenInvitation,
): InvitationView {
  const { email, name, role, hotelId } = account;
  const hotel = snapshot.hotels.find(hotelId);
  if (hotel === null) throw new Error(`the hotel ${hotelId} of an invitation is unknown`);
  return {
    ...{ email, name, role },
    hotel: { name_en: hotel.nameEn, name_ar: hotel.nameAr, name_ckb: hotel.nameCkb },
    expires_at: expiresAt.toISOString(),
    needs_code: needsCode,
  };
}
