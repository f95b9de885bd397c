import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import type { HotelFile } from '../../src/operations/hotel-files/hotel-file.schema.ts';
import { PARAGRAPHS } from '../../src/operations/hotel-files/text-forms.ts';
import { createTestDatabase } from '../support/database.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';

const today = dayInBaghdad(new Date());
let folder: string;
let first: OperatedDatabase;
let second: OperatedDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-export-'));
  first = await createOperatedDatabase();
  second = await createOperatedDatabase();
});
afterAll(async () => {
  await first.end();
  await second.end();
  rmSync(folder, { recursive: true });
});

const words = fc.constantFrom(
  'Karbala',
  'كربلاء',
  'هۆتێلی ئارام',
  '"quoted"',
  'a, b',
  '5 < 6',
  "d'Or",
  '',
  ' x ',
);
const paragraphs = fc
  .oneof(
    fc.array(words, { maxLength: 5 }).map((parts) => parts.join('\n')),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  .filter((text) => new RegExp(PARAGRAPHS, 'u').test(text));
const english = fc.array(words, { maxLength: 4 }).map((parts) => `Hotel ${parts.join(' ')}`);
const arabic = fc.array(words, { maxLength: 4 }).map((parts) => `فندق ${parts.join(' ')}`);
const names = fc.record({ en: english, ar: arabic });
const kurdish = fc.array(words, { maxLength: 4 }).map((parts) => `ژووری ${parts.join(' ')}`);
const threeNames = fc.record({ en: english, ar: arabic, ckb: kurdish }, { requiredKeys: ['en', 'ar'] });
const whole = (min: number, max: number) => fc.integer({ min, max });
const activity = fc.constantFrom({}, {}, { active: false });
const penalty = fc.oneof(
  fc.record({ type: fc.constant('NIGHTS' as const), value: whole(0, 30) }),
  fc.record({ type: fc.constant('PERCENT' as const), value: whole(0, 100) }),
);
const amenities = fc.array(fc.constantFrom('WIFI', 'A, B', '"LIFT"', 'مصعد', '{x}', 'NULL', '\\'), {
  maxLength: 4,
});
const codes = (most: number) => fc.subarray(['A', 'B.1', 'c_d', 'E-2'], { minLength: 1, maxLength: most });

const policies = codes(3).chain((list) =>
  fc.tuple(
    ...list.map((code) =>
      fc
        .tuple(names, fc.uniqueArray(whole(0, 99_999), { maxLength: 3 }), penalty, activity)
        .map(([named, hours, cost, active]): HotelFile['cancellationPolicies'][number] => ({
          code,
          names: named,
          rules: hours.map((hoursBeforeCheckIn) => ({ hoursBeforeCheckIn, penalty: cost })),
          noShowPenalty: cost,
          ...active,
        })),
    ),
  ),
);

const plan = (code: string, policy: string) =>
  fc
    .tuple(
      threeNames,
      fc.constantFrom('IQD' as const, 'USD' as const),
      whole(1, 20_000),
      whole(0, 365),
      activity,
    )
    .map(
      ([
        named,
        currency,
        amount,
        releaseDays,
        active,
      ]): HotelFile['roomTypes'][number]['ratePlans'][number] => ({
        code,
        names: named,
        pricingModel: 'HALF_BOARD',
        currency,
        prices: {
          single: currency === 'IQD' ? `${amount}` : `${amount}.05`,
          double: '2147483',
          extraAdult: '0',
          child: `${amount}`,
        },
        cancellationPolicy: policy,
        releaseDays,
        ...active,
      }),
    );

const rooms = (policy: string) =>
  codes(3).chain((list) =>
    fc.tuple(
      ...list.map((code) =>
        fc
          .tuple(
            threeNames,
            whole(1, 20),
            amenities,
            codes(2).chain((plans) => fc.tuple(...plans.map((one) => plan(one, policy)))),
            activity,
            whole(0, 32_767),
          )
          .map(
            ([named, people, list, ratePlans, active, usualAllotment]): HotelFile['roomTypes'][number] => ({
              code,
              names: named,
              maxOccupancy: people,
              maxAdults: people,
              maxChildren: people - 1,
              beds: [{ type: named.en.slice(0, 40), count: 1 }],
              amenities: list,
              sizeSqm: 30,
              usualAllotment,
              releaseDays: 3,
              ratePlans,
              ...active,
            }),
          ),
      ),
    ),
  );

const hotel = (number: number) =>
  policies.chain((cancellationPolicies) =>
    fc
      .record({
        names: fc.record({ en: english, ar: arabic, ckb: arabic }),
        starRating: whole(1, 5),
        status: fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const, 'SUSPENDED' as const),
        currency: fc.constantFrom('IQD' as const, 'USD' as const),
        descriptions: fc.record({ en: paragraphs, ar: paragraphs, ckb: paragraphs }),
        address: threeNames,
        coordinates: fc.record({
          latitude: fc.double({ min: -90, max: 90, noNaN: true }),
          longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        }),
        amenities,
        images: fc.array(
          fc.record({
            url: fc.constant('https://a.example/x,y.jpg'),
            captions: fc.record({ en: paragraphs, ar: paragraphs }),
          }),
          { maxLength: 2 },
        ),
        languages: fc.subarray(['ar', 'ckb', 'fa']),
        frontDesk: fc.constantFrom<NonNullable<HotelFile['frontDesk']>[]>(
          [],
          [{ name: 'مكتب, "1"', phone: '07701234567', language: 'ar' as const }],
          [{ name: 'x', email: 'a@b.example', language: 'ckb' as const }],
        ),
        policies: fc.record({
          checkInFrom: fc.constantFrom('00:00', '14:30'),
          checkOutUntil: fc.constant('23:59'),
          children: paragraphs,
          payment: paragraphs,
          pets: paragraphs,
          cancellation: paragraphs,
        }),
        taxes: fc
          .record({ taxPercent: whole(0, 10_000), serviceChargePercent: whole(0, 10_000) })
          .map(({ taxPercent, serviceChargePercent }) => ({
            taxPercent: taxPercent / 100,
            serviceChargePercent: serviceChargePercent / 100,
          })),
        opening: fc.record({
          autoOpen: fc.boolean(),
          openAheadDays: whole(0, 500),
          sameDayCutoff: fc.constant('18:05'),
        }),
        roomTypes: rooms(cancellationPolicies[0]!.code),
      })
      .map(
        (rest): HotelFile => ({
          publicId: `HTL-2027-000${number}`,
          city: 'Najaf, old town',
          governorate: 'Najaf',
          phone: '0770 123 4567',
          cancellationPolicies,
          ...rest,
        }),
      ),
  );

