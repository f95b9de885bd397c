import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';
import { inDays } from '../support/stay.ts';

const EXAMPLE = resolve(fileURLToPath(import.meta.url), '../../../docs/examples/hotel.json');
const HOTELS = ['HTL-2026-0101', 'HTL-2026-0102', 'HTL-2026-0103'];

let folder: string;
let database: OperatedDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-season-'));
  database = await createOperatedDatabase();
  const hotel = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
  const file = join(folder, 'hotels.json');
  writeFileSync(file, JSON.stringify({ hotels: HOTELS.map((publicId) => ({ ...hotel, publicId })) }));
  expect(await database.ihc('hotel', 'import', file)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true });
});

it('a season of a city ends where it still is: the same command completes one that was interrupted', async () => {
  const { ihc, json } = database;
  const days = ['--from', inDays(10), '--to', inDays(12), '--open', '--price', '150'];
  expect(await ihc('season', 'set', 'Arbaeen', '--city', 'Karbala', ...days)).toMatchObject({ code: 0 });
  expect(await json('season', 'list', '--hotel', HOTELS[1]!.toLowerCase())).toHaveLength(1);
  expect(await ihc('season', 'end', 'Arbaeen', '--hotel', HOTELS[1]!.toLowerCase())).toMatchObject({
    code: 0,
  });
  const rest = await ihc('season', 'end', 'Arbaeen', '--city', 'Karbala');
  expect(rest).toMatchObject({ code: 0, said: [`${HOTELS[1]}: has no season "Arbaeen"`] });
  expect(rest.out.split('\n')).toHaveLength(2);
  expect(await json('season', 'list')).toEqual([]);
  const none = await ihc('season', 'end', 'Arbaeen', '--hotel', HOTELS[0]!);
  expect(none.code).toBe(1);
  expect(none.said).toEqual([
    `ihc: ${HOTELS[0]}: season "Arbaeen": this hotel has no current season of this name`,
  ]);
});
