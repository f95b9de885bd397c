import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOffer, submitOffer } from '../../src/domain/offers/change-offer.usecase.ts';
import type { NightFields } from '../../src/domain/offers/offer-change.ts';
import { findHotelProducts, type HotelProducts } from '../../src/domain/offers/offered-hotels.store.ts';
import type { SeasonChange } from '../../src/domain/offers/season.ts';
import { endSeason, reapplySeasons, setSeason } from '../../src/domain/offers/season.usecase.ts';
import { findClientId, insertClient } from '../../src/domain/partners/partners.store.ts';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { ledgerIdOf } from '../../src/kernel/ids.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { CONTRACT_HOLDER } from '../../src/sandbox/demo-world.store.ts';
import { bookCommand } from '../support/book-command.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { operationOf } from '../support/operation.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { findDifferences } from '../support/snapshot-truth.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

const HOTEL = 'HTL-2026-0003';
const today = dayInBaghdad(new Date());
const HOW = { action: 'inventory set', dryRun: false };

let service: TestService;
let other: TestService;
let hotel: HotelProducts;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ databaseUrl: service.databaseUrl });
  hotel = (await findHotelProducts(service.context.pool, HOTEL))!;
  // Commands of the operator are in the queue of ledger 1, which the partners of production share.
  await inTransaction(service.context.pool, 'read committed', async (tx) => {
    const contractHolderId = await findClientId(tx, CONTRACT_HOLDER);
    const clientId = 'shares-the-ledger';
    await insertClient(tx, { clientId, name: clientId, ledgerId: ledgerIdOf(1), contractHolderId });
  });
  await service.context.feed.catchUp();
});
afterAll(async () => {
  expect(await verify(service.context.pool, () => {})).toBe(0);
  await other.end();
  await service.end();
});

const stay = (from: number, nights = 2) => demoStay({ hotel: HOTEL, board: 'BB', from, nights });
const book = (from: number, guest = 0, nights = 2) =>
  service.call('POST', '/v1/bookings', {
    body: { ...stay(from, nights), ...GUEST, guestPhone: `077012345${10 + guest}` },
  });
const DBL = () => hotel.roomTypes.find(({ code }) => code === 'DBL')!.id;
const nightsOf = (from: number, to: number, set: NightFields) => ({
  nights: [
    {
      roomTypeId: DBL(),
      first: addDays(today, from),
      last: addDays(today, to),
      weekdays: null,
      set,
    },
  ],
  prices: [],
});
const operation = () => operationOf(service);
const change = (from: number, to: number, set: NightFields, dryRun = false) =>
  changeOffer(operation(), hotel, nightsOf(from, to, set), { ...HOW, dryRun });
const rows = async (sql: string, values: unknown[] = []) =>
  (await service.context.pool.query(sql, values)).rows;

