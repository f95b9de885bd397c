import { writeFoundHotel } from '../src/http/partner/search/search.view.ts';
import { addDays, dayInBaghdad, dayOf, formatDay } from '../src/kernel/day.ts';
import { JsonWriter } from '../src/kernel/json-writer.ts';
import { searchStays } from '../src/snapshot/search/search-stays.usecase.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { respondToParent } from './child.ts';
import { PARTNER, snapshotOf } from './grown-snapshot.ts';
import type { Window } from './stage.ts';

/**
 * Searches a snapshot of one size. Each size has its own process, so that a large snapshot does not slow down the
 * search of a small snapshot.
 */
const now = new Date();
const today = dayInBaghdad(now);
let snapshot: Snapshot;

const writer = new JsonWriter();

function searchOnce(shift: number): Buffer {
  const checkIn = today + 1 + (shift % 60);
  const outcome = searchStays(
    { snapshot, now: () => now, today: () => today },
    { client: PARTNER, keyId: 'bench' },
    {
      destination: 'Karbala',
      checkIn: formatDay(dayOf(checkIn)),
      checkOut: formatDay(addDays(dayOf(checkIn), 3)),
      ...{ party: { rooms: 1, adults: 2, children: 0 }, currency: null, limit: 50, cursor: null },
    },
  );
  if (!outcome.ok) throw new Error(`the search was refused: ${outcome.code}, ${outcome.message}`);
  const { search, page } = outcome.value;
  writer.begin();
  for (const hotel of page.items) writeFoundHotel(writer, search, hotel);
  return writer.end();
}

/** Returns the result of one search, so that the results for all sizes can be compared. */
function build(hotels: number): string {
  snapshot = snapshotOf(hotels, today);
  const response = searchOnce(0).toString();
  if (!response.includes('Karbala')) throw new Error(`the search found nothing: ${response.slice(0, 500)}`);
  return response;
}

/** Returns searches per second, measured for a fixed time after the warm-up. */
function measure({ warmupMilliseconds, milliseconds }: Window): number {
  searchFor(warmupMilliseconds);
  return searchFor(milliseconds);
}

function searchFor(milliseconds: number): number {
  const startedAt = performance.now();
  let searches = 0;
  while (performance.now() - startedAt < milliseconds) {
    searchOnce(searches);
    searches += 1;
  }
  return (searches * 1000) / (performance.now() - startedAt);
}

respondToParent({ build, measure });
