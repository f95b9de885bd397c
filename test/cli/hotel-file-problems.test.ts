import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';

const EXAMPLE = resolve(fileURLToPath(import.meta.url), '../../../docs/examples/hotel.json');
const today = dayInBaghdad(new Date());
const inDays = (days: number) => formatDay(addDays(today, days));
const example = () => JSON.parse(readFileSync(EXAMPLE, 'utf8'));

let folder: string;
let database: OperatedDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-problems-'));
  database = await createOperatedDatabase();
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true });
});

function put(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
  return path;
}

/** The messages of an import, without the folder of the files. Nothing may have changed. */
async function problemsOf(...parameters: string[]): Promise<string[]> {
  const { code, said, out } = await database.ihc('hotel', 'import', ...parameters);
  expect([code, out]).toEqual([1, '']);
  const { rows } = await database.pool.query(
    'select (select count(*)::int from hotels) + (select count(*)::int from operator_audit) as rows',
  );
  expect(rows[0].rows).toBe(0);
  return said.map((line) => line.replace('ihc: ', '').replaceAll(`${folder}/`, ''));
}

describe('a file with twenty mistakes', () => {
  it('gives twenty messages, each with its place and its bound', async () => {
    const first = example();
    first.publicId = 'HTL-26-1';
    first.names.ar = 'Two Palms';
    first.starRating = 6;
    first.city = ' ';
    first.descriptions.en = 'A <b>good</b> hotel';
    first.phone = '12';
    first.coordinates.latitude = 132.6;
    first.images[0].url = 'http://images.example.com/front.jpg';
    first.frontDesk[0].email = 'reception';
    delete first.frontDesk[1].phone;
    first.policies.checkInFrom = '2 pm';
    first.taxes.taxPercent = 5.125;
    delete first.governorate;
    const second = { ...example(), publicId: 'HTL-2026-0102' };
    second.roomTypes[0].maxAdults = 4;
    second.roomTypes[0].ratePlans[0].prices.double = '95000.50';
    second.roomTypes[0].ratePlans[1].cancellationPolicy = 'FREE';
    second.roomTypes[1].code = 'DBL';
    second.roomTypes[1].maxAdult = second.roomTypes[1].maxAdults;
    delete second.roomTypes[1].maxAdults;
    second.cancellationPolicies[1].rules[1].hoursBeforeCheckIn = 17520;
    second.cancellationPolicies[0].noShowPenalty = { type: 'NIGHTS', value: 31 };
    const problems = await problemsOf(put('twenty.json', { hotels: [first, second] }));
    const line = 'without HTML, control characters and direction marks';
    expect(problems.map((problem) => problem.replace('twenty.json: ', '')).sort()).toEqual(
      [
        'hotels[0].publicId: must be a public id such as HTL-2026-0101, not "HTL-26-1"',
        `hotels[0].names.ar: must be one line with at least one Arabic letter, ${line}, not "Two Palms"`,
        'hotels[0].starRating: must be a whole number from 1 to 5, not 6',
        `hotels[0].city: must be one line with at least one visible character, ${line}, not " "`,
        `hotels[0].descriptions.en: must be text ${line}, not "A <b>good</b> hotel"`,
        'hotels[0].phone: must be a valid phone number, such as +9647701234567 or 0770 123 4567, not "12"',
        'hotels[0].coordinates.latitude: must be a number from -90 to 90, not 132.6',
        'hotels[0].images[0].url: must be an address that begins with https://, not "http://images.example.com/front.jpg"',
        'hotels[0].frontDesk[0].email: must be an e-mail address of at most 254 characters, not "reception"',
        'hotels[0].frontDesk[1]: must have a phone or an email, or both',
        'hotels[0].policies.checkInFrom: must be a time from 00:00 to 23:59, not "2 pm"',
        'hotels[0].taxes.taxPercent: must be a number from 0 to 100 with at most two decimals, not 5.125',
        'hotels[0].governorate: is missing: must be text of 1 to 80 characters',
        'hotels[1].roomTypes[0].maxAdults: must be at most maxOccupancy, which is 3, not 4',
        'hotels[1].roomTypes[0].ratePlans[0].prices.double: must be an amount in IQD, without decimals, from 1 to 2147483647, not "95000.50"',
        'hotels[1].roomTypes[0].ratePlans[1].cancellationPolicy: must be a code of cancellationPolicies (FLEX, STRICT), not "FREE"',
        'hotels[1].roomTypes[1].code: must be unique: roomTypes[0] is "DBL" too',
        'hotels[1].roomTypes[1].maxAdult: unknown field; did you mean maxAdults?',
        'hotels[1].cancellationPolicies[1].rules[1].hoursBeforeCheckIn: must differ from cancellationPolicies[1].rules[0]: both are 17520',
        'hotels[1].cancellationPolicies[0].noShowPenalty.value: must be from 0 to 30 for NIGHTS, not 31',
      ].sort(),
    );
  });

  it('names hotels and ids that are there twice, over several files', async () => {
    const id = '6f7f7a1e-0000-4000-8000-000000000001';
    const one = put('one.json', { ...example(), id });
    const two = put('two.json', { hotels: [{ ...example(), id }] });
    expect(await problemsOf(one, two)).toEqual([
      'two.json: hotels[0].publicId: must be unique: one.json: publicId is "HTL-2026-0101" too',
      `two.json: hotels[0].id: must be unique: one.json: id is "${id}" too`,
    ]);
  });

  it.each([
    [
      'names.en',
      (hotel: ReturnType<typeof example>) => {
        hotel.names.en = 'x\u0000y';
      },
    ],
    [
      'names.en',
      (hotel: ReturnType<typeof example>) => {
        hotel.names.en = 'ab\ud800';
      },
    ],
    [
      'names.en',
      (hotel: ReturnType<typeof example>) => {
        hotel.names.en = 'ab\u202e';
      },
    ],
    [
      'names.en',
      (hotel: ReturnType<typeof example>) => {
        hotel.names.en = 'a'.repeat(201);
      },
    ],
    [
      'address.ckb',
      (hotel: ReturnType<typeof example>) => {
        hotel.address.ckb = 'ab\u202e';
      },
    ],
    [
      'roomTypes[0].names.ckb',
      (hotel: ReturnType<typeof example>) => {
        hotel.roomTypes[0].names.ckb = '';
      },
    ],
    [
      'roomTypes[0].ratePlans[0].names.ckb',
      (hotel: ReturnType<typeof example>) => {
        hotel.roomTypes[0].ratePlans[0].names.ckb = 'ک'.repeat(201);
      },
    ],
    [
      'roomTypes[0].sizeSqm',
      (hotel: ReturnType<typeof example>) => {
        hotel.roomTypes[0].sizeSqm = 40_000;
      },
    ],
    [
      'roomTypes[0].ratePlans[0].prices.single',
      (hotel: ReturnType<typeof example>) => {
        hotel.roomTypes[0].ratePlans[0].prices.single = '0';
      },
    ],
    [
      'roomTypes[0].ratePlans[0].prices.child',
      (hotel: ReturnType<typeof example>) => {
        hotel.roomTypes[0].ratePlans[0].prices.child = 5;
      },
    ],
    [
      'roomTypes[0].ratePlans',
      (hotel: ReturnType<typeof example>) => {
        hotel.roomTypes[0].ratePlans = {};
      },
    ],
    [
      'opening.openAheadDays',
      (hotel: ReturnType<typeof example>) => {
        hotel.opening.openAheadDays = 501;
      },
    ],
    [
      'languages[1]',
      (hotel: ReturnType<typeof example>) => {
        hotel.languages[1] = 'Kurdish';
      },
    ],
  ])('a mistake in %s is one message', async (path, spoil) => {
    const hotel = example();
    spoil(hotel);
    const problems = await problemsOf(put('one.json', hotel));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^one.json: ${path.replace(/[[\]]/g, '\\$&')}: must`));
  });
});

describe('a file that is no hotel file', () => {
  it('is one clear line', async () => {
    mkdirSync(join(folder, 'folder'));
    truncateSync(put('large.json', ''), 65 * 1024 * 1024);
    const broken = '{\n  "publicId": "HTL-2026-0101",\n  "names": {"en": "ا", x}\n}';
    expect(
      await problemsOf(
        put('broken.json', broken),
        put('half.json', '{"hotels": ['),
        put('list.json', []),
        put('latin.json', Buffer.from([0x22, 0xe9, 0x22])),
        join(folder, 'folder'),
        join(folder, 'missing.json'),
        join(folder, 'large.json'),
        put('nul.json', '"\u0000"'),
        put('deep.json', `{"x": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      ),
    ).toEqual([
      'broken.json: is not valid JSON: line 3, column 24: unexpected "x}"',
      'half.json: is not valid JSON: line 1, column 13: the text ends too early',
      'list.json: must be a JSON object, not a list',
      'latin.json: is not text in UTF-8',
      'folder: is a folder, not a file',
      'missing.json: there is no such file',
      'large.json: has 65 MB, the limit is 64 MB; divide it into several files',
      'nul.json: is not text in UTF-8: it has a NUL character',
      'deep.json: must have at most 100 levels of objects and lists',
    ]);
    expect(await problemsOf('/dev/zero')).toEqual([
      '/dev/zero: has more than 64 MB, the limit is 64 MB; divide it into several files',
    ]);
    expect(await problemsOf()).toEqual([
      'name a hotel file, or --nights, or --prices: see ihc hotel import --help',
    ]);
  });
});

