import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { spawnService } from '../support/child-service.ts';
import { createTestDatabase } from '../support/database.ts';
import { ihc, ihcJson, productionOf, spawnIhc } from '../support/ihc.ts';

const EXAMPLE = resolve(fileURLToPath(import.meta.url), '../../../docs/examples/hotel.json');
const today = dayInBaghdad(new Date());
const inDays = (days: number) => formatDay(addDays(today, days));
const HOTELS = 500;
const NIGHTS = 500;

interface RatePlan {
  id: string;
  code: string;
  room_type_id: string;
}

/** 500 hotels like the example, each with both room types, and a line for each night. */
function writeFiles(folder: string): string[] {
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
  const ids = Array.from({ length: HOTELS }, (_, index) => `HTL-2027-${1000 + index}`);
  const hotels = ids.map((publicId) => ({ ...example, publicId }));
  const nights = ['hotel,room_type,from,to,allotment,min_stay'];
  const prices = ['hotel,room_type,rate_plan,from,to,single,double,extra_adult,child'];
  for (const [index, id] of ids.entries())
    for (let day = 0; day < NIGHTS; day += 1) {
      const date = inDays(day + 1);
      for (const room of ['DBL', 'FAM']) nights.push(`${id},${room},${date},${date},${5 + (day % 7)},1`);
      if (day % 7 < 2) prices.push(`${id},DBL,BB,${date},${date},${80_000 + index},110000,30000,15000`);
    }
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return [
    put('hotels.json', JSON.stringify({ hotels })),
    ...['--nights', put('nights.csv', nights.join('\n'))],
    ...['--prices', put('prices.csv', prices.join('\n'))],
  ];
}

it('500 hotels with 500 nights are imported while bookings of another hotel go on', async () => {
  const database = await createTestDatabase('empty');
  const settings = productionOf(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'ihc-long-import-'));
  const run = (...parameters: string[]) => ihcJson(settings, ...parameters);
  const hotel = 'HTL-2026-0101';
  await run('migrate');
  await run('hotel', 'import', EXAMPLE);
  await run('inventory', 'set', hotel, '--from', inDays(1), '--to', inDays(100), '--allotment', '30000');
  await run('exchange', 'set', '1310');
  await run('partner', 'create', 'acme', '--name', 'Acme', '--limit', '100000', '--booking-limit', '100000');
  await run(
    ...['contract', 'set', '--partner', 'acme', '--hotel', hotel, '--commission', '10'],
    ...['--permissions', 'view,book', '--collected-by', 'hotel', '--from', inDays(0)],
  );
  const { api_key: key } = await run('key', 'issue', 'acme');
  const service = spawnService({ ...settings, LOG_LEVEL: 'info' });
  const base = await service.ready;
  const call = (path: string, body?: object) =>
    fetch(`${base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-client-id': 'acme', 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const rates = (await (await call(`/rates?hotelId=${hotel}`)).json()) as { data: RatePlan[] };
  const plan = rates.data.find(({ code }) => code === 'BB')!;
  const stay = { hotelId: hotel, roomTypeId: plan.room_type_id, ratePlanId: plan.id };

  /** Books one after another until it is over, 20 a second. Returns the milliseconds of each. */
  const book = async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!isOver()) {
      const since = performance.now();
      const response = await call('/bookings', {
        ...{ ...stay, checkIn: inDays(10), checkOut: inDays(12) },
        ...{ guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' },
      });
      expect(response.status, await response.text()).toBe(200);
      times.push(performance.now() - since);
      await new Promise((next) => setTimeout(next, 50));
    }
    return times;
  };
  const shown = (times: number[]) => {
    const sorted = [...times].sort((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(0);
    return `${times.length} bookings, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
  };

  const quietUntil = Date.now() + 10_000;
  const quiet = await book(() => Date.now() > quietUntil);
  const files = writeFiles(folder);
  const began = performance.now();
  let isImported = false;
  const { ended } = spawnIhc(settings, 'hotel', 'import', ...files);
  const meanwhile = book(() => isImported);
  const imported = await ended;
  isImported = true;
  const seconds = (performance.now() - began) / 1000;
  console.log(`import: ${seconds.toFixed(1)} s, ${imported.stdout.trim().split('\n').at(-1)}`);
  console.log(
    imported.stderr
      .trim()
      .split('\n')
      .filter((line) => line.includes(' of '))
      .join('\n'),
  );
  console.log(`before: ${shown(quiet)}`);
  console.log(`during: ${shown(await meanwhile)}`);
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining(`of ${HOTELS} hotels`)]);
  const again = await ihc(settings, 'hotel', 'import', ...files);
  console.log(`the same files again: ${again.stdout.trim().split('\n').at(-1)}`);
  expect((await ihc(settings, 'verify')).code).toBe(0);
  service.process.kill('SIGTERM');
  await service.exited;
  await database.drop();
  rmSync(folder, { recursive: true });
}, 600_000);
