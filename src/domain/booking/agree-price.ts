import type { QuoteId } from '../../kernel/ids.ts';
import { type Currency, type Minor, parseMoney } from '../../kernel/money.ts';
import { accept, type Outcome, refuse, refuseInput } from '../../kernel/refusal.ts';
import type { Party, Stay } from '../../kernel/stay.ts';
import { alertedAt, type PriceAlert } from '../pricing/price-alert.ts';
import { changePercent, isPriceChange } from '../pricing/price-change.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import { isLiveQuote, isQuoteFor, newestQuote, type Quote } from '../pricing/quote.ts';
import type { RoomParty } from '../pricing/spread-party.ts';
import type { PriceChange } from './booking.ts';
import type { Hold } from './hold.ts';
import { type CompleteFacts, priceToday } from './stay-facts.ts';

/** The prices that the caller has already seen for a stay, and the price changes that were already reported. */
export interface PricePromises {
  now: number;
  /** The caller's quotes for this stay. The quotes may be for different numbers of guests and rooms. */
  quotes: readonly Quote[];
  /** Price changes of this stay that earlier responses have already reported. */
  alerts: readonly PriceAlert[];
  quoteId: QuoteId | null;
  expectedTotal: string | null;
}

export interface AgreedPrice {
  price: PricedStay;
  priceChange: PriceChange | null;
}

interface Promised {
  total: Minor;
  quoteId: QuoteId | null;
}

/**
 * Returns the price of a hold. This price stays the same when exchange rates or quotes change. The function compares
 * this price with the expected total of the request. If the request has no expected total, the function compares the
 * price with the quote that the request names. Other quotes are ignored.
 */
export function heldPrice(hold: Hold, promises: PricePromises): Outcome<AgreedPrice> {
  const { price } = hold;
  const expected = expectedTotal(promises, price.currency);
  if (!expected.ok) return expected;
  if (expected.value !== null) return compare(price, [{ total: expected.value, quoteId: null }], null);
  const named = findNamed(promises, hold.party, price.currency);
  return compare(price, named === null ? [] : [promisedBy(named)], named);
}

/**
 * Returns today's price if it agrees with the price that the caller was promised. If the request contains an expected
 * total, the function compares this total with today's price. If the request contains a quote id but no expected total,
 * the function compares this quote with today's price. If the request contains neither, the function compares all live
 * quotes of the caller for this stay, because a partner has many shoppers and the request does not show which shopper
 * is booking. The booking is refused if a compared amount differs from today's price by more than one percent.
 */
export function priceWithoutHold(
  known: CompleteFacts,
  stay: Stay,
  promises: PricePromises,
  about: { party: Party; currency: Currency; rooms: RoomParty[] },
): Outcome<AgreedPrice> {
  const { party, currency } = about;
  const expected = expectedTotal(promises, currency);
  if (!expected.ok) return expected;
  const counting = countingQuotes(promises, party, currency);
  if (counting === null)
    return refuse(
      'QUOTE_EXPIRED',
      'the quote has expired or is not for this stay, party and currency: check the price again',
    );
  const newest = newestQuote(counting);
  const today = priceToday(known, stay, about.rooms, currency, newest?.price.exchange?.rate);
  if (expected.value !== null)
    return compare(today, [{ total: expected.value, quoteId: promises.quoteId }], null);
  return compare(today, counting.map(promisedBy), newest);
}

function expectedTotal(promises: PricePromises, currency: Currency): Outcome<Minor | null> {
  if (promises.expectedTotal === null) return accept(null);
  const field = 'expectedTotal';
  const amount = parseMoney(promises.expectedTotal, currency);
  if (amount === null)
    return refuseInput([
      { field, code: 'INVALID_FORMAT', message: `${field} must be an amount in ${currency}` },
    ]);
  if (amount === 0)
    return refuseInput([{ field, code: 'TOO_SMALL', message: `${field} must be more than 0` }]);
  return accept(amount);
}

function findNamed(promises: PricePromises, party: Party, currency: Currency): Quote | null {
  if (promises.quoteId === null) return null;
  const isNamed = (quote: Quote) =>
    quote.id === promises.quoteId && isLiveQuote(quote, promises.now) && isQuoteFor(quote, party, currency);
  return promises.quotes.find(isNamed) ?? null;
}

/**
 * Returns the quotes with which today's price is compared. If the request names a quote, the result contains only this
 * quote. Otherwise the result contains all live quotes of the caller for this stay, party and currency. If an earlier
 * response has reported a price change and some of these quotes are newer than this report, the older quotes are left
 * out. Null: the quote that the request names has expired or is not for this stay, party and currency.
 */
export function countingQuotes(promises: PricePromises, party: Party, currency: Currency): Quote[] | null {
  const named = findNamed(promises, party, currency);
  if (promises.quoteId !== null) return named === null ? null : [named];
  const live = promises.quotes.filter(
    (quote) => isLiveQuote(quote, promises.now) && !quote.fromHold && isQuoteFor(quote, party, currency),
  );
  const told = alertedAt(promises.alerts, party, currency);
  const newer = told === null ? [] : live.filter((quote) => quote.createdAt > told);
  return newer.length > 0 ? newer : live;
}

function promisedBy(quote: Quote): Promised {
  return { total: quote.price.total, quoteId: quote.id };
}

/**
 * Refuses the booking if the price differs by more than one percent from a promised total. The refusal contains the
 * promised total with the largest difference. A difference of at most one percent is accepted, and the result contains
 * the price change.
 */
function compare(price: PricedStay, promised: Promised[], reported: Quote | null): Outcome<AgreedPrice> {
  let worst: Promised | null = null;
  for (const one of promised)
    if (worst === null || difference(one, price.total) > difference(worst, price.total)) worst = one;
  if (worst !== null && isPriceChange(worst.total, price.total)) return priceChanged(worst, price);
  const named = reported === null ? worst : promisedBy(reported);
  if (named === null || named.total === price.total) return accept({ price, priceChange: null });
  const { quoteId, total: quotedTotal } = named;
  const percent = changePercent(quotedTotal, price.total);
  return accept({ price, priceChange: { quoteId, quotedTotal, currentTotal: price.total, percent } });
}

function difference(promised: Promised, total: Minor): number {
  return Math.abs(total - promised.total) / promised.total;
}

function priceChanged(promised: Promised, { total, currency }: PricedStay) {
  const percent = changePercent(promised.total, total);
  return refuse(
    'PRICE_CHANGED',
    `the price changed by ${percent} % since it was quoted; nothing was booked`,
    {
      quotedTotal: promised.total,
      currentTotal: total,
      currency,
      changePercent: percent,
      quoteId: promised.quoteId,
    },
  );
}
