import { dueAtHotel, refundOf } from '../../../domain/booking/payable.ts';
import type { CheckedPrice } from '../../../domain/booking/price-check.usecase.ts';
import type { PricedNight, PricedStay } from '../../../domain/pricing/price-stay.ts';
import { formatDay, localTime } from '../../../kernel/day.ts';
import { formatRate } from '../../../kernel/exchange.ts';
import { formatMoney, type Minor, percentOf } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';

/**
 * Writes a quote directly as JSON text. This is faster than a serialiser, and partners check prices far more often than
 * they book. For holds and bookings, `priced-stay.view.ts` writes the same fields. A test compares the output of both
 * files. Identifiers, codes, digits and instants need no escaping.
 */
export function writeCheckedPrice({ quote, price, terms, hold, available }: CheckedPrice): string {
  const { stay, party } = quote;
  const { currency } = price;
  const due = formatMoney(dueAtHotel(price.total, terms.collectedBy), currency);
  const lock =
    hold === null
      ? '"UNLOCKED","lock":null'
      : `"LOCKED","lock":{"prebook_token":${JSON.stringify(hold.token)},"expires_at":"${instant(hold.expiresAt)}"}`;
  return (
    `{"quote_id":"${quote.id}","hotel_id":"${quote.hotelId}","room_type_id":"${quote.roomTypeId}",` +
    `"rate_plan_id":"${quote.ratePlanId}","check_in":"${formatDay(stay.checkIn)}",` +
    `"check_out":"${formatDay(stay.checkOut)}","nights":${nightsOf(stay)},"rooms_count":${party.rooms},` +
    `"adults":${party.adults},"children":${party.children},${writePrice(price)},"available":${available},` +
    `"lock_state":${lock},"payment":{"collected_by":"${terms.collectedBy}","due_at_hotel":"${due}",` +
    `"currency":"${currency}"},"cancellation":${writeCancellation(terms, price)},` +
    `"expires_at":"${instant(quote.expiresAt)}"}`
  );
}

function writePrice(price: PricedStay): string {
  const money = (amount: Minor) => `"${formatMoney(amount, price.currency)}"`;
  const share = (basisPoints: number, amount: Minor) =>
    `{"percent":${percentOf(basisPoints)},"amount":${money(amount)}}`;
  let nightly = '';
  for (const night of price.nightly) {
    if (nightly !== '') nightly += ',';
    nightly += `{"date":"${formatDay(night.day)}","rooms":[${writeRooms(night, money)}],"amount":${money(night.amount)}}`;
  }
  return (
    `"currency":"${price.currency}","nightly":[${nightly}],"subtotal":${money(price.subtotal)},` +
    `"tax":${share(price.taxBasisPoints, price.tax)},` +
    `"service_charge":${share(price.serviceBasisPoints, price.serviceCharge)},"total":${money(price.total)},` +
    `"commission":${share(price.commissionBasisPoints, price.commission)},"exchange":${writeExchange(price)}`
  );
}

function writeRooms({ rooms }: PricedNight, money: (amount: Minor) => string): string {
  let written = '';
  for (const { adults, children, amount } of rooms) {
    if (written !== '') written += ',';
    written += `{"adults":${adults},"children":${children},"amount":${money(amount)}}`;
  }
  return written;
}

function writeExchange({ exchange }: PricedStay): string {
  if (exchange === null) return 'null';
  const { baseCurrency, rate } = exchange;
  return `{"base_currency":"${baseCurrency}","rate":"${formatRate(rate)}","as_of":${JSON.stringify(rate.asOf)}}`;
}

function writeCancellation(
  { policyId, timeline, collectedBy }: CheckedPrice['terms'],
  { total, currency }: PricedStay,
): string {
  let steps = '';
  for (const { from, penalty } of timeline) {
    const refund = refundOf(total, penalty, collectedBy);
    if (steps !== '') steps += ',';
    steps +=
      `{"from":"${from}","from_local":"${localTime(from)}","penalty_amount":"${formatMoney(penalty, currency)}",` +
      `"refund_amount":"${formatMoney(refund, currency)}","currency":"${currency}"}`;
  }
  return `{"policy_id":"${policyId}","timeline":[${steps}]}`;
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