describe('CSV files', () => {
  it('report every problem with line and column, and lines that contradict each other', async () => {
    const nights = [
      'hotel,room_type,from,to,weekdays,open,allotment,blocked,min_stay,max_stay',
      `HTL-2026-0101,DBL,${inDays(1)},${inDays(9)},,,5,,,`,
      `HTL-2026-0101,DBL,${inDays(9)},${inDays(12)},,,6,,,`,
      `HTL-2026-0101,SUITE,${inDays(1)},${inDays(2)},,,5,,,`,
      `HTL-2026-0999,DBL,${inDays(1)},${inDays(2)},,,5,,,`,
      `HTL-2026-0101,FAM,${inDays(-1)},${inDays(531)},,maybe,32768,-1,31,`,
      `HTL-2026-0101,FAM,${inDays(3)},${inDays(2)},,,,,5,3`,
      `HTL-2026-0101,FAM,${inDays(3)},${inDays(3)},thx,,1,,,`,
      `HTL-2026-0101,FAM,2027-02-30,${inDays(3)},,,,,,`,
      `HTL-2026-0101,FAM,${inDays(20)},${inDays(22)},,,,,4,`,
      `HTL-2026-0101,FAM,${inDays(22)},${inDays(23)},,,,,,3`,
    ];
    const prices = [
      'hotel,room_type,rate_plan,from,to,weekdays,single,double,extra_adult,child',
      `HTL-2026-0101,DBL,XX,${inDays(1)},${inDays(2)},,1,2,3,4`,
      `HTL-2026-0101,DBL,BB,${inDays(1)},${inDays(2)},,1,2,3,`,
      `HTL-2026-0101,DBL,BB,${inDays(1)},${inDays(2)},,0,2.50,3,4`,
      `HTL-2026-0101,FAM,BB,${inDays(1)},${inDays(2)},,1,2,3,4`,
      `HTL-2026-0101,FAM,BB,${inDays(2)},${inDays(2)},,,,,`,
    ];
    const problems = await problemsOf(
      EXAMPLE,
      '--nights',
      put('nights.csv', `\ufeff${nights.join('\r\n')}`),
      '--prices',
      put('prices.csv', prices.join('\n')),
    );
    const range = `must be from ${inDays(0)} (today in Baghdad) to ${inDays(530)} (530 days ahead)`;
    expect(problems.sort()).toEqual(
      [
        `nights.csv line 3, allotment: line 2 sets it differently for ${inDays(9)}`,
        'nights.csv line 4, room_type: HTL-2026-0101 has no room type SUITE; it has DBL, FAM',
        'nights.csv line 5, hotel: no hotel HTL-2026-0999, neither in the files nor in the database',
        `nights.csv line 6, from: ${range}, not ${inDays(-1)}`,
        `nights.csv line 6, to: ${range}, not ${inDays(531)}`,
        'nights.csv line 6, open: must be yes, no, true, false, 1 or 0, not "maybe"',
        'nights.csv line 6, allotment: must be a whole number from 0 to 32767, not "32768"',
        'nights.csv line 6, blocked: must be a whole number from 0 to 32767, not "-1"',
        'nights.csv line 6, min_stay: must be a whole number from 1 to 30, not "31"',
        `nights.csv line 7, to: must not be before from, which is ${inDays(3)}, not ${inDays(2)}`,
        'nights.csv line 7, max_stay: must be 0 or from min_stay, which is 5, to 30, not 3',
        'nights.csv line 8, weekdays: must be some of sun mon tue wed thu fri sat, or empty for every day, not "thx"',
        'nights.csv line 9, from: must be a valid date in the format YYYY-MM-DD, from 2000 to 2199, not "2027-02-30"',
        'nights.csv line 9, allotment: nothing is set: at least one of open, allotment, blocked, stop_sell, cta, ctd, min_stay, max_stay is needed',
        `nights.csv line 11, max_stay: must be 0 or from min_stay, which line 10 sets to 4 on ${inDays(22)}, to 30, not 3`,
        'prices.csv line 2, rate_plan: room type DBL of HTL-2026-0101 has no rate plan XX',
        'prices.csv line 3, child: must not be empty: all four prices, or none for the usual prices',
        'prices.csv line 4, single: must be an amount in IQD, without decimals, from 1 to 2147483647, not "0"',
        'prices.csv line 4, double: must be an amount in IQD, without decimals, from 1 to 2147483647, not "2.50"',
        `prices.csv line 6, single: line 5 sets it differently for ${inDays(2)}`,
      ].sort(),
    );
  });

  it('name columns that are missing, unknown or there twice', async () => {
    expect(
      await problemsOf(
        EXAMPLE,
        '--nights',
        put('nights.csv', 'hotel,roomtype,from,until,colour,from\n'),
        '--prices',
        put('prices.csv', ''),
      ),
    ).toEqual([
      'nights.csv line 1: unknown column "roomtype"; did you mean room_type?',
      expect.stringMatching(/^nights.csv line 1: unknown column "until"; known: hotel, /),
      expect.stringMatching(/^nights.csv line 1: unknown column "colour"; known: hotel, /),
      'nights.csv line 1: column to is missing',
      'nights.csv line 1: column from is there twice',
      expect.stringMatching(/^prices.csv: is empty; the first line must name the columns: hotel,room_type,/),
    ]);
  });
});
