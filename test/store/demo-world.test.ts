import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../src/boot/housekeeping.ts';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { demoId } from '../../src/sandbox/demo-catalogue.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';

const ROOM = demoId('HTL-2026-0001', 'room', 'DBL');
const DAY = 86_400_000;
let service: TestService;
let shift = 0;
const now = () => new Date(Date.now() + shift);
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
});
afterAll(() => service.end());

describe('the demo world', () => {
  it('has 3 to 5 room types per hotel, both currencies, believable data in three languages', async () => {
    const { snapshot } = service.context;
    const hotels = [...snapshot.hotels.all()];
    expect(new Set(hotels.map((hotel) => hotel.currency))).toEqual(new Set(['IQD', 'USD']));
    for (const hotel of hotels) {
      const rooms = [...snapshot.roomTypes.in(hotel.id)].length;
      expect(rooms).toBeGreaterThanOrEqual(3);
      expect(rooms).toBeLessThanOrEqual(5);
      expect([...snapshot.policies.in(hotel.id)]).toHaveLength(3);
      expect(hotel.nameAr).toMatch(/\p{Script=Arabic}/u);
      expect(hotel.nameCkb).toMatch(/\p{Script=Arabic}/u);
      const named = [...snapshot.roomTypes.in(hotel.id), ...snapshot.ratePlans.in(hotel.id)];
      for (const ckb of [hotel.address.ckb, ...named.map(({ nameCkb }) => nameCkb)]) {
        expect(ckb).toMatch(/\p{Script=Arabic}/u);
        // Letters of Arabic that Sorani does not use.
        expect(ckb).not.toMatch(/[كىيةذثضظصط]/);
      }
    }
  });

  it('names the city in each address, also where a hotel was written without it', async () => {
    const { pool, snapshot, feed } = service.context;
    const address = (hotel: string) => snapshot.hotels.find(idOf(demoId(hotel)))!.address;
    const ckb = 'شەقامی حەرەم، کەربەلا';
    const karbala = { en: 'Shrine Avenue, Karbala', ar: 'شارع الحرم، كربلاء' };
    const moved = { en: 'Moved', ar: 'انتقل' };
    expect(address('HTL-2026-0005')).toEqual({ ...karbala, ckb });
    const write = 'update hotels set address = $2, address_ckb = null where public_id = $1';
    await pool.query(write, ['HTL-2026-0005', { ...karbala, ar: 'شارع الحرم' }]);
    await pool.query(write, ['HTL-2026-0006', moved]);
    await pool.query('update hotels set address_ckb = null where public_id = $1', ['HTL-2026-0007']);
    await pool.query("delete from deployment where key = 'demo_world'");
    await keepHouse(service.context);
    await feed.catchUp();
    expect(address('HTL-2026-0005')).toEqual({ ...karbala, ckb });
    expect(address('HTL-2026-0006')).toEqual({ ...moved, ckb: null });
    expect(address('HTL-2026-0007').ckb).toBe('شەقامی گومەز، نەجەف');
  });

  it('gives Kurdish names to rooms and plans that an older release wrote, and keeps other names', async () => {
    const { pool, snapshot, feed } = service.context;
    const suite = demoId('HTL-2026-0001', 'room', 'STE');
    const plan = demoId('HTL-2026-0001', 'plan', 'DBL', 'HB');
    await pool.query('update room_types set name_ckb = null where id = any($1::uuid[])', [[ROOM, suite]]);
    await pool.query("update room_types set name_en = 'Terrace suite' where id = $1", [suite]);
    await pool.query('update rate_plans set name_ckb = null where id = $1', [plan]);
    await pool.query("delete from deployment where key = 'demo_world'");
    await keepHouse(service.context);
    await feed.catchUp();
    expect(snapshot.roomTypes.find(idOf(ROOM))!.nameCkb).toBe('ژووری دوو کەسیی ستاندارد');
    expect(snapshot.ratePlans.find(idOf(plan))!.nameCkb).toBe('دوو ژەم: نانی بەیانی و نانی ئێوارە');
    expect(snapshot.roomTypes.find(idOf(suite))!.nameCkb).toBeNull();
  });

  it('rolls forward at midnight in Baghdad: the pattern keeps its distance from today', async () => {
    const night = (offset: number) =>
      service.context.snapshot.calendarOf(idOf(ROOM)).get(addDays(dayInBaghdad(now()), offset));
    expect(night(10).stopSell).toBe(true);
    expect(night(530).allotment).toBe(12);
    shift += 3 * DAY;
    await keepHouse(service.context);
    await service.context.feed.catchUp();
    expect(night(10).stopSell).toBe(true);
    expect(night(7).stopSell).toBe(false);
    expect(night(530).allotment).toBe(12);
    expect(night(-1).allotment).toBe(0);
    const first = await service.context.pool.query('select min(day)::text as first from nights');
    expect(first.rows[0].first).toBe(formatDay(dayInBaghdad(now())));
    // The first credentials were never used, so they were deleted in these days.
    const headers = await freshCredentials(service);
    const rates = await service.call('GET', '/v1/rates?hotelId=HTL-2026-0005&days=60', { headers });
    const [plan] = rates.body.data;
    expect(plan.daily_prices[39].double_price).toBe(plan.double_price);
    expect(Number(plan.daily_prices[40].double_price)).toBeGreaterThan(Number(plan.double_price) * 1.5);
  });

  it('writes nothing when it is already there', async () => {
    const before = await service.context.pool.query('select max(position) as position from changes');
    await keepHouse(service.context);
    const after = await service.context.pool.query('select max(position) as position from changes');
    expect(after.rows[0].position).toBe(before.rows[0].position);
  });
});
