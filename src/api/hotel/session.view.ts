import type { Context } from '../../boot/context.ts';
import { formatDay } from '../../kernel/day.ts';
import type { SignedIn } from '../../staff/person.ts';
import type { SessionView } from './hotel-api.ts';

export function sessionView(
  { config, snapshot, now, today }: Context,
  { staffId, name, email, role, hasTotp, hotelId }: SignedIn,
): SessionView {
  const hotel = snapshot.hotels.find(hotelId);
  if (hotel === null) throw new Error(`the hotel ${hotelId} of a session is unknown`);
  return {
    person: { id: staffId, name, email, role, has_totp: hasTotp },
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
    voucher_keys: [],
  };
}
