import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { instantInBaghdad, parseDay } from '../../../src/kernel/day.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { insertHotels, startProduction } from '../../support/production.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

const HOTEL = 'HTL-2026-0001';
const ROOM = demoId(HOTEL, 'room', 'DBL');

let service: TestService;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift, housekeeping: false });
});
afterAll(() => service.end());

const sql = async (text: string, values: unknown[]) => {
  await service.context.pool.query(text, values);
  await service.context.feed.catchUp();
};

/** What search, price-check, prebook and booking say about one stay. */
async function attempts(stay: ReturnType<typeof demoStay>) {
  const search = await service.call('POST', '/v1/search', {
    body: { checkIn: stay.checkIn, checkOut: stay.checkOut, destination: 'Baghdad' },
  });
  const hotel = search.body.data.find((one: { public_id: string }) => one.public_id === HOTEL);
  const room = hotel?.rooms.find((one: { room_type_id: string }) => one.room_type_id === stay.roomTypeId);
  const plans: string[] = room?.rate_plans.map((plan: { rate_plan_id: string }) => plan.rate_plan_id) ?? [];
  const responses = [];
  for (const url of ['/v1/price-check', '/v1/prebook', '/v1/bookings'])
    responses.push(
      await service.call('POST', url, {
        body: { ...stay, guestPhone: GUEST.guestPhone, ...(url.endsWith('check') ? {} : GUEST) },
      }),
    );
  return {
    found: plans.includes(stay.ratePlanId),
    statuses: responses.map((response) => response.status),
    reasons: responses.map((response) => response.body.error?.details?.reasons),
  };
}

const SOLD = { found: true, statuses: [200, 200, 200] };
const refusedWith = (...reasons: { code: string; date: string; [more: string]: unknown }[]) => ({
  found: false,
  statuses: [409, 409, 409],
  reasons: [reasons, reasons, reasons],
});

describe('a night that is not open', () => {
  it('is not sold, shows no rooms, and does not break a hold', async () => {
    const stay = demoStay({ from: 31 });
    const held = await service.call('POST', '/v1/prebook', { body: { ...stay, ...GUEST } });
    await sql('update nights set open = false where room_type_id = $1 and day = $2', [ROOM, inDays(32)]);
    const calendar = await service.call(
      'GET',
      `/v1/availability?hotelId=${HOTEL}&roomTypeId=${ROOM}&startDate=${inDays(32)}&days=1`,
    );
    expect(calendar.body.data[0]).toMatchObject({ allotment: 0, available: 0 });
    const booked = await service.call('POST', '/v1/bookings', {
      body: { ...stay, ...GUEST, prebookToken: held.body.data.prebook_token },
    });
    expect(booked.status).toBe(200);
    expect(await attempts(stay)).toEqual(refusedWith({ code: 'NOT_OPEN', date: inDays(32) }));
    // The guest keeps the night, and may add another one.
    const modified = await service.call('POST', `/v1/bookings/${booked.body.data.booking_id}/modify`, {
      body: { checkOut: inDays(34) },
    });
    expect(modified.status).toBe(200);
    await sql('update nights set open = true where room_type_id = $1', [ROOM]);
    expect(await attempts(stay)).toMatchObject(SOLD);
  });
});

describe('release periods', () => {
  it('of a plan close only that plan, of a room type all its plans', async () => {
    const stay = demoStay({ from: 6 });
    const other = demoStay({ from: 6, board: 'RO' });
    await sql('update rate_plans set release_days = 7 where id = $1', [stay.ratePlanId]);
    expect(await attempts(stay)).toEqual(
      refusedWith({
        code: 'RELEASE_PERIOD',
        date: inDays(6),
        rate_plan_id: stay.ratePlanId,
        release_days: 7,
      }),
    );
    expect(await attempts(other)).toMatchObject(SOLD);
    expect(await attempts(demoStay({ from: 7 }))).toMatchObject(SOLD);
    await sql('update rate_plans set release_days = 0 where id = $1', [stay.ratePlanId]);
    await sql('update room_types set release_days = 8 where id = $1', [ROOM]);
    const both = [6, 7].map((day) => ({ code: 'RELEASE_PERIOD', date: inDays(day), release_days: 8 }));
    expect(await attempts(other)).toEqual(refusedWith(...both));
    await sql('update room_types set release_days = 0 where id = $1', [ROOM]);
  });
});

describe('the same-day cutoff', () => {
  it('ends the sale of tonight, and of nothing else', async () => {
    await sql("update hotels set same_day_cutoff = '18:30' where public_id = $1", [HOTEL]);
    const at = (time: string) => {
      // Tomorrow, so that the clock never goes back.
      shift = instantInBaghdad(parseDay(inDays(1))!, time).getTime() - Date.now();
    };
    at('18:30');
    expect(await attempts(demoStay({ from: 1 }))).toMatchObject(SOLD);
    at('18:31');
    expect(await attempts(demoStay({ from: 1 }))).toEqual(
      refusedWith({ code: 'SAME_DAY_CUTOFF', date: inDays(1), same_day_cutoff: '18:30' }),
    );
    expect(await attempts(demoStay({ from: 2 }))).toMatchObject(SOLD);
    shift = 0;
  });
});

describe('new nights', () => {
  it('stay closed, and with auto_open they open within open_ahead_days', async () => {
    const { service: production, end } = await startProduction();
    const { pool } = production.context;
    await insertHotels(pool, 7100, 3, 1);
    await pool.query("update hotels set auto_open = false where public_id = 'HTL-2026-7101'");
    await pool.query("update hotels set open_ahead_days = 90 where public_id = 'HTL-2026-7102'");
    // A night that has restrictions before it is open keeps them.
    await pool.query(
      `insert into nights (hotel_id, room_type_id, day, allotment, min_stay, open)
       select hotel_id, id, d::date, 4, 5, false from room_types, unnest($1::text[]) d`,
      [[inDays(90), inDays(91)]],
    );
    await keepHouse(production.context);
    const opened = await pool.query(
      `select h.public_id, count(*) filter (where n.open)::int as open, max(n.day) filter (where n.open)::text as last,
         sum(n.min_stay) filter (where n.day in ($1, $2))::int as nights
       from hotels h left join nights n on n.hotel_id = h.id group by 1 order by 1`,
      [inDays(90), inDays(91)],
    );
    expect(opened.rows).toEqual([
      { public_id: 'HTL-2026-7100', open: 531, last: inDays(530), nights: 10 },
      { public_id: 'HTL-2026-7101', open: 0, last: null, nights: 10 },
      { public_id: 'HTL-2026-7102', open: 91, last: inDays(90), nights: 10 },
    ]);
    await end();
  });
});
