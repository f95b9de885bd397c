import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { hotelJsonSchema } from '../../src/operations/hotel-files/hotel-file.schema.ts';
import { ihc, productionOf } from '../support/ihc.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';

const EXAMPLE = resolve(fileURLToPath(import.meta.url), '../../../docs/examples/hotel.json');
const HOTEL = 'HTL-2026-0101';

let database: OperatedDatabase;
beforeAll(async () => {
  database = await createOperatedDatabase();
  expect((await database.ihc('hotel', 'import', EXAMPLE)).code).toBe(0);
});
afterAll(() => database.end());

/** Bookings with no more than the status of a hotel looks at. */
async function insertBookings(daysAhead: number[]): Promise<void> {
  const today = dayInBaghdad(new Date());
  for (const days of daysAhead)
    await database.pool.query(
      `insert into bookings (ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, status, check_in, check_out,
         rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, created_at, updated_at)
       select 1, h.id, gen_random_uuid(), 'x', h.id, h.id, h.id, 'CONFIRMED', $2::date, $2::date + 1, 1, 1, 0, 'IQD', 1, 1,
         '{}', '{}', '{}', now(), now() from hotels h where public_id = $1`,
      [HOTEL, formatDay(addDays(today, days))],
    );
}

describe('hotels', () => {
  it('are listed by city, in any spelling, and by status', async () => {
    expect((await database.ihc('hotel', 'list')).out).toMatch(
      /HTL-2026-0101 +Two Palms Hotel +Karbala +4 +ACTIVE/,
    );
    expect(await database.json('hotel', 'list', '--city', 'كربلاء', '--status', 'ACTIVE')).toHaveLength(1);
    expect(await database.json('hotel', 'list', '--city', 'Najaf')).toEqual([]);
    expect(await database.json('hotel', 'list', '--status', 'SUSPENDED')).toEqual([]);
    expect(await database.ihc('hotel', 'list', '--status', 'CLOSED')).toMatchObject({ code: 2 });
  });

  it('are shown with rooms, plans, contracts and nights', async () => {
    const { out } = await database.ihc('hotel', 'show', HOTEL);
    expect(out).toMatch(/^DBL +Double room +3 +2 +1 +12 +0 +yes$/m);
    expect(out).toMatch(/^DBL +FB-STRICT +FULL_BOARD +105000 +150000 +IQD +STRICT +yes$/m);
    expect(out).toMatch(/^open nights +0$/m);
    const shown = await database.json('hotel', 'show', HOTEL);
    expect(shown).toMatchObject({ public_id: HOTEL, contracts: 0, open_until: null, seasons: [] });
    expect(await database.json('hotel', 'show', shown.id)).toEqual(shown);
    expect(await database.json('hotel', 'show', HOTEL.toLowerCase())).toEqual(shown);
    expect(await database.ihc('hotel', 'show', 'HTL-2026-0999')).toMatchObject({
      code: 1,
      said: ['ihc: hotel HTL-2026-0999 does not exist: ihc hotel list shows all hotels'],
    });
  });
});

describe('the status of a hotel', () => {
  it('changes after a question when guests arrive soon, and is audited', async () => {
    await insertBookings([0, 7, 8]);
    const question = '2 bookings arrive at HTL-2026-0101 within 7 days; they stay booked. Stop selling?';
    const asked = await ihcOn(database.url, {}, 'n')('hotel', 'status', HOTEL, 'INACTIVE');
    expect(asked).toMatchObject({
      code: 1,
      said: [`${question} [y/N] `, 'ihc: not confirmed: nothing was changed'],
    });
    expect((await database.json('hotel', 'show', HOTEL)).status).toBe('ACTIVE');
    expect(await database.ihc('hotel', 'status', HOTEL, 'INACTIVE', '--yes')).toMatchObject({
      code: 0,
      said: [],
    });
    // No question: it does not sell now.
    expect(await database.ihc('hotel', 'status', HOTEL, 'SUSPENDED')).toMatchObject({ code: 0, said: [] });
    expect(await database.ihc('hotel', 'status', HOTEL, 'SUSPENDED')).toMatchObject({ code: 0, said: [] });
    const { rows } = await database.pool.query(
      "select who, subject, before, after from operator_audit where action = 'hotel status' order by id",
    );
    expect(rows).toEqual([
      { who: 'tester', subject: HOTEL, before: { status: 'ACTIVE' }, after: { status: 'INACTIVE' } },
      { who: 'tester', subject: HOTEL, before: { status: 'INACTIVE' }, after: { status: 'SUSPENDED' } },
    ]);
  });

  it('waits for the lock of the hotel', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(1, lock_number) from hotels where public_id = $1', [
      HOTEL,
    ]);
    let ended = false;
    const change = database.ihc('hotel', 'status', HOTEL, 'ACTIVE').then((ran) => {
      ended = true;
      return ran;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(ended).toBe(false);
    await client.query('commit');
    client.release();
    expect((await change).code).toBe(0);
  });
});

describe('the real command', () => {
  it('imports, exports and reports problems', async () => {
    const settings = productionOf(database.url);
    expect(await ihc(settings, 'hotel', 'import', EXAMPLE, '--dry-run')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('This was a dry run: nothing was changed.'),
    });
    const { stdout } = await ihc(settings, 'hotel', 'export', HOTEL);
    expect(JSON.parse(stdout)).toMatchObject({ publicId: HOTEL, names: { ar: 'فندق النخلتين' } });
    expect(await ihc(settings, 'hotel', 'import', 'no-such.json')).toMatchObject({
      code: 1,
      stderr: 'ihc: no-such.json: there is no such file\n',
    });
  });
});

describe('the JSON Schema of hotel files', () => {
  it('describes every field and closes every object', () => {
    const open: string[] = [];
    const visit = (schema: Record<string, unknown>, path: string) => {
      const { properties, items, type } = schema as {
        properties?: Record<string, Record<string, unknown>>;
        items?: Record<string, unknown>;
        type?: string;
      };
      if (schema.description === undefined) open.push(`${path} has no description`);
      if (type === 'object' && schema.additionalProperties !== false) open.push(`${path} is open`);
      if (type === 'integer' && (schema.minimum === undefined || schema.maximum === undefined))
        open.push(`${path} has no bounds`);
      for (const [name, inner] of Object.entries(properties ?? {})) visit(inner, `${path}.${name}`);
      if (items !== undefined) visit(items, `${path}[]`);
    };
    const { $defs } = hotelJsonSchema('x') as { $defs: { hotel: Record<string, unknown> } };
    visit($defs.hotel, 'hotel');
    expect(open).toEqual([]);
  });
});
