import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AvailabilityDay } from '../../../src/http/partner/rates/availability.schema.ts';
import { addDays, dayInBaghdad, formatDay } from '../../../src/kernel/day.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { freshCredentials, sharedService, type TestService } from '../../support/service.ts';

const HOTEL = 'HTL-2026-0001';
const ROOM = demoId(HOTEL, 'room', 'DBL');
const BASE = `/v1/availability?hotelId=${HOTEL}&roomTypeId=${ROOM}`;
const today = dayInBaghdad(new Date());

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

describe('GET /availability', () => {
  it('matches its schema, although no serialiser enforces it', async () => {
    const { body } = await service.call('GET', `${BASE}&days=365`);
    for (const day of body.data) {
      expect([...Value.Errors(AvailabilityDay, day)]).toEqual([]);
      expect(Object.keys(day)).toEqual(Object.keys(AvailabilityDay.properties));
    }
  });

  it('gives 14 days from today in Baghdad by default', async () => {
    const { status, body } = await service.call('GET', BASE);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(14);
    expect(body.data[0].date).toBe(formatDay(today));
    expect(body.meta).toEqual({
      count: 14,
      hotel_id: demoId(HOTEL),
      room_type_id: ROOM,
      start_date: formatDay(today),
    });
    expect(body.data[1]).toEqual({
      date: formatDay(addDays(today, 1)),
      allotment: 12,
      booked: 0,
      blocked: 0,
      held: 0,
      available: 12,
      stop_sell: false,
      cta: false,
      ctd: false,
      min_stay: 1,
      max_stay: null,
    });
  });

  it('shows the restrictions of the demo world at their documented distances', async () => {
    const { body } = await service.call('GET', `${BASE}&days=60`);
    expect(body.data[10].stop_sell).toBe(true);
    expect(body.data[12].cta).toBe(true);
    expect(body.data[14].ctd).toBe(true);
    expect(body.data[21].min_stay).toBe(3);
    expect(body.data[24].max_stay).toBe(2);
    expect(body.data[25]).toMatchObject({ available: 0, blocked: 12, allotment: 12 });
  });

  it('accepts hotel uuid and public id', async () => {
    const byUuid = await service.call('GET', BASE.replace(HOTEL, demoId(HOTEL)));
    expect(byUuid.body).toEqual((await service.call('GET', BASE)).body);
  });

  it('has open nights for the longest stay on the last day of arrival', async () => {
    const { body } = await service.call('GET', `${BASE}&startDate=${formatDay(addDays(today, 500))}&days=31`);
    expect(body.data.every((day: { allotment: number }) => day.allotment === 12)).toBe(true);
  });

  it.each([
    ['days=1', 200, null],
    ['days=365', 200, null],
    ['days=0', 400, 'at least 1'],
    ['days=366', 400, 'at most 365'],
    ['days=-1', 400, 'at least 1'],
    ['days=abc', 400, 'whole number'],
    ['days=', 400, 'whole number'],
    ['days=1.5', 400, 'whole number'],
    ['days=1e1', 400, 'whole number'],
    ['days=0x10', 400, 'whole number'],
    ['days=%D9%A1%D9%A4', 400, 'whole number'],
    ['days=7&days=8', 400, 'whole number'],
    ['days=99999999999999999999', 400, 'whole number'],
    [`startDate=${formatDay(today)}`, 200, null],
    [`startDate=${formatDay(addDays(today, 500))}`, 200, null],
    [`startDate=${formatDay(addDays(today, -1))}`, 400, 'today in Baghdad'],
    [`startDate=${formatDay(addDays(today, 501))}`, 400, '500 days ahead'],
    ['startDate=2027-02-30', 400, 'valid date'],
    ['startDate=27-2-3', 400, 'valid date'],
    ['startDate=%D9%A2%D9%A0%D9%A2%D9%A7-01-01', 400, 'valid date'],
    ['startDate=2027-01-01%00', 400, 'NUL'],
    ['day=3', 400, 'did you mean days'],
    ['start_date=2027-01-01', 400, 'did you mean startDate'],
  ])('?%s is %d', async (query, status, message) => {
    const response = await service.call('GET', `${BASE}&${query}`);
    expect(response.status).toBe(status);
    if (message !== null) {
      expect(response.body.error.code).toBe('VALIDATION_ERROR');
      expect(response.body.error.message).toContain(message);
    }
  });

  it('names both parameters when both are missing', async () => {
    const { body } = await service.call('GET', '/v1/availability');
    expect(body.error.details).toEqual([
      { field: 'hotelId', code: 'REQUIRED', message: 'hotelId is required' },
      { field: 'roomTypeId', code: 'REQUIRED', message: 'roomTypeId is required' },
    ]);
  });

  it("is 404 for a room type that is unknown or another hotel's", async () => {
    for (const room of ['x', demoId('HTL-2026-0002', 'room', 'DBL')]) {
      const response = await service.call('GET', `/v1/availability?hotelId=${HOTEL}&roomTypeId=${room}`);
      expect([response.status, response.body.error.code]).toEqual([404, 'ROOM_TYPE_NOT_FOUND']);
    }
  });

  it('counts held rooms as blocked, per ledger, and never shows less than none', async () => {
    const { pool, feed, snapshot } = service.context;
    const ledger = snapshot.findClient(service.credentials['x-client-id']!)!.ledgerId;
    await pool.query(
      `insert into night_counters (ledger_id, hotel_id, room_type_id, day, booked, held) values
       ($1, $2, $3, $4, 5, 2), ($1, $2, $3, $5, 12, 3)`,
      [ledger, demoId(HOTEL), ROOM, formatDay(addDays(today, 2)), formatDay(addDays(today, 3))],
    );
    await feed.catchUp();
    const mine = (await service.call('GET', BASE)).body.data;
    expect(mine[2]).toMatchObject({ allotment: 12, booked: 5, held: 2, blocked: 2, available: 5 });
    expect(mine[3]).toMatchObject({ allotment: 12, booked: 12, held: 3, blocked: 3, available: 0 });
    const other = await service.call('GET', BASE, { headers: await freshCredentials(service) });
    expect(other.body.data[2]).toMatchObject({ booked: 0, held: 0, available: 12 });
  });
});
