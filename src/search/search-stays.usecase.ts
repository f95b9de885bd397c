import type { SearchBody } from '../api/partner/search/search.schema.ts';
import { describeHotel } from '../api/partner/search/search.view.ts';
import type { Context } from '../boot/context.ts';
import type { PortfolioHotel } from '../catalog/portfolio.ts';
import type { Minor } from '../kernel/money.ts';
import { decodeCursor, encodeCursor, type Page } from '../kernel/page.ts';
import { accept, type Outcome, refuseInput } from '../kernel/refusal.ts';
import { arrivalProblem, readStay } from '../kernel/stay.ts';
import type { WrittenJson } from '../kernel/written-json.ts';
import type { Caller } from '../partners/authenticate.ts';
import { Walk } from './stay-search.ts';

/** Cheapest first, then by name; the public id makes the order the same every time. */
interface Place {
  dinars: Minor;
  name: string;
  publicId: string;
}

/** A hotel that can take the party, and its place in the order. */
interface Found extends Place {
  entry: PortfolioHotel;
  lowest: Minor;
}

/** What a cursor names: price in dinars, public id and name of the last hotel seen. */
const CURSOR = /^([0-9]{1,16}) (HTL-[0-9]{4}-[0-9]{4}) (.*)$/s;

/** Finds hotels for dates and party. Answered from memory: nothing here waits. */
export function searchStays(
  context: Pick<Context, 'snapshot' | 'now' | 'today'>,
  caller: Caller,
  body: SearchBody,
): Outcome<Page<WrittenJson>> {
  const stay = readStay(body.checkIn, body.checkOut);
  if (!stay.ok) return stay;
  const today = context.today();
  const problem = arrivalProblem(stay.value, today);
  if (problem !== null) return refuseInput([problem]);
  const after = readCursor(body.cursor);
  if (!after.ok) return after;

  const party = { rooms: body.roomsCount ?? 1, adults: body.adults ?? 2, children: body.children ?? 0 };
  const asked = { stay: stay.value, party, currency: body.currency ?? null };
  const walk = new Walk(context.snapshot, caller.client.ledgerId, asked, context.now().getTime());
  const portfolio = context.snapshot.portfolioOf(caller.client, today);
  const candidates = body.destination === undefined ? portfolio.hotels : portfolio.in(body.destination);

  const limit = body.limit ?? Number.POSITIVE_INFINITY;
  const found = cheapest(walk, candidates, after.value, limit);
  const page = found.slice(0, limit);
  return accept({
    items: page.map(({ entry, lowest }) => describeHotel(walk, entry, lowest)),
    nextCursor: page.length < found.length ? writeCursor(page.at(-1)!) : null,
  });
}

/**
 * The first hotels in the order of the answer, and one more where there are more than `limit`. Hotels are asked in the
 * order of the least they could cost: once enough are found and none that is left can be cheaper, the walk ends.
 */
function cheapest(walk: Walk, candidates: PortfolioHotel[], after: Place | null, limit: number): Found[] {
  const asked = candidates.map((entry) => ({
    entry,
    floor: limit < candidates.length ? walk.floor(entry) : 0,
  }));
  if (limit < candidates.length) asked.sort((one, other) => one.floor - other.floor);
  const found: Found[] = [];
  for (const { entry, floor } of asked) {
    if (found.length > limit && floor > found[limit]!.dinars) break;
    const lowest = walk.lowestTotal(entry);
    if (lowest === null) continue;
    const dinars = walk.inDinars(lowest, walk.currencyOf(entry));
    const place = { dinars, name: entry.hotel.nameEn, publicId: entry.hotel.publicId, entry, lowest };
    if (after !== null && compare(place, after) <= 0) continue;
    found.push(place);
    if (limit < candidates.length) moveToPlace(found);
  }
  return limit < candidates.length ? found.slice(0, limit + 1) : found.sort(compare);
}

/** The last of a sorted list, which it was just put behind, goes where it belongs. */
function moveToPlace(found: Found[]): void {
  const moved = found.at(-1)!;
  let at = found.length - 1;
  for (; at > 0 && compare(moved, found[at - 1]!) < 0; at -= 1) found[at] = found[at - 1]!;
  found[at] = moved;
}

function compare(one: Place, other: Place): number {
  return (
    one.dinars - other.dinars ||
    compareText(one.name, other.name) ||
    compareText(one.publicId, other.publicId)
  );
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function writeCursor(place: Place): string {
  return encodeCursor(`${place.dinars} ${place.publicId} ${place.name}`);
}

function readCursor(cursor: string | undefined): Outcome<Place | null> {
  if (cursor === undefined) return accept(null);
  const text = decodeCursor(cursor, CURSOR);
  if (!text.ok) return text;
  const [, dinars, publicId, name] = CURSOR.exec(text.value)!;
  return accept({ dinars: Number(dinars), publicId: publicId!, name: name! });
}
