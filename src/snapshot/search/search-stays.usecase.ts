// Finds the hotels in which a party can stay on given dates.

import type { Context } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { type Currency, type Minor, minor } from '../../kernel/money.ts';
import { decodeCursor, encodeCursor, type Page } from '../../kernel/page.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { arrivalProblem, type Party, readStay } from '../../kernel/stay.ts';
import type { PortfolioHotel } from '../portfolio.ts';
import { StaySearch } from './stay-search.ts';

export interface SearchRequest {
  checkIn: string;
  checkOut: string;
  party: Party;
  /** Null means that the prices of each hotel are in the currency of the hotel. */
  currency: Currency | null;
  /** A city. Null means every city. */
  destination: string | null;
  /** Null means all hotels in one page. */
  limit: number | null;
  cursor: string | null;
}

/**
 * The sort key of a hotel in the result. The cheapest hotel is first. Hotels with the same price are sorted by name,
 * and hotels with the same price and name are sorted by public id.
 */
interface Rank {
  dinars: Minor;
  name: string;
  publicId: string;
}

/** A hotel that can accept the party. */
export interface FoundHotel extends Rank {
  entry: PortfolioHotel;
  lowestTotal: Minor;
  /** For each room type, the number of rooms left. */
  available: number[];
}

export interface SearchResult {
  search: StaySearch;
  page: Page<FoundHotel>;
}

/** The content of a cursor: price in dinars, public id and name of the last hotel that the caller has seen. */
const CURSOR = /^([0-9]{1,16}) (HTL-[0-9]{4}-[0-9]{4}) (.*)$/s;

/**
 * Finds hotels for dates and a party, in memory. The function is synchronous, because a promise per request costs
 * microseconds.
 */
export function searchStays(
  context: Pick<Context, 'snapshot' | 'now' | 'today'>,
  caller: Caller,
  request: SearchRequest,
): Outcome<SearchResult> {
  const stay = readStay(request.checkIn, request.checkOut);
  if (!stay.ok) return stay;
  const today = context.today();
  const problem = arrivalProblem(stay.value, today);
  if (problem !== null) return refuseInput([problem]);
  const after = request.cursor === null ? accept(null) : readCursor(request.cursor);
  if (!after.ok) return after;

  const { party, currency, destination } = request;
  const wanted = { stay: stay.value, party, currency };
  const search = new StaySearch(context.snapshot, caller.client.ledgerId, wanted, context.now().getTime());
  const portfolio = context.snapshot.portfolioOf(caller.client, today);
  const candidates = destination === null ? portfolio.hotels : portfolio.in(destination);

  const limit = request.limit ?? Number.POSITIVE_INFINITY;
  const found = cheapest(search, candidates, after.value, limit);
  const items = found.slice(0, limit);
  const nextCursor = items.length < found.length ? writeCursor(items.at(-1)!) : null;
  return accept({ search, page: { items, nextCursor } });
}

/**
 * Returns the first `limit` hotels of the result. If the result has more hotels, the function also returns the next
 * hotel. For each hotel, the search first computes a lower bound of the total, and checks the hotels in the order of
 * this bound. The search ends when enough hotels are found and no remaining hotel can be cheaper.
 */
function cheapest(
  search: StaySearch,
  candidates: PortfolioHotel[],
  after: Rank | null,
  limit: number,
): FoundHotel[] {
  const visits = candidates.map((entry) => ({
    entry,
    lowerBound: limit < candidates.length ? search.lowerBound(entry) : 0,
  }));
  if (limit < candidates.length) visits.sort((one, other) => one.lowerBound - other.lowerBound);
  const found: FoundHotel[] = [];
  for (const { entry, lowerBound } of visits) {
    if (found.length > limit && lowerBound > found[limit]!.dinars) break;
    const available = search.availableIn(entry);
    const lowestTotal = search.lowestTotal(entry, available);
    if (lowestTotal === null) continue;
    const dinars = search.inDinars(lowestTotal, search.currencyOf(entry));
    const { nameEn: name, publicId } = entry.hotel;
    const hotel = { dinars, name, publicId, entry, lowestTotal, available };
    if (after !== null && compare(hotel, after) <= 0) continue;
    found.push(hotel);
    if (limit < candidates.length) sortInLast(found);
  }
  return limit < candidates.length ? found.slice(0, limit + 1) : found.sort(compare);
}

/** Moves the last hotel of a list to its sorted position. All other hotels of the list are already sorted. */
function sortInLast(found: FoundHotel[]): void {
  const moved = found.at(-1)!;
  let at = found.length - 1;
  for (; at > 0 && compare(moved, found[at - 1]!) < 0; at -= 1) found[at] = found[at - 1]!;
  found[at] = moved;
}

function compare(one: Rank, other: Rank): number {
  return (
    one.dinars - other.dinars ||
    compareText(one.name, other.name) ||
    compareText(one.publicId, other.publicId)
  );
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function writeCursor({ dinars, publicId, name }: Rank): string {
  return encodeCursor(`${dinars} ${publicId} ${name}`);
}

function readCursor(cursor: string): Outcome<Rank> {
  const text = decodeCursor(cursor, CURSOR);
  if (!text.ok) return text;
  const [, dinars, publicId, name] = CURSOR.exec(text.value)!;
  return accept({ dinars: minor(Number(dinars)), publicId: publicId!, name: name! });
}