const nightsValues = fc
  .tuple(
    fc.boolean(),
    whole(0, 32_767),
    whole(0, 300),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
    whole(1, 15),
    fc.constantFrom(0, 15, 30),
  )
  .map(([open, allotment, blocked, stop, cta, ctd, least, most]) =>
    [open ? 'yes' : 'no', allotment, blocked, stop, cta, ctd, least, most].join(),
  );
const ranges = fc
  .uniqueArray(whole(0, 530), { minLength: 2, maxLength: 8 })
  .map((days) => days.sort((one, other) => one - other))
  .map((days) =>
    Array.from(
      { length: Math.floor(days.length / 2) },
      (_, at) => [days[2 * at]!, days[2 * at + 1]!] as const,
    ),
  );

const world = fc.tuple(hotel(1), hotel(2)).chain((hotels) =>
  fc.record({
    hotels: fc.constant(hotels),
    nights: linesFor(
      hotels.flatMap(({ publicId, roomTypes }) => roomTypes.map(({ code }) => `${publicId},${code}`)),
      nightsValues,
    ),
    prices: linesFor(
      hotels.flatMap(({ publicId, roomTypes }) =>
        roomTypes.flatMap(({ code, ratePlans }) => ratePlans.map((one) => `${publicId},${code},${one.code}`)),
      ),
      whole(1, 500_000).map((amount) => `${amount},${amount + 1},0,${amount}`),
    ),
  }),
);

function linesFor(keys: string[], values: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  const day = (offset: number) => formatDay(addDays(today, offset));
  const lines = keys.map((key) =>
    ranges.chain((list) =>
      fc.tuple(
        ...list.map(([from, to]) => values.map((value) => `${key},${day(from)},${day(to)},,${value}`)),
      ),
    ),
  );
  return fc.tuple(...lines).map((of) => of.flat());
}

const HEADERS = {
  nights: 'hotel,room_type,from,to,weekdays,open,allotment,blocked,stop_sell,cta,ctd,min_stay,max_stay',
  prices: 'hotel,room_type,rate_plan,from,to,weekdays,single,double,extra_adult,child',
};

