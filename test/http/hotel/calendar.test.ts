import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Calendar, calendarOf } from '../../support/calendar.ts';
import { hotelWithPage } from '../../support/hotel-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

let service: TestService;
let page: Calendar;
beforeAll(async () => {
  service = await startTestService();
  page = await calendarOf(service, await hotelWithPage(service));
});
afterAll(() => service.end());

async function refusals() {
  const { rows } = await service.context.pool.query(
    "select who, action, after from operator_audit where subject = $1 and action like 'refused%' order by id",
    [page.hotel.publicId],
  );
  return rows;
}

describe('the calendar', () => {
  it('shows room types and plans day by day, from today for 14 days', async () => {
    const { status, body } = await page.manager.call('GET', '/calendar');
    expect(status).toBe(200);
    const { from, to, today, rooms } = body.data;
    expect([from, to, today]).toEqual([inDays(0), inDays(13), inDays(0)]);
    expect(rooms).toHaveLength(4);
    const [room] = rooms;
    expect(room.days).toHaveLength(14);
    expect(room.plans[0].days[0]).toMatchObject({ closed: false, version: 0, changed: null });
    expect(room.plans[0].days[0].prices.double).toMatch(/^\d+(\.\d\d)?$/);
  });

  it.each([
    ['days=0', 400],
    ['days=1', 200],
    ['days=31', 200],
    ['days=32', 400],
    [`from=${inDays(-31)}`, 200],
    [`from=${inDays(-32)}`, 400],
    [`from=${inDays(530)}`, 200],
    [`from=${inDays(531)}`, 400],
  ])('%s: %i', async (query, status) => {
    expect((await page.reception.call('GET', `/calendar?${query}`)).status).toBe(status);
  });

  it('ends with the last day of the calendar', async () => {
    const { body } = await page.manager.call('GET', `/calendar?from=${inDays(525)}`);
    expect(body.data.to).toBe(inDays(530));
  });
});

