import { dueAtHotel } from '../../../booking/payable.ts';
import type { CheckedPrice } from '../../../booking/price-check.usecase.ts';
import { formatDay } from '../../../kernel/day.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import type { QuoteView } from './price-check.schema.ts';
import { cancellationView, paymentView, priceView } from './priced-stay.view.ts';

export function checkedPriceView({ quote, price, terms, hold, available }: CheckedPrice): QuoteView {
  const { stay, party } = quote;
  return {
    quote_id: quote.id,
    hotel_id: quote.hotelId,
    room_type_id: quote.roomTypeId,
    rate_plan_id: quote.ratePlanId,
    check_in: formatDay(stay.checkIn),
    check_out: formatDay(stay.checkOut),
    nights: nightsOf(stay),
    rooms_count: party.rooms,
    adults: party.adults,
    children: party.children,
    ...priceView(price),
    available,
    lock_state: hold === null ? 'UNLOCKED' : 'LOCKED',
    lock:
      hold === null
        ? null
        : { prebook_token: hold.token, expires_at: new Date(hold.expiresAt).toISOString() },
    payment: paymentView(terms.collectedBy, dueAtHotel(price.total, terms.collectedBy), price.currency),
    cancellation: cancellationView(terms, price.total, price.currency),
    expires_at: new Date(quote.expiresAt).toISOString(),
  };
}