/** Every row, without versions, timestamps and lock numbers. */
async function rowsOf({ pool }: OperatedDatabase): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, key] of [
    ['hotels', 'id'],
    ['cancellation_policies', 'id'],
    ['room_types', 'id'],
    ['rate_plans', 'id'],
    ['nights', 'room_type_id, day'],
    ['day_prices', 'rate_plan_id, day'],
  ] as const) {
    const { rows } = await pool.query(
      `select to_jsonb(t) - array['version', 'updated_at', 'lock_number'] as row from ${table} t order by ${key}`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

it('an export imports again to the same rows, in another database and in the same one', async () => {
  const path = (name: string) => join(folder, name);
  await fc.assert(
    fc.asyncProperty(world, async ({ hotels, nights, prices }) => {
      for (const { pool } of [first, second])
        await pool.query(
          'truncate hotels, room_types, rate_plans, cancellation_policies, nights, day_prices, operator_audit, price_history cascade',
        );
      writeFileSync(path('a.json'), JSON.stringify({ hotels }));
      writeFileSync(path('an.csv'), [HEADERS.nights, ...nights].join('\n'));
      writeFileSync(path('ap.csv'), [HEADERS.prices, ...prices].join('\n'));
      const files = (letter: string) => [`${letter}n.csv`, `${letter}p.csv`].map(path);
      const load = (database: OperatedDatabase, letter: string) => {
        const [nightsFile, pricesFile] = files(letter);
        return database.ihc(
          'hotel',
          'import',
          path(`${letter}.json`),
          '--nights',
          nightsFile!,
          '--prices',
          pricesFile!,
        );
      };
      const put = await load(first, 'a');
      expect(put.said.filter((line) => line.startsWith('ihc:'))).toEqual([]);
      expect(put.code).toBe(0);
      const [nightsFile, pricesFile] = files('b');
      const out = await first.ihc(
        'hotel',
        'export',
        '--out',
        path('b.json'),
        '--nights',
        nightsFile!,
        '--prices',
        pricesFile!,
      );
      expect(out.said).toEqual([]);
      const before = await rowsOf(first);
      expect(before.hotels).toHaveLength(2);
      const copied = await load(second, 'b');
      expect(copied.said.filter((line) => line.startsWith('ihc:'))).toEqual([]);
      expect(await rowsOf(second)).toEqual(before);
      const changes = (await first.pool.query('select count(*) from changes')).rows;
      const again = await load(first, 'b');
      expect(again.code).toBe(0);
      expect(again.out).toMatch(/nights changed: 0, day prices changed: 0/);
      expect((await first.pool.query('select count(*) from changes')).rows).toEqual(changes);
      expect(JSON.parse(readFileSync(path('b.json'), 'utf8')).hotels).toHaveLength(2);
    }),
    { numRuns: 8 },
  );
});

it('an export names hotels that do not exist, and files that cannot be written', async () => {
  expect(await first.ihc('hotel', 'export', 'HTL-2027-0009', 'x')).toMatchObject({
    code: 1,
    said: [
      'ihc: hotel HTL-2027-0009 does not exist: ihc hotel list shows all hotels',
      'ihc: hotel x does not exist: ihc hotel list shows all hotels',
    ],
  });
  const ran = await first.ihc('hotel', 'export', '--out', join(folder, 'none', 'x.json'));
  expect(ran.code).toBe(1);
  expect(ran.said[0]).toMatch(/x.json: cannot be written: ENOENT/);
});

it('hotels of the demo world export to files that import without a change', async () => {
  const demo = await createTestDatabase();
  const ihc = ihcOn(demo.url, { environment: 'sandbox' });
  const [hotels, nights, prices] = ['d.json', 'dn.csv', 'dp.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  expect((await ihc('hotel', 'export', '--out', hotels, '--nights', nights, '--prices', prices)).code).toBe(
    0,
  );
  const { data, said } = await ihc(
    '--json',
    'hotel',
    'import',
    hotels,
    '--nights',
    nights,
    '--prices',
    prices,
    '--dry-run',
  );
  expect(said.filter((line) => line.startsWith('ihc:'))).toEqual([]);
  expect(data).toMatchObject({ nights_changed: 0, day_prices_changed: 0, changes: [] });
  await demo.drop();
});
