import { deepStrictEqual } from 'node:assert/strict';
import { dayInBaghdad } from '../src/kernel/day.ts';
import type { LoadResult } from './load.ts';
import { lookRequests, type SearchFor, searchRequest } from './look-requests.ts';
import { againstLimit, bareRouteOf, READY_RESPONSES, readsOf } from './looks.ts';
import type { Row } from './row.ts';
import { addSearchIndexes } from './search-by-sql.store.ts';
import { alternate, ask, describe, type Stage } from './stage.ts';
import type { World } from './support.ts';

const AT_LEAST_TIMES_SQL = 12;
const AT_LEAST_OF_LIMIT = 1;

/**
 * Compares a search with one SQL statement that returns the same response, and with a server that returns prepared
 * responses.
 */
export async function benchSearch(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const port = await stage.node();
  stage.progress('adding indexes for the search by SQL');
  await addSearchIndexes(world.pool);
  const bySql = stage.child('search-by-sql.ts');
  const sqlPort = await bySql.ask<number>('start', world.databaseUrl);
  await demandSameResponses(world, port, sqlPort);
  stage.progress('search: the service and SQL return the same responses');

  const { search, freshSearch } = await lookRequests(world, dayInBaghdad(new Date()));
  // The bare route returns the responses to searches that are not measured.
  const recorded = { ...freshSearch, requests: freshSearch.requests.slice(-READY_RESPONSES) };
  const measured = { ...freshSearch, requests: freshSearch.requests.slice(0, -READY_RESPONSES) };
  const [freshBare, bare] = [
    await bareRouteOf(stage, port, recorded),
    await bareRouteOf(stage, port, search),
  ];
  const result = await alternate(stage, search.work, {
    sql: readsOf(stage, measured, sqlPort),
    limit: readsOf(stage, measured, freshBare),
    service: readsOf(stage, measured, port),
    'sql, repeated': readsOf(stage, search, sqlPort),
    'limit, repeated': readsOf(stage, search, bare),
    'service, repeated': readsOf(stage, search, port),
  });
  await bySql.end();
  return [
    againstSql(freshSearch.work, result.sql, result.service, AT_LEAST_TIMES_SQL),
    againstLimit(freshSearch.work, result.limit, result.service, AT_LEAST_OF_LIMIT),
    againstSql(search.work, result['sql, repeated'], result['service, repeated'], null),
    againstLimit(search.work, result['limit, repeated'], result['service, repeated'], null),
  ];
}

function againstSql(work: string, sql: LoadResult, service: LoadResult, atLeast: number | null): Row {
  const ratio = service.perSecond / sql.perSecond;
  return {
    work,
    against: `one SQL statement ${describe(sql)}`,
    measured: describe(service),
    ratio: `**${ratio.toFixed(1)}×**`,
    atLeast: atLeast === null ? '–' : `${atLeast}×`,
    reached: atLeast === null ? null : ratio >= atLeast,
    figures: { sqlPerSecond: sql.perSecond, perSecond: service.perSecond, ratio },
  };
}

/** Fails if the service and SQL return different results, because then the comparison would be meaningless. */
async function demandSameResponses(world: World, port: number, sqlPort: number): Promise<void> {
  const partners = [Math.min(...world.size.partners), Math.max(...world.size.partners)];
  const found: number[] = [];
  for (const hotels of partners)
    for (const about of variedSearches(dayInBaghdad(new Date()))) {
      const request = searchRequest(world.callersOf(hotels)[0]!, about);
      const [ours, theirs] = (await Promise.all([ask(port, request), ask(sqlPort, request)])) as [
        SearchPage,
        SearchPage,
      ];
      deepStrictEqual(
        ours.data,
        theirs.data,
        `different responses to ${JSON.stringify(about)} for partner ${hotels}`,
      );
      deepStrictEqual(pageOf(ours), pageOf(theirs));
      found.push(ours.data.length);
    }
  if (found.every((hotels) => hotels === 0)) throw new Error('no search finds anything');
}

interface SearchPage {
  data: unknown[];
  meta: { count: number; next_cursor: string | null };
}

function pageOf({ meta }: SearchPage): { count: number; isLast: boolean } {
  return { count: meta.count, isLast: meta.next_cursor === null };
}

/**
 * Returns searches with near and far dates, with one stay after the last open night, and with parties of different
 * sizes.
 */
function variedSearches(today: number): SearchFor[] {
  const two = { adults: 2, children: 0, roomsCount: 1 };
  return [
    { destination: 'Karbala', checkIn: today + 20, nights: 3, party: two },
    { destination: 'Najaf', checkIn: today, nights: 1, party: two },
    { destination: 'Erbil', checkIn: today + 1, nights: 2, party: { ...two, adults: 1 } },
    { destination: 'Basra', checkIn: today + 2, nights: 4, party: { ...two, children: 2 } },
    {
      destination: 'Kirkuk',
      checkIn: today + 3,
      nights: 7,
      party: { adults: 4, children: 3, roomsCount: 2 },
    },
    {
      destination: 'Duhok',
      checkIn: today + 40,
      nights: 3,
      party: { adults: 5, children: 1, roomsCount: 2 },
    },
    {
      destination: 'Baghdad',
      checkIn: today + 90,
      nights: 10,
      party: { adults: 3, children: 1, roomsCount: 4 },
    },
    { destination: 'Sulaymaniyah', checkIn: today + 363, nights: 3, party: two },
  ];
}
