import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepHouse } from '../../src/boot/housekeeping.ts';
import { delivererOf, insertDeliveries, readDeliveries } from '../support/deliveries.ts';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;
let service: TestService;
let ihc: Ihc;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false, deliveries: false });
  ihc = ihcOn(service.databaseUrl, { environment: 'sandbox' });
});
afterAll(() => service.end());
beforeEach(async () => {
  await service.context.pool.query('truncate deliveries; delete from operator_audit');
});

const json = async (...parameters: string[]) => {
  const { code, data, said } = await ihc('--json', ...parameters);
  expect([parameters, code, said]).toEqual([parameters, 0, []]);
  return data;
};
const query = async (sql: string, values: unknown[] = []) =>
  (await service.context.pool.query(sql, values)).rows;

/** A delivery that ended at a time, relative to now. */
async function ended(
  state: string,
  { channel = 'WEBHOOK', destination = 'a', milliseconds = 0, error = null as string | null } = {},
): Promise<number> {
  const [id] = await insertDeliveries(service.context.pool, [
    { channel: channel as 'WEBHOOK', destination, createdMilliseconds: milliseconds },
  ]);
  await query(
    `update deliveries set state = $2, ended_at = clock_timestamp() + $3 * interval '1 ms', attempts = 30, last_error = $4
     where id = $1`,
    [id, state, milliseconds, error],
  );
  return id!;
}

async function failing(error: string): Promise<number> {
  const [id] = await insertDeliveries(service.context.pool, [{}]);
  await query('update deliveries set attempts = 1, last_error = $2 where id = $1', [id, error]);
  return id!;
}

describe('ihc delivery list', () => {
  it('shows the dead ones, then those that have failed, the oldest first', async () => {
    const young = await ended('DEAD', { milliseconds: -DAY });
    const again = await failing('status 500');
    const old = await ended('DEAD', { milliseconds: -2 * DAY, error: 'refused' });
    await ended('DELIVERED');
    await insertDeliveries(service.context.pool, [{}]);
    const listed = await json('delivery', 'list');
    expect(listed.map((one: { id: number }) => one.id)).toEqual([old, young, again]);
    expect(listed[0]).toMatchObject({
      state: 'DEAD',
      channel: 'WEBHOOK',
      last_error: 'refused',
      due_at: null,
    });
    expect((await ihc('delivery', 'list')).out).toMatch(/refused[\s\S]*status 500/);
  });

  it('chooses by state, channel, hotel and limit', async () => {
    const dead = await ended('DEAD', { channel: 'HOTEL_EMAIL' });
    const [first, second] = [
      await ended('DELIVERED', { milliseconds: -DAY }),
      await ended('DELIVERED', { milliseconds: -1_000 }),
    ];
    const ids = async (...parameters: string[]) =>
      (await json('delivery', 'list', ...parameters)).map((one: { id: number }) => one.id);
    expect(await ids('--state', 'delivered')).toEqual([second, first]);
    expect(await ids('--state', 'delivered', '--limit', '1')).toEqual([second]);
    expect(await ids('--channel', 'hotel_email')).toEqual([dead]);
    expect(await ids('--channel', 'webhook')).toEqual([]);
    expect(await ids('--state', 'skipped')).toEqual([]);
    const [hotel] = await query('select id, public_id from hotels limit 1');
    await query('update deliveries set hotel_id = $1 where id = $2', [hotel.id, first]);
    expect(await ids('--state', 'delivered', '--hotel', hotel.public_id)).toEqual([first]);
    const unknown = await ihc('delivery', 'list', '--hotel', 'HTL-2026-9999');
    expect([unknown.code, unknown.said[0]]).toEqual([1, expect.stringContaining('does not exist')]);
    expect((await ihc('delivery', 'list')).out).not.toContain('no such deliveries');
    expect((await ihc('delivery', 'list', '--state', 'pending')).out).toBe('no such deliveries');
  });
});

describe('ihc delivery show', () => {
  it('shows the delivery, the event, the booking, and whom to call', async () => {
    const booked = await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
    const [event] = await query('select * from events where booking_id = $1', [booked.body.data.booking_id]);
    await query(
      `update hotels set front_desk = '[{"name": "Reception", "phone": "+9647701234567"}]' where id = $1`,
      [event.hotel_id],
    );
    const destination = `${event.hotel_id} desk@example.com`;
    const bookingId = event.booking_id;
    const [id, later] = await insertDeliveries(service.context.pool, [
      { channel: 'HOTEL_EMAIL', destination, bookingId },
      { channel: 'HOTEL_EMAIL', destination, bookingId },
    ]);
    await query('update deliveries set ledger_id = $1, hotel_id = $2, event_number = $3, last_error = $4', [
      ...[event.ledger_id, event.hotel_id, event.number, '550 no such mailbox'],
    ]);
    const shown = await json('delivery', 'show', String(id));
    expect(shown).toMatchObject({
      ...{ id, state: 'PENDING', channel: 'HOTEL_EMAIL', address: 'desk@example.com', destination },
      ...{ last_error: '550 no such mailbox', waits_for: [], waiting: [later] },
      ...{ event: 'booking.confirmed', event_number: event.number, event_revision: 1 },
      voucher_id: booked.body.data.voucher_id,
      front_desk: [{ name: 'Reception', phone: '+9647701234567' }],
      booking: { booking_id: bookingId, status: 'CONFIRMED', guest: GUEST.guestName },
    });
    expect((await json('delivery', 'show', String(later))).waits_for).toEqual([id]);
    const { out } = await ihc('delivery', 'show', String(id));
    for (const part of ['550 no such mailbox', 'desk@example.com', '+9647701234567', GUEST.guestName])
      expect(out).toContain(part);
  });

  it('shows one whose event and hotel are gone, and declines an unknown one', async () => {
    const id = await ended('DEAD');
    expect(await json('delivery', 'show', String(id))).toMatchObject({ booking: null, hotel: null });
    expect((await ihc('delivery', 'show', String(id))).code).toBe(0);
    const unknown = await ihc('delivery', 'show', '999999999999999');
    expect([unknown.code, unknown.said]).toEqual([
      1,
      ['ihc: delivery 999999999999999 does not exist: ihc delivery list shows those with trouble'],
    ]);
    for (const wrong of ['0', 'x', '1000000000000000'])
      expect((await ihc('delivery', 'show', wrong)).code).toBe(2);
  });
});

