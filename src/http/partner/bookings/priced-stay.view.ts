import { refundOf } from '../../../domain/booking/payable.ts';
import type { Collector } from '../../../domain/partners/contract.ts';
import type { TimelineStep } from '../../../domain/pricing/cancellation/cancellation-timeline.ts';
import type { PricedStay } from '../../../domain/pricing/price-stay.ts';
import { formatDay, localTime } from '../../../kernel/day.ts';
import { formatRate } from '../../../kernel/exchange.ts';
import type { PolicyId } from '../../../kernel/ids.ts';
import { type Currency, formatMoney, type Minor, percentOf } from '../../../kernel/money.ts';

/** Returns the money fields of holds and bookings. */
export function priceView(price: PricedStay) {
  const money = (amount: Minor) => formatMoney(amount, price.currency);
  return {
    currency: price.currency,
    nightly: price.nightly.map((night) => ({
      date: formatDay(night.day),
      rooms: night.rooms.map((room) => ({
        adults: room.adults,
        children: room.children,
        amount: money(room.amount),
      })),
      amount: money(night.amount),
    })),
    subtotal: money(price.subtotal),
    tax: { percent: percentOf(price.taxBasisPoints), amount: money(price.tax) },
    service_charge: { percent: percentOf(price.serviceBasisPoints), amount: money(price.serviceCharge) },
    total: money(price.total),
    commission: { percent: percentOf(price.commissionBasisPoints), amount: money(price.commission) },
    exchange:
      price.exchange === null
        ? null
        : {
            base_currency: price.exchange.baseCurrency,
            rate: formatRate(price.exchange.rate),
            as_of: price.exchange.rate.asOf,
          },
  };
}

/** Returns who collects the guest's payment, and the amount that the guest pays at the hotel. */
export function paymentView(collectedBy: Collector, due: Minor, currency: Currency) {
  return { collected_by: collectedBy, due_at_hotel: formatMoney(due, currency), currency };
}

/** Returns the cancellation terms of a stay. Each step contains the amount that would be refunded to the guest. */
export function cancellationView(
  terms: { policyId: PolicyId; timeline: TimelineStep[]; collectedBy: Collector },
  amount: Minor,
  currency: Currency,
) {
  return {
    policy_id: terms.policyId,
    timeline: terms.timeline.map((step) => ({
      from: step.from,
      from_local: localTime(step.from),
      penalty_amount: formatMoney(step.penalty, currency),
      refund_amount: formatMoney(refundOf(amount, step.penalty, terms.collectedBy), currency),
      currency,
    })),
  };
}
