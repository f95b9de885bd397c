import type { Hold } from '../../../domain/booking/hold.ts';
import { dueAtHotel } from '../../../domain/booking/payable.ts';
import { formatDay } from '../../../kernel/day.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import type { HoldView } from './prebook.schema.ts';
import { cancellationView, paymentView, priceView } from './priced-stay.view.ts';

/** Returns a hold as its partner sees it, with the price that the hold keeps. */
export function holdView(hold: Hold, now: number): HoldView {
  const { total, currency } = hold.price;
  const status = hold.status === 'ACTIVE' && hold.expiresAt <= now ? 'EXPIRED' : hold.status;
  return {
    prebook_token: hold.token,
    status,
    expires_at: new Date(hold.expiresAt).toISOString(),
    expires_in_seconds: status === 'ACTIVE' ? Math.floor((hold.expiresAt - now) / 1000) : 0,
    booking_id: hold.bookingId,
    guest: { name: hold.guest.name, phone: hold.guest.phone, email: hold.guest.email },
    hotel_id: hold.hotelId,
    room_type_id: hold.roomTypeId,
    rate_plan_id: hold.ratePlanId,
    check_in: formatDay(hold.stay.checkIn),
    check_out: formatDay(hold.stay.checkOut),
    nights: nightsOf(hold.stay),
    rooms_count: hold.party.rooms,
    adults: hold.party.adults,
    children: hold.party.children,
    ...priceView(hold.price),
    payment: paymentView(hold.collectedBy, dueAtHotel(total, hold.collectedBy), currency),
    cancellation: cancellationView(hold, total, currency),
  };
}
