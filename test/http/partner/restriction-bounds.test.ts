import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantInBaghdad, parseDay } from '../../../src/kernel/day.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

// Fastify brings them. The document is JSON Schema 2020-12.
const { default: Ajv } = createRequire(import.meta.resolve('fastify'))('ajv/dist/2020');
const { default: addFormats } = createRequire(import.meta.resolve('fastify'))('ajv-formats');

const HOTEL = 'HTL-2026-0001';
const FROM = 30;

let service: TestService;
let isValid: (body: unknown) => boolean;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift, housekeeping: false });
  const { body } = await service.call('GET', '/v1/openapi.json');
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  isValid = ajv.compile({ $ref: '#/components/schemas/Error', components: body.components });
});
afterAll(() => service.end());

const sql = async (text: string, ...values: unknown[]) => {
  await service.context.pool.query(text, values);
  await service.context.feed.catchUp();
};

const stay = demoStay({ from: FROM });
const SINGLE = demoId(HOTEL, 'room', 'SGL');
const setNight = (set: string) =>
  sql(`update nights set ${set} where room_type_id = $1 and day = $2`, stay.roomTypeId, inDays(FROM));
const setPlanDay = async (field: string, value: number) => {
  await sql('delete from plan_days where rate_plan_id = $1', stay.ratePlanId);
  const all: Record<string, number> = { min_stay: 1, min_stay_through: 1, [field]: value };
  await sql(
    'insert into plan_days values ($1, $2, $3, false, false, false, $4, $5, $6)',
    ...[demoId(HOTEL), stay.ratePlanId, inDays(FROM)],
    ...[all.min_stay, all.min_stay_through, all.max_stay ?? null],
  );
};
const ofPlan = { rate_plan_id: stay.ratePlanId };
const onDay = { date: inDays(FROM) };

/** Each reason, with what makes it and what ends it. All concern a stay of two nights. */
const REASONS: [code: string, make: () => Promise<void>, end: () => Promise<void>, reason: object][] = [
  ['STOP_SELL', () => setNight('stop_sell = true'), () => setNight('stop_sell = false'), onDay],
  ['NOT_OPEN', () => setNight('open = false'), () => setNight('open = true'), onDay],
  [
    'CLOSED_TO_ARRIVAL',
    () => setNight('closed_to_arrival = true'),
    () => setNight('closed_to_arrival = false'),
    onDay,
  ],
  [
    'CLOSED_TO_DEPARTURE',
    () =>
      sql(
        'update nights set closed_to_departure = true where room_type_id = $1 and day = $2',
        ...[stay.roomTypeId, inDays(FROM + 2)],
      ),
    () => sql('update nights set closed_to_departure = false where room_type_id = $1', stay.roomTypeId),
    { date: inDays(FROM + 2) },
  ],
  ['MIN_STAY', () => setNight('min_stay = 3'), () => setNight('min_stay = 1'), { ...onDay, min_stay: 3 }],
  ['MAX_STAY', () => setNight('max_stay = 1'), () => setNight('max_stay = null'), { ...onDay, max_stay: 1 }],
  [
    'MIN_STAY',
    () => setPlanDay('min_stay', 4),
    () => setPlanDay('min_stay', 1),
    { ...onDay, ...ofPlan, min_stay: 4 },
  ],
  [
    'MIN_STAY_THROUGH',
    () => setPlanDay('min_stay_through', 5),
    () => setPlanDay('min_stay_through', 1),
    { ...onDay, ...ofPlan, min_stay_through: 5 },
  ],
  [
    'MAX_STAY',
    () => setPlanDay('max_stay', 1),
    () => setPlanDay('min_stay', 1),
    { ...onDay, ...ofPlan, max_stay: 1 },
  ],
  [
    'RELEASE_PERIOD',
    () => sql('update room_types set release_days = $2 where id = $1', stay.roomTypeId, FROM + 1),
    () => sql('update room_types set release_days = 0 where id = $1', stay.roomTypeId),
    { ...onDay, release_days: FROM + 1 },
  ],
  [
    'RELEASE_PERIOD',
    () => sql('update rate_plans set release_days = $2 where id = $1', stay.ratePlanId, FROM + 1),
    () => sql('update rate_plans set release_days = 0 where id = $1', stay.ratePlanId),
    { ...onDay, ...ofPlan, release_days: FROM + 1 },
  ],
  [
    'OCCUPANCY_EXCEEDED',
    () => sql('update room_types set max_adults = 1 where id = $1', stay.roomTypeId),
    () => sql('update room_types set max_adults = 2 where id = $1', stay.roomTypeId),
    { max_adults: 1 },
  ],
  [
    'HOTEL_NOT_ACTIVE',
    () => sql("update hotels set status = 'SUSPENDED' where public_id = $1", HOTEL),
    () => sql("update hotels set status = 'ACTIVE' where public_id = $1", HOTEL),
    { hotel_status: 'SUSPENDED' },
  ],
];