describe('ihc delivery retry', () => {
  it('makes dead deliveries due now, with new attempts and new 72 hours, and records it', async () => {
    const id = await ended('DEAD', { milliseconds: -5 * DAY, error: 'refused' });
    expect(await json('delivery', 'retry', String(id), String(id))).toEqual({ retried: [id] });
    const [row] = await query(
      `select state, attempts, ended_at, last_error, created_at < now() - interval '4 days' as "isOld",
         retried_at > now() - interval '1 minute' and due_at = retried_at as "isDue" from deliveries`,
    );
    expect(row).toEqual({
      ...{ state: 'PENDING', attempts: 0, ended_at: null, last_error: 'refused', isOld: true, isDue: true },
    });
    expect(await query('select who, action, subject, before, after from operator_audit')).toEqual([
      {
        ...{ who: 'tester', action: 'delivery retry', subject: String(id) },
        before: { state: 'DEAD', attempts: 30, last_error: 'refused' },
        after: { state: 'PENDING', attempts: 0, last_error: 'refused' },
      },
    ]);
  });

  it('lets a delivery fail for another 72 hours', async () => {
    const id = await ended('DEAD', { milliseconds: -5 * DAY });
    await json('delivery', 'retry', String(id));
    const { pool } = service.context;
    const deliverer = delivererOf(pool, async () => ({ kind: 'failed', error: 'still refused' }));
    deliverer.start();
    await until(async () => (await readDeliveries(pool, [id]))[0].error === 'still refused');
    await deliverer.stop();
    expect((await readDeliveries(pool, [id]))[0]).toMatchObject({ state: 'PENDING', attempts: 1 });
  });

  it('does all of the named ones or none', async () => {
    const [dead, done] = [await ended('DEAD'), await ended('DELIVERED')];
    const { code, said } = await ihc('delivery', 'retry', String(dead), String(done), '4711999');
    expect([code, said]).toEqual([
      1,
      [
        `ihc: delivery ${done} is DELIVERED: only dead deliveries are sent again`,
        'ihc: delivery 4711999 does not exist: ihc delivery list shows those with trouble',
      ],
    ]);
    expect((await readDeliveries(service.context.pool, [dead]))[0].state).toBe('DEAD');
    expect(await query('select 1 from operator_audit')).toEqual([]);
  });

  it('takes all dead ones of a channel or a destination, after a question', async () => {
    const mail = await ended('DEAD', { channel: 'HOTEL_EMAIL', destination: 'm' });
    const [a, b] = [await ended('DEAD', { destination: 'a' }), await ended('DEAD', { destination: 'b' })];
    const asked = await ihc('delivery', 'retry', '--dead', '--channel', 'webhook');
    expect([asked.code, asked.said]).toEqual([
      1,
      [
        'Send 2 deliveries again? [y/N] ',
        'ihc: Send 2 deliveries again? Nobody can answer here: add --yes to confirm',
        'ihc: not confirmed: nothing was changed',
      ],
    ]);
    expect(await json('--yes', 'delivery', 'retry', '--dead', '--destination', 'b')).toEqual({
      retried: [b],
    });
    expect(await json('--yes', 'delivery', 'retry', '--dead', '--channel', 'webhook')).toEqual({
      retried: [a],
    });
    expect(await json('--yes', 'delivery', 'retry', '--dead')).toEqual({ retried: [mail] });
    expect(await json('delivery', 'retry', '--dead')).toEqual({ retried: [] });
    expect(await query('select subject, after from operator_audit order by id limit 1')).toEqual([
      { subject: 'dead', after: { channel: null, destination: 'b', deliveries: [b] } },
    ]);
  });

  it('declines what makes no sense', async () => {
    for (const parameters of [
      [],
      ['1', '--dead'],
      ['1', '--channel', 'webhook'],
      ['1', '--destination', 'a'],
    ])
      expect([parameters, (await ihc('delivery', 'retry', ...parameters)).code]).toEqual([parameters, 1]);
  });
});

describe('housekeeping', () => {
  it('deletes delivered and skipped ones after 30 days, dead ones after 90, pending ones never', async () => {
    const hour = 3_600_000;
    const kept = [
      await ended('DELIVERED', { milliseconds: -30 * DAY + hour }),
      await ended('SKIPPED', { milliseconds: -30 * DAY + hour }),
      await ended('DEAD', { milliseconds: -90 * DAY + hour }),
      ...(await insertDeliveries(service.context.pool, [{ createdMilliseconds: -200 * DAY }])),
    ];
    for (const state of ['DELIVERED', 'SKIPPED']) await ended(state, { milliseconds: -30 * DAY - hour });
    await ended('DEAD', { milliseconds: -90 * DAY - hour });
    await keepHouse(service.context);
    expect((await query('select id::int from deliveries order by id')).map(({ id }) => id)).toEqual(kept);
  });
});
