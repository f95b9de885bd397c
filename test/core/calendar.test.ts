import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Update } from '../../src/domain/offers/ari/message.ts';
import { pushAri } from '../../src/domain/offers/ari/push-ari.usecase.ts';
import { changeOffer } from '../../src/domain/offers/change-offer.usecase.ts';
import { findHotelProducts, type HotelProducts } from '../../src/domain/offers/offered-hotels.store.ts';
import { endSeason, setSeason } from '../../src/domain/offers/season.usecase.ts';
import { findSignedIn } from '../../src/domain/staff/find-signed-in.usecase.ts';
import { getDay } from '../../src/kernel/day.ts';
import { type Calendar, calendarOf, type Wanted } from '../support/calendar.ts';
import { hotelWithPage, type PageUser, pageCall } from '../support/hotel-page.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { operationOf } from '../support/operation.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';
import { until } from '../support/until.ts';

const ROUNDS = 50;

let nodes: [TestService, TestService];
let page: Calendar;
let hotel: HotelProducts;
let folder: string;
beforeAll(async () => {
  const first = await startTestService();
  nodes = [first, await startTestService({ databaseUrl: first.databaseUrl })];
  page = await calendarOf(first, await hotelWithPage(first));
  await nodes[1].context.feed.catchUp();
  hotel = (await findHotelProducts(first.context.pool, page.hotel.publicId))!;
  folder = mkdtempSync(join(tmpdir(), 'ihc-calendar-'));
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].end();
  rmSync(folder, { recursive: true });
});

/** A person whose requests go to the second node. */
const onSecondNode = ({ cookie }: PageUser): PageUser => ({
  cookie,
  call: (...parameters) => pageCall(nodes[1], cookie, ...parameters),
});

describe('two people who change the same night at once, on two nodes', () => {
  it(`are not both applied: one is, the other sees who was first, ${ROUNDS} times`, async () => {
    const reception = onSecondNode(page.reception);
    const wins = { manager: 0, reception: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await page.day(30);
      const seen = [[page.room, inDays(30), before.version]];
      const closed = before.state === 'OPEN';
      const send = (user: PageUser, set: Wanted['set']) =>
        user.call('POST', '/calendar', {
          id: randomUUID(),
          updates: page.updates([{ from: 30, set }]),
          seen,
        });
      const responses = await Promise.all([
        send(page.manager, { allotment: 100 + round }),
        send(reception, { closed }),
      ]);
      const statuses = responses.map(({ status }) => status);
      expect([...statuses].sort(), `round ${round}`).toEqual([200, 409]);
      const byManager = statuses[0] === 200;
      wins[byManager ? 'manager' : 'reception'] += 1;
      const { code, details } = responses[byManager ? 1 : 0]!.body.error;
      const by = byManager ? 'Test manager' : 'Test front desk';
      const cell = { product: page.room, day: inDays(30), version: before.version + 1, changed: { by } };
      expect([code, details.cells]).toMatchObject(['CHANGED_MEANWHILE', [cell]]);
      expect(await page.day(30)).toMatchObject({
        version: before.version + 1,
        allotment: byManager ? 100 + round : before.allotment,
        state: byManager ? before.state : closed ? 'CLOSED' : 'OPEN',
      });
    }
    expect(wins.manager + wins.reception).toBe(ROUNDS);
  });

  it('control: without the versions both are applied, and one is lost', async () => {
    const { version } = await page.day(31);
    const push = async (node: TestService, allotment: number) => {
      const caller = (await findSignedIn(node.context, page.manager.cookie.split('=')[1]!))!.caller;
      const day = getDay(inDays(31));
      const update: Update = {
        ...{ ref: '1', roomType: page.room, ratePlan: null, first: day, last: day, weekdays: null },
        set: { allotment },
      };
      const message = { messageId: randomUUID(), requestHash: '00', sentAt: null, isAtomic: true };
      const call = { caller, requestId: '', warnings: null, idempotency: null };
      const rest = { seenEvent: null, seen: null, updates: [update] };
      const pushed = pushAri(node.context, call, page.hotel.id, { ...message, ...rest });
      if (!pushed.ok) throw new Error(pushed.message);
      const done = await pushed.value;
      return done.kind === 'result' ? done.result.status : done.response.body;
    };
    expect(await Promise.all([push(nodes[0], 201), push(nodes[1], 202)])).toEqual(['APPLIED', 'APPLIED']);
    const after = await page.day(31);
    expect(after.version).toBe(version + 2);
    expect([201, 202]).toContain(after.allotment);
  });
});