describe('a change', () => {
  it('is applied, and everybody sees who made it', async () => {
    const usual = (await page.day(5, 'BB')).prices.double;
    const twice = String(Number(usual) * 2);
    const response = await page.change(page.manager, [
      { from: 5, to: 6, set: { allotment: 90 } },
      { plan: 'BB', from: 5, set: { prices: { double: twice } } },
    ]);
    expect(response.status).toBe(200);
    expect(response.body.data.warnings).toEqual([]);
    expect(response.body.data.changes).toHaveLength(3);
    const [first] = response.body.data.changes;
    expect(first).toMatchObject({ product: page.room, room_type: page.room, day: inDays(5), version: 1 });
    expect(first.after).toEqual({ state: 'OPEN', allotment: 90 });
    const priced = response.body.data.changes[2];
    expect(priced).toMatchObject({
      product: page.plan,
      room_type: page.room,
      before: { prices: null },
      version: 1,
    });
    expect(Number(priced.after.prices.double)).toBe(Number(twice));
    const day = await page.day(5);
    expect(day).toMatchObject({ allotment: 90, version: 1, changed: { by: 'Test manager' } });
    expect(await page.day(5, 'BB')).toMatchObject({
      is_usual: false,
      version: 1,
      changed: { by: 'Test manager' },
    });
  });

  it('sent again, gives the same response, also after a later change', async () => {
    const id = randomUUID();
    const updates = page.updates([{ from: 7, set: { closed: true } }]);
    const seen = await page.seen(updates);
    const first = await page.manager.call('POST', '/calendar', { id, updates, seen });
    expect(first.body.data.changes).toHaveLength(1);
    await page.change(page.manager, [{ from: 7, set: { allotment: 3 } }]);
    const again = await page.manager.call('POST', '/calendar', { id, updates, seen });
    expect(again.body).toEqual(first.body);
    expect((await page.day(7)).version).toBe(2);
    const other = await page.manager.call('POST', '/calendar', { id, updates, seen: [...seen, ...seen] });
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('must have seen every day that it changes', async () => {
    const updates = page.updates([{ from: 8, to: 9, set: { closed: true } }]);
    const seen = (await page.seen(updates)).slice(0, 1);
    const { status, body } = await page.manager.call('POST', '/calendar', {
      id: randomUUID(),
      updates,
      seen,
    });
    expect([status, body.error.details[0].field]).toEqual([400, 'seen']);
    expect(body.error.details[0].message).toContain(inDays(9));
  });

  it('of a day that somebody else has changed is refused as a whole, and says who changed it', async () => {
    const updates = page.updates([{ from: 10, to: 12, set: { closed: true } }]);
    const seen = await page.seen(updates);
    await page.change(page.reception, [{ from: 11, set: { closed: true } }]);
    const { status, body } = await page.manager.call('POST', '/calendar', {
      id: randomUUID(),
      updates,
      seen,
    });
    expect([status, body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const by = { at: expect.any(String), by: 'Test front desk' };
    expect(body.error.details.cells).toEqual([
      { product: page.room, day: inDays(11), version: 1, changed: by },
    ]);
    expect(await page.day(10)).toMatchObject({ state: 'OPEN', version: 0 });
  });

  it('can be undone with the versions of its response, but not after a change of somebody else', async () => {
    const before = [await page.day(14), await page.day(14, 'BB')];
    const changed = await page.change(page.manager, [
      { from: 14, set: { closed: true, allotment: 1 } },
      { plan: 'BB', from: 14, set: { prices: { single: '99' } } },
    ]);
    const undo = page.undoOf(changed.body.data.changes);
    expect((await page.manager.call('POST', '/calendar', undo)).status).toBe(200);
    const after = [await page.day(14), await page.day(14, 'BB')];
    const plain = ({ version, changed: _, ...rest }: { version: number; changed: unknown }) => rest;
    expect(after.map(plain)).toEqual(before.map(plain));
    expect(after.map(({ version }) => version)).toEqual([2, 2]);
    const second = await page.change(page.manager, [{ from: 14, set: { closed: true } }]);
    await page.change(page.reception, [{ from: 14, set: { closed: false } }]);
    const late = await page.manager.call('POST', '/calendar', page.undoOf(second.body.data.changes));
    expect(late.body.error.code).toBe('CHANGED_MEANWHILE');
  });

  it('has at most 2000 days', async () => {
    const updates = (days: number) => [
      ...page.updates(
        [1, 2, 3].map((_, at) => ({
          from: 27,
          to: 526,
          room: page.codes[at]!,
          set: { allotment: 4 },
        })),
      ),
      ...page.updates([{ plan: 'BB', from: 27, to: 26 + days, set: { prices: null } }]),
    ];
    const fits = updates(500);
    const first = await page.manager.call('POST', '/calendar/preview', { updates: fits });
    expect(first.status).toBe(200);
    const seen = await page.seen(fits);
    const done = await page.manager.call('POST', '/calendar', { id: randomUUID(), updates: fits, seen });
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    expect(done.body.data.changes.map(({ version: _, ...one }: object & { version: number }) => one)).toEqual(
      first.body.data.changes.map(({ version: _, ...one }: object & { version: number }) => one),
    );
    for (const path of ['/calendar/preview', '/calendar']) {
      const body = { id: randomUUID(), updates: updates(501), ...(path === '/calendar' && { seen: [] }) };
      const { id: _, ...preview } = body;
      const { status, body: refused } = await page.manager.call(
        'POST',
        path,
        path === '/calendar' ? body : preview,
      );
      expect([status, refused.error.details[0].code]).toEqual([400, 'TOO_LARGE']);
    }
  });

  it('is in the audit of operators, with the person', async () => {
    await page.change(page.manager, [{ from: 15, to: 16, set: { allotment: 66 } }]);
    const { rows } = await service.context.pool.query(
      'select who, action, before, after from operator_audit where subject = $1 order by id desc limit 1',
      [page.hotel.publicId],
    );
    expect(rows[0]).toMatchObject({
      who: expect.stringMatching(/^staff [0-9a-f-]{36}$/),
      action: 'calendar set',
    });
    expect(rows[0].after.days).toEqual([
      { what: 'room type DBL', from: inDays(15), to: inDays(16), allotment: 66 },
    ]);
  });
});

describe('a preview', () => {
  it('shows what a change would do, with the versions of now, and changes nothing', async () => {
    await page.change(page.manager, [{ from: 17, set: { closed: true } }]);
    const { body } = await page.manager.call('POST', '/calendar/preview', {
      updates: page.updates([
        { from: -3, to: 17, set: { closed: false } },
        { from: 17, set: { allotment: 0 } },
        { plan: 'BB', from: 17, to: 18, set: { prices: { double: '9000000', single: '8000000' } } },
      ]),
    });
    const rooms = body.data.changes.filter((one: { product: string }) => one.product === page.room);
    expect(rooms.map(({ day }: { day: string }) => day)).toContain(inDays(17));
    const last = rooms.at(-1);
    expect(last).toMatchObject({ day: inDays(17), version: 1, before: { state: 'CLOSED' } });
    expect(last.after).toEqual({ state: 'OPEN', allotment: 0 });
    expect(body.data.warnings).toEqual([
      { code: 'PRICE_OUTLIER', product: page.plan, day: inDays(17), days: 2 },
      { code: 'PAST_CLAMPED', product: page.room, day: inDays(-3), days: 3 },
    ]);
    expect(await page.day(17)).toMatchObject({ state: 'CLOSED', version: 1 });
    expect((await page.day(17, 'BB')).version).toBe(0);
  });

  it('warns of fewer rooms than are sold, as the change does', async () => {
    expect((await page.book(21)).body.error).toBeUndefined();
    const lower = [{ from: 21, set: { allotment: 0 } }];
    const expected = [{ code: 'BELOW_SOLD', product: page.room, day: inDays(21), days: 1 }];
    const seenBefore = await page.manager.call('POST', '/calendar/preview', { updates: page.updates(lower) });
    expect(seenBefore.body.data.warnings).toEqual(expected);
    expect((await page.change(page.manager, lower)).body.data.warnings).toEqual(expected);
  });
});

describe('roles', () => {
  it('a receptionist closes and opens nights, and nothing else', async () => {
    const closed = await page.change(page.reception, [{ from: 22, set: { closed: true } }]);
    expect(closed.status).toBe(200);
    expect((await page.change(page.reception, [{ from: 22, set: { closed: false } }])).status).toBe(200);
    for (const update of [
      { from: 22, set: { allotment: 3 } },
      { from: 22, set: { closed: true, allotment: 3 } },
      { plan: 'BB', from: 22, set: { prices: null } },
    ]) {
      const { status, body } = await page.change(page.reception, [update]);
      expect([status, body.error.code]).toEqual([403, 'ROLE_NOT_ALLOWED']);
      const preview = await page.reception.call('POST', '/calendar/preview', {
        updates: page.updates([update]),
      });
      expect(preview.body.error.code).toBe('ROLE_NOT_ALLOWED');
    }
    expect((await page.day(22)).version).toBe(2);
    const expected = {
      who: expect.stringMatching(/^staff [0-9a-f-]{36}$/),
      action: 'refused role',
      after: { request: 'calendar' },
    };
    expect(await refusals()).toMatchObject([expected]);
  });

  it('nobody changes another hotel', async () => {
    const other = await calendarOf(service, await hotelWithPage(service));
    const updates = other.updates([{ from: 22, set: { closed: true } }]);
    const seen = await other.seen(updates);
    for (const [path, body] of [
      ['/calendar', { id: randomUUID(), updates, seen }],
      ['/calendar/preview', { updates }],
    ] as const) {
      const response = await page.manager.call('POST', path, body);
      expect([response.status, response.body.error.code]).toEqual([422, 'CHANGE_REJECTED']);
      expect(response.body.error.details.reasons).toMatchObject([{ update: 0, code: 'UNKNOWN_ROOM_TYPE' }]);
    }
    const mixed = page.updates([{ plan: 'BB', from: 22, set: { prices: null } }]);
    const foreign = [{ ...mixed[0]!, rate_plan: other.plan }];
    const response = await page.manager.call('POST', '/calendar/preview', { updates: foreign });
    expect(response.body.error.details.reasons).toMatchObject([{ code: 'UNKNOWN_RATE_PLAN' }]);
    expect((await other.day(22)).version).toBe(0);
    const recorded = (await refusals()).filter(({ action }) => action === 'refused product of another hotel');
    expect(recorded).toMatchObject([{ after: { product: other.room } }]);
  });
});

describe('a night that nobody has opened', () => {
  it('needs an allotment to be opened, and can be closed and freed before', async () => {
    await service.context.pool.query('update hotels set auto_open = false where id = $1', [page.hotel.id]);
    await service.context.pool.query('delete from nights where hotel_id = $1 and day >= $2', [
      page.hotel.id,
      inDays(528),
    ]);
    expect(await page.day(529)).toMatchObject({ state: 'NOT_OPEN', version: 0 });
    for (const user of [page.manager, page.reception]) {
      const { status, body } = await page.change(user, [{ from: 529, set: { closed: false } }]);
      expect([status, body.error.code]).toEqual([422, 'CHANGE_REJECTED']);
      expect(body.error.details.reasons).toMatchObject([{ update: 0, code: 'ALLOTMENT_NEEDED' }]);
    }
    const opened = await page.change(page.manager, [{ from: 529, set: { closed: false, allotment: 2 } }]);
    expect(opened.body.data.changes[0].after).toEqual({ state: 'OPEN', allotment: 2 });
    const closed = await page.change(page.reception, [{ from: 528, set: { closed: true } }]);
    expect(closed.body.data.changes[0]).toMatchObject({ version: 1, after: { state: 'NOT_OPEN' } });
    expect((await page.change(page.reception, [{ from: 528, set: { closed: false } }])).status).toBe(200);
  });
});

describe('bad input', () => {
  it.each([
    ['a rate plan is not closed', { plan: 'BB', set: { closed: true } }, 400],
    ['prices belong to a plan', { set: { prices: null } }, 422],
    ['rooms belong to a room type', { plan: 'BB', set: { allotment: 1 } }, 422],
    ['nothing is set', { set: {} }, 422],
    ['a price of no amount', { plan: 'BB', set: { prices: { double: 'ten' } } }, 422],
    ['an unknown field', { set: { blocked: 1 } }, 400],
    ['too many rooms', { set: { allotment: 32_768 } }, 400],
    ['most rooms', { set: { allotment: 32_767 } }, 200],
  ])('%s', async (_, update, status) => {
    const updates = page.updates([{ from: 25, ...update }]);
    expect((await page.manager.call('POST', '/calendar/preview', { updates })).status).toBe(status);
  });
});
