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

/** What the caller was told earlier about the price. */
export interface PricePromises {
  now: number;
  /** The caller's quotes for this stay, for any party. */
  quotes: readonly Quote[];
  /** Price changes that this guest was already told about for this stay. */
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
 * The price of a hold does not change with rates and quotes. The hold's price is compared only with the total or the
 * quote that the request names.
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
 * Today's price. Refuses a price that differs by more than one percent from any live quote of the caller for this stay.
 * All quotes count, because a partner has many shoppers and the request does not say which of them is booking. If the
 * request names an expected total or a quote id, only that is compared.
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
 * The quotes that today's price is compared with. This is the quote that the request names, or else all live quotes of
 * the caller for this stay, party and currency. After a guest was told about a price change, only newer quotes count,
 * if any exist. Null when the request names a quote that is not live.
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
 * Refuses and reports the promise that differs most from the price. A change within one percent is accepted and
 * reported.
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