describe('a writer without the lock of the desk', () => {
  it('is noticed when the desk writes: the change is decided again', async () => {
    await page.change(page.manager, [{ from: 32, set: { closed: true } }]);
    const updates = page.updates([{ from: 32, set: { closed: false } }]);
    const seen = await page.seen(updates);
    const other = await nodes[0].context.pool.connect();
    await other.query('begin');
    await other.query(
      "update offer_marks set version = version + 1, changed_by = 'OPERATOR', person = null where hotel_id = $1 and day = $2",
      [page.hotel.id, inDays(32)],
    );
    const reply = page.manager.call('POST', '/calendar', { id: randomUUID(), updates, seen });
    // The desk has loaded the old version, and waits for the row.
    await until(async () => {
      const { rows } = await nodes[0].context.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%offer_marks%' and datname = current_database()",
      );
      return rows.length > 0;
    });
    await other.query('commit');
    other.release();
    const { status, body } = await reply;
    expect([status, body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(body.error.details.cells).toMatchObject([{ version: 2, changed: { by: 'OPERATOR' } }]);
    expect((await page.day(32)).state).toBe('CLOSED');
  });
});

/** Everything that can change a room type or a plan on a day, with the name that the page shows. */
const operator = () => operationOf(nodes[0]);
const how = { action: 'inventory set', dryRun: false };
const days = (day: number) => ({ first: getDay(inDays(day)), last: getDay(inDays(day)), weekdays: null });
const roomId = () => hotel.roomTypes.find(({ id }) => id === page.room)!.id;
const planId = () => hotel.plans.find(({ id }) => id === page.plan)!.id;
const season = (day: number) => ({
  ...{ name: `season ${day}`, ...days(day), opens: null, pricePercent: 150, minStay: 2 },
});
const push = (update: object) =>
  nodes[0].call('POST', '/supply/v1/ari', {
    headers: page.supplier,
    body: { hotelId: page.hotel.publicId, messageId: randomUUID(), updates: [{ ref: 'one', ...update }] },
  });
async function importCsv(option: string, header: string, row: string): Promise<unknown> {
  const file = join(folder, `${randomUUID()}.csv`);
  writeFileSync(file, `${header}\n${row}\n`);
  return ihcOn(nodes[0].databaseUrl, { environment: 'sandbox' })('hotel', 'import', option, file);
}
const WAYS: [string, number, string, 'room' | 'plan' | 'both', (day: number) => Promise<unknown>][] = [
  [
    'an operator who changes nights',
    40,
    'OPERATOR',
    'room',
    (day) => changeOffer(operator(), hotel, nightsChange(day), how),
  ],
  [
    'an operator who changes prices',
    41,
    'OPERATOR',
    'plan',
    (day) => changeOffer(operator(), hotel, pricesChange(day), how),
  ],
  ['a season', 42, 'OPERATOR', 'both', (day) => setSeason(operator(), hotel, season(day), how)],
  [
    'an imported file of nights',
    44,
    'OPERATOR',
    'room',
    (day) =>
      importCsv(
        '--nights',
        'hotel,room_type,from,to,allotment',
        `${hotel.publicId},DBL,${inDays(day)},${inDays(day)},77`,
      ),
  ],
  [
    'a hotel system that changes rooms',
    45,
    'client',
    'room',
    (day) => push({ roomType: 'DBL', from: inDays(day), to: inDays(day), set: { blocked: 1 } }),
  ],
  [
    'a hotel system that changes prices',
    46,
    'client',
    'plan',
    (day) =>
      push({ roomType: 'DBL', ratePlan: 'BB', from: inDays(day), to: inDays(day), set: { stopSell: true } }),
  ],
  [
    'a hotel system that cannot honour a booking',
    47,
    'client',
    'room',
    async (day) => {
      const { body } = await page.book(day);
      return nodes[0].call('POST', `/supply/v1/reservations/${body.data.booking_id}/cannot-honour`, {
        headers: page.supplier,
        body: { reason: 'the lift is broken' },
      });
    },
  ],
];
const nightsChange = (day: number) => ({
  nights: [{ ...days(day), roomTypeId: roomId(), set: { minStay: 3 } }],
  prices: [],
});
const pricesChange = (day: number) => ({
  nights: [],
  prices: [{ ...days(day), ratePlanId: planId(), prices: { percent: 120 } }],
});

describe('a change of somebody else is not undone by a page that has not seen it', () => {
  it.each(WAYS)('%s', async (_, day, who, what, change) => {
    const updates = page.updates([
      ...(what === 'plan' ? [] : [{ from: day, set: { allotment: 88 } }]),
      ...(what === 'room' ? [] : [{ plan: 'BB', from: day, set: { prices: null } }]),
    ]);
    const seen = await page.seen(updates);
    await change(day);
    const reply = await page.manager.call('POST', '/calendar', { id: randomUUID(), updates, seen });
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(reply.body.error.details.cells).toHaveLength(updates.length);
    const by = who === 'client' ? `System of ${page.hotel.publicId}` : who;
    for (const cell of reply.body.error.details.cells)
      expect(cell).toMatchObject({ version: 1, changed: { by } });
    const again = { id: randomUUID(), updates, seen: await page.seen(updates) };
    expect((await page.manager.call('POST', '/calendar', again)).status).toBe(200);
  });

  it('the end of a season', async () => {
    await setSeason(operator(), hotel, season(43), how);
    const updates = page.updates([{ from: 43, set: { closed: true } }]);
    const seen = await page.seen(updates);
    await endSeason(operator(), hotel, 'season 43', how);
    const reply = await page.manager.call('POST', '/calendar', { id: randomUUID(), updates, seen });
    expect(reply.body.error.code).toBe('CHANGED_MEANWHILE');
  });

  it('a booking does not count: it changes what is sold, not what is offered', async () => {
    const updates = page.updates([{ from: 48, set: { closed: true } }]);
    const seen = await page.seen(updates);
    expect((await page.book(48)).status).toBe(200);
    const reply = await page.manager.call('POST', '/calendar', { id: randomUUID(), updates, seen });
    expect(reply.body.data.changes[0]).toMatchObject({ version: 1 });
  });
});