/** Price-check, prebook, booking, and a modification that brings a booking of another room to this stay. */
async function refusals(other: string) {
  const { guestPhone } = GUEST;
  const requests: [url: string, body: object][] = [
    ['/v1/price-check', { ...stay, guestPhone, adults: 2 }],
    ['/v1/prebook', { ...stay, ...GUEST, adults: 2 }],
    ['/v1/bookings', { ...stay, ...GUEST, adults: 2 }],
    [`/v1/bookings/${other}/modify`, { roomTypeId: stay.roomTypeId, ratePlanId: stay.ratePlanId }],
  ];
  const bodies = [];
  for (const [url, body] of requests) bodies.push((await service.call('POST', url, { body })).body);
  return bodies;
}

describe('a stay that breaks a restriction', () => {
  let other: string;
  beforeAll(async () => {
    const body = { ...demoStay({ from: FROM, room: 'FAM' }), ...GUEST, adults: 2 };
    other = (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
  });

  it.each(REASONS)('is refused with the bound of %s by every request', async (code, make, end, reason) => {
    await make();
    const bodies = await refusals(other);
    await end();
    for (const body of bodies) {
      expect(body.error.details.reasons).toEqual([{ code, ...reason }]);
      expect(isValid(body)).toBe(true);
    }
  });

  it('is refused with the last minute of the same-day cutoff', async () => {
    await sql("update hotels set same_day_cutoff = '18:30' where public_id = $1", HOTEL);
    shift = instantInBaghdad(parseDay(inDays(1))!, '18:31').getTime() - Date.now();
    const { body } = await service.call('POST', '/v1/price-check', { body: demoStay({ from: 1 }) });
    expect(body.error.details.reasons).toEqual([
      { code: 'SAME_DAY_CUTOFF', date: inDays(1), same_day_cutoff: '18:30' },
    ]);
    expect(isValid(body)).toBe(true);
    shift = 0;
    await sql("update hotels set same_day_cutoff = '23:59' where public_id = $1", HOTEL);
  });

  it('names the limits of the new room when a change of room does not fit', async () => {
    const { body } = await service.call('POST', `/v1/bookings/${other}/modify`, {
      body: { roomTypeId: SINGLE },
    });
    expect(body.error.details.reasons).toEqual([
      { code: 'OCCUPANCY_EXCEEDED', max_adults: 1, max_occupancy: 1 },
    ]);
  });

  it('control: the document does not accept a bound that is no number, or no reasons', async () => {
    const refused = (details: unknown) =>
      isValid({
        success: false,
        error: {
          ...{ code: 'RESTRICTION_VIOLATED', message: '', doc_url: 'https://example.com' },
          ...{ request_id: 'x', retryable: false, details },
        },
      });
    expect(refused({ reasons: [{ code: 'MIN_STAY', min_stay: 3 }] })).toBe(true);
    expect(refused({ reasons: [{ code: 'MIN_STAY', min_stay: 'three' }] })).toBe(false);
    expect(refused({ reasons: [{ code: 'SOMETHING' }] })).toBe(false);
    expect(refused({})).toBe(false);
    expect(refused(undefined)).toBe(false);
  });
});