describe('a change of nights', () => {
  it('is in order with bookings: those before it see the old rooms, those after it the new ones', async () => {
    // Submitted one after another, without waiting: this is the order in which they arrive.
    const sell = () =>
      service.context.submit(bookCommand(service, { 'x-client-id': 'shares-the-ledger' }, stay(26)));
    const earlier = [sell(), sell(), sell(), sell()];
    const lowered = change(26, 27, { allotment: 4 });
    const later = [sell(), sell()];
    const raised = change(26, 27, { allotment: 5 });
    const last = [sell(), sell()];
    expect((await Promise.all(earlier)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await lowered).toMatchObject({ ok: true, value: { nights: 2 } });
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([409, 409]);
    expect(await raised).toMatchObject({ ok: true, value: { nights: 2 } });
    expect((await Promise.all(last)).map(({ status }) => status)).toEqual([200, 409]);
    await change(26, 27, { allotment: 12 });
    expect((await book(26)).status).toBe(200);
  });

  it('is seen by every node, the desk included', async () => {
    await change(30, 31, { stopSell: true });
    for (const node of [service, other]) {
      await node.context.feed.catchUp();
      const refused = await node.call('POST', '/v1/price-check', { body: stay(30) });
      expect(refused.body.error).toMatchObject({ code: 'RESTRICTION_VIOLATED' });
      expect(await findDifferences(node.context.pool, node.context.snapshot)).toEqual([]);
    }
    await change(30, 31, { stopSell: false });
  });

  it('goes through the desk of another node', async () => {
    const there = await changeOffer(operationOf(other), hotel, nightsOf(32, 33, { minStay: 2 }), HOW);
    expect(there).toMatchObject({ ok: true, value: { nights: 2 } });
  });

  it('changes nothing in a dry run, when it is repeated, and when it is declined', async () => {
    const state = () => rows('select sum(version)::int as versions from nights');
    const audit = () => rows('select count(*)::int as n from operator_audit');
    await change(34, 35, { blocked: 1 });
    const [before, audited] = [await state(), await audit()];
    expect(await change(34, 35, { blocked: 2 }, true)).toMatchObject({ ok: true, value: { nights: 2 } });
    expect(await change(34, 35, { blocked: 1 })).toMatchObject({ ok: true, value: { nights: 0 } });
    expect(await change(34, 35, { minStay: 31 })).toEqual({
      ok: false,
      problems: [`${HOTEL}: room type DBL: minStay must be a whole number from 1 to 30, not 31`],
    });
    expect(await change(35, 34, { blocked: 3 })).toEqual({
      ok: false,
      problems: ['the last day is before the first'],
    });
    expect(await state()).toEqual(before);
    expect(await audit()).toEqual(audited);
    await change(34, 35, { blocked: 0 });
  });

  it('that closes nights of a hotel that opens them by itself says so', async () => {
    const closed = await change(34, 35, { open: false }, true);
    expect(closed).toMatchObject({ value: { nights: 2, warnings: [{ code: 'OPENS_AGAIN' }] } });
    expect(await change(34, 35, { stopSell: true }, true)).toMatchObject({ value: { warnings: [] } });
  });

  it('is in the audit: who, before and after, in ranges of days', async () => {
    await change(36, 38, { allotment: 9, minStay: 2 });
    const [entry] = await rows('select * from operator_audit order by id desc limit 1');
    expect(entry).toMatchObject({ who: 'tester', action: 'inventory set', subject: HOTEL });
    const where = { what: 'room type DBL', from: inDays(36), to: inDays(38) };
    expect(entry.before).toEqual({ days: [{ ...where, allotment: 12, min_stay: 1 }] });
    expect(entry.after).toEqual({ days: [{ ...where, allotment: 9, min_stay: 2 }] });
    await change(36, 38, { allotment: 12, minStay: 1 });
  });

  it('of more than 2,000 nights is made in parts, prices before nights', async () => {
    const nights = hotel.roomTypes.map(({ id }) => ({
      roomTypeId: id,
      first: today,
      last: addDays(today, 530),
      weekdays: null,
      set: { closedToDeparture: true },
    }));
    const prices = hotel.plans.map(({ id }) => ({
      ratePlanId: id,
      first: addDays(today, 100),
      last: addDays(today, 110),
      weekdays: null,
      prices: { percent: 120 },
    }));
    const batches = () => rows('select count(*)::int as n from desk_batches');
    const [{ n: before }] = await batches();
    const response = await changeOffer(operation(), hotel, { nights, prices }, HOW);
    expect(response).toMatchObject({ ok: true, value: { prices: 11 * hotel.plans.length } });
    expect((await batches())[0].n - before).toBe(2);
    await changeOffer(
      operation(),
      hotel,
      {
        nights: nights.map((one) => ({ ...one, set: { closedToDeparture: false } })),
        prices: prices.map((one) => ({ ...one, prices: null })),
      },
      HOW,
    );
  });
});

describe('a season', () => {
  const season = {
    name: 'Arbaeen',
    first: addDays(today, 200),
    last: addDays(today, 206),
    opens: true,
    pricePercent: 150,
    minStay: 3,
  };
  const quoted = async () => {
    await service.context.feed.catchUp();
    const response = await service.call('POST', '/v1/price-check', { body: stay(201, 3) });
    return response.body.data?.nightly?.[0]?.amount ?? response.body.error.details;
  };
  const nightRows = () =>
    rows(
      `select room_type_id, day::text, open, allotment, stop_sell, min_stay from nights
       where hotel_id = $1 and day between $2 and $3 order by 1, 2`,
      [hotel.id, formatDay(season.first), formatDay(season.last)],
    );

  it('sets price and minimum stay, follows the usual price, and when it ends all is as before', async () => {
    await service.context.pool.query('delete from day_prices where hotel_id = $1 and day between $2 and $3', [
      hotel.id,
      formatDay(season.first),
      formatDay(season.last),
    ]);
    const [before, usual] = [await nightRows(), await quoted()];
    await setSeason(operation(), hotel, season, { ...HOW, action: 'season set' });
    expect(Number(await quoted())).toBe(Number(usual) * 1.5);
    const short = await service.call('POST', '/v1/price-check', { body: stay(201, 2) });
    expect(short.body.error.details.reasons).toEqual([{ code: 'MIN_STAY', date: inDays(201), min_stay: 3 }]);

    await service.context.pool.query(
      'update rate_plans set double_price = double_price * 2 where hotel_id = $1',
      [hotel.id],
    );
    expect(await reapplySeasons(operation(), hotel)).toMatchObject({ ok: true });
    expect(Number(await quoted())).toBe(Number(usual) * 3);
    await service.context.pool.query(
      'update rate_plans set double_price = double_price / 2 where hotel_id = $1',
      [hotel.id],
    );
    await endSeason(operation(), hotel, 'Arbaeen', { ...HOW, action: 'season end' });
    expect(await quoted()).toBe(usual);
    expect(await nightRows()).toEqual(before);
  });

  it('that is computed again keeps what somebody has changed, and stays ended when it was ended', async () => {
    const plan = hotel.plans.find(({ roomTypeId, code }) => roomTypeId === DBL() && code === 'BB')!;
    const pricesOn = (day: number) =>
      rows('select double_price from day_prices where rate_plan_id = $1 and day = $2', [
        plan.id,
        inDays(day),
      ]);
    const spring = { ...season, name: 'Spring', first: addDays(today, 220), last: addDays(today, 223) };
    const atFirst = await pricesOn(222);
    await setSeason(operation(), hotel, spring, HOW);
    const [{ double_price: price }] = await pricesOn(222);
    await change(221, 221, { stopSell: true });
    const day = { first: addDays(today, 221), last: addDays(today, 221), weekdays: null };
    const own = { ...day, ratePlanId: plan.id, prices: { percent: 180 } };
    await changeOffer(operation(), hotel, { nights: [], prices: [own] }, HOW);
    const byHand = await pricesOn(221);
    const closed = async () =>
      (
        await rows('select stop_sell from nights where room_type_id = $1 and day = $2', [DBL(), inDays(221)])
      )[0].stop_sell;
    const audited = () => rows('select count(*)::int as n from operator_audit');
    const entries = await audited();
    expect(await reapplySeasons(operation(), hotel)).toMatchObject({ value: { nights: 0, prices: 0 } });
    expect(await audited()).toEqual(entries);

    const double = 'update rate_plans set double_price = double_price';
    await service.context.pool.query(`${double} * 2 where id = $1`, [plan.id]);
    for (const prices of [3, 0])
      expect(await reapplySeasons(operation(), hotel)).toMatchObject({ value: { nights: 0, prices } });
    expect(await closed()).toBe(true);
    expect(await pricesOn(221)).toEqual(byHand);
    expect(await pricesOn(222)).toEqual([{ double_price: price * 2 }]);
    await service.context.pool.query(`${double} / 2 where id = $1`, [plan.id]);

    await endSeason(operation(), hotel, 'Spring', HOW);
    expect([await closed(), await pricesOn(221), await pricesOn(222)]).toEqual([true, byHand, atFirst]);
    const nothing = { nights: [], prices: [] };
    const again: SeasonChange = { kind: 'reapply', name: 'Spring' };
    const late = await submitOffer(operation(), hotel, nothing, again, HOW);
    expect(late).toMatchObject({ ok: true, value: { nights: 0, prices: 0 } });
    expect(await rows("select 1 from seasons where name = 'Spring' and ended_at is null")).toEqual([]);
    await change(221, 221, { stopSell: false });
    await changeOffer(operation(), hotel, { nights: [], prices: [{ ...own, prices: null }] }, HOW);
  });

  it('that two operators set at once is set once', async () => {
    const set = (node: TestService) =>
      setSeason(operationOf(node), hotel, { ...season, name: 'Twice' }, { ...HOW, action: 'season set' });
    await Promise.all([set(service), set(other), set(service)]);
    expect(await rows("select name from seasons where name = 'Twice' and ended_at is null")).toHaveLength(1);
    await endSeason(operation(), hotel, 'Twice', HOW);
  });

  it('does not break a hold, and closes what is not held', async () => {
    const held = await service.call('POST', '/v1/prebook', { body: { ...stay(210), ...GUEST } });
    const closed = { ...season, name: 'Closed', first: addDays(today, 209), last: addDays(today, 212) };
    await setSeason(operation(), hotel, { ...closed, opens: false, pricePercent: 200, minStay: null }, HOW);
    expect((await book(210, 7)).body.error).toMatchObject({ code: 'RESTRICTION_VIOLATED' });
    const booked = await service.call('POST', '/v1/bookings', {
      body: { ...stay(210), ...GUEST, prebookToken: held.body.data.prebook_token },
    });
    expect(booked.body.data.price.total).toBe(held.body.data.total);
    await endSeason(operation(), hotel, 'Closed', HOW);
    expect((await book(210, 8)).status).toBe(200);
  });
});

describe('ihc inventory show', () => {
  it('shows what is offered, sold, held and left, with season and prices', async () => {
    const ihc = ihcOn(service.databaseUrl, { environment: 'sandbox' });
    await service.context.submit(bookCommand(service, { 'x-client-id': 'shares-the-ledger' }, stay(34, 1)));
    await change(34, 34, { allotment: 5, blocked: 1, minStay: 2 });
    const shown = ['inventory', 'show', HOTEL, '--from', inDays(34), '--to', inDays(34)];
    const nights = (await ihc('--json', ...shown)).data;
    expect(nights.find(({ room_type: code }: { room_type: string }) => code === 'DBL')).toMatchObject({
      ...{ date: inDays(34), open: true, allotment: 5, blocked: 1, booked: 1, held: 0, left: 3, min_stay: 2 },
    });
    const { code, out } = await ihc(...shown);
    expect([code, out]).toEqual([0, expect.stringContaining('double prices')]);
    const { ratePlanId } = stay(34);
    await service.context.pool.query(
      'insert into plan_days select hotel_id, id, $2, true, false, true, 1, 3, 9 from rate_plans where id = $1',
      [ratePlanId, inDays(34)],
    );
    const restricted = (await ihc('--json', ...shown)).data.find(
      (one: { room_type: string }) => one.room_type === 'DBL',
    );
    const plans: { plan: string; restrictions: object | null }[] = restricted.double_prices;
    expect(plans.filter(({ restrictions }) => restrictions !== null)).toMatchObject([
      {
        plan: 'BB',
        restrictions: {
          stop_sell: true,
          cta: false,
          ctd: true,
          min_stay: 1,
          min_stay_through: 3,
          max_stay: 9,
        },
      },
    ]);
    expect((await ihc(...shown)).out).toMatch(/BB [0-9.]+ \(closed ctd stay 1–9 through 3\)/);
    await service.context.pool.query('delete from plan_days');
    await change(34, 34, { allotment: 12, blocked: 0, minStay: 1 });
  });
});
