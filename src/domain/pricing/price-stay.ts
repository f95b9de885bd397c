// Computes and rounds the price of a stay: the amounts of its rooms and nights, taxes, and totals.

import type { Day } from '../../kernel/day.ts';
import { convert, type ExchangeRate } from '../../kernel/exchange.ts';
import { add, type Currency, type Minor, shareOf, sumOf } from '../../kernel/money.ts';
import { type Prices, roomPrice } from './rate-plan.ts';
import type { RoomParty } from './spread-party.ts';

export interface PricedRoom extends RoomParty {
  amount: Minor;
}

export interface PricedNight {
  day: Day;
  rooms: PricedRoom[];
  amount: Minor;
  /**
   * The time at which the price was read, in milliseconds since 1970, by the database's clock. The verification of
   * bookings compares the amount with the prices that were stored at this time. Not set for a sandbox booking that was
   * moved into the past.
   */
  pricedAt?: number;
}

/** The price of a stay. Each amount is rounded once. Totals are sums of rounded amounts and are not rounded again. */
export interface PricedStay {
  currency: Currency;
  nightly: PricedNight[];
  subtotal: Minor;
  taxBasisPoints: number;
  tax: Minor;
  serviceBasisPoints: number;
  serviceCharge: Minor;
  total: Minor;
  commissionBasisPoints: number;
  commission: Minor;
  /** Null: the price is in the currency of the rate plan. */
  exchange: { baseCurrency: Currency; rate: ExchangeRate } | null;
}

export interface Charges {
  taxBasisPoints: number;
  serviceBasisPoints: number;
  commissionBasisPoints: number;
}

export interface PricingTerms extends Charges {
  planCurrency: Currency;
  currency: Currency;
  rate: ExchangeRate;
  pricedAt: number;
}

/**
 * Converts the price of each room and night to the requested currency, and then adds the converted prices. A search and
 * a quote both use this function, so they round in the same way and show equal totals.
 */
export function priceStay(
  nights: { day: Day; prices: Prices }[],
  rooms: RoomParty[],
  terms: PricingTerms,
): PricedStay {
  const nightly = nights.map(({ day, prices }) => priceNight(day, prices, rooms, terms));
  const exchange =
    terms.currency === terms.planCurrency ? null : { baseCurrency: terms.planCurrency, rate: terms.rate };
  return sumNights(nightly, terms.currency, terms, exchange);
}

/** Computes the totals of nights whose prices are already known. */
export function sumNights(
  nightly: PricedNight[],
  currency: Currency,
  charges: Charges,
  exchange: PricedStay['exchange'],
): PricedStay {
  const subtotal = sumOf(nightly, (night) => night.amount);
  return {
    currency,
    nightly,
    subtotal,
    taxBasisPoints: charges.taxBasisPoints,
    tax: shareOf(subtotal, charges.taxBasisPoints),
    serviceBasisPoints: charges.serviceBasisPoints,
    serviceCharge: shareOf(subtotal, charges.serviceBasisPoints),
    total: withCharges(subtotal, charges),
    commissionBasisPoints: charges.commissionBasisPoints,
    commission: shareOf(subtotal, charges.commissionBasisPoints),
    exchange,
  };
}

/**
 * Computes the amount that the guest pays. Tax and service charge are each computed from the subtotal, and each is
 * rounded once.
 */
export function withCharges(
  subtotal: Minor,
  charges: Pick<Charges, 'taxBasisPoints' | 'serviceBasisPoints'>,
): Minor {
  const tax = shareOf(subtotal, charges.taxBasisPoints);
  return add(add(subtotal, tax), shareOf(subtotal, charges.serviceBasisPoints));
}

function priceNight(day: Day, prices: Prices, rooms: RoomParty[], terms: PricingTerms): PricedNight {
  const priced = rooms.map((room) => ({
    adults: room.adults,
    children: room.children,
    amount: convert(roomPrice(prices, room), terms.planCurrency, terms.currency, terms.rate),
  }));
  const amount = sumOf(priced, (room) => room.amount);
  return { day, rooms: priced, amount, pricedAt: terms.pricedAt };
}
