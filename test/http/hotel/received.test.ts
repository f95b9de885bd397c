import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ReceptionChannels,
  sequenceEvents,
} from '../../../src/outgoing/events/sequence-events.store.ts';
import { sequenceOnce } from '../../../src/outgoing/events/sequence-events.worker.ts';
import { beginSequencing } from '../../../src/outgoing/events/sequence-lock.store.ts';
import { acknowledgeNotices } from '../../../src/outgoing/hotel-notices/notices.store.ts';
import { receptionToken } from '../../../src/outgoing/hotel-notices/reception-link.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { type HotelWithPage, hotelWithPage, type PageUser } from '../../support/hotel-page.ts';
import { bookStay, openNights, readBooking, readDayOf, tap } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

const SANDBOX: ReceptionChannels = { notices: 'private', mail: false, messages: false };

let service: TestService;
let page: HotelWithPage;
beforeAll(async () => {
  // No sequencer: the tests say when it runs.
  service = await startTestService({ housekeeping: false, deliveries: false });
  page = await hotelWithPage(service);
  await openNights(service, page);
});
afterAll(() => service.end());

const sequence = () => sequenceOnce(service.context.pool, null, SANDBOX);
const receive = (user: PageUser, id: string, revision: number) =>
  user.call('POST', `/bookings/${id}/received`, { revision });
const received = async (id: string) => (await readBooking(page.manager, id)).booking.received;
const move = async (id: string, to: number) => {
  const body = { checkIn: inDays(to), checkOut: inDays(to + 2) };
  const { status } = await service.call('POST', `/v1/bookings/${id}/modify`, { headers: page.partner, body });
  expect(status).toBe(200);
};
const OPEN = { needed: true, at: null, by: null };
const BY_DESK = { needed: false, at: expect.any(String), by: 'Test front desk' };

describe.each([
  ['before the sequencer has written the notices', async () => {}],
  ['after it', async () => void (await sequence())],
])('received, %s', (_when, sequenced) => {
  it('is of a revision and those before it, by the first person', async () => {
    const { id } = await bookStay(service, page);
    await sequenced();
    expect(await received(id)).toEqual(OPEN);
    expect((await receive(page.reception, id, 1)).body.data.booking.received).toEqual(BY_DESK);
    expect((await receive(page.manager, id, 1)).body.data.booking.received).toEqual(BY_DESK);
    await move(id, 33);
    await move(id, 35);
    await sequenced();
    const { booking } = await readBooking(page.manager, id);
    expect([booking.received, booking.changed_fields]).toEqual([OPEN, ['check_in', 'check_out']]);
    // Somebody who has not seen the last revision acknowledges the one before it.
    await receive(page.manager, id, 2);
    expect(await received(id)).toEqual(OPEN);
    const last = await receive(page.manager, id, 3);
    expect(last.body.data.booking).toMatchObject({ changed_fields: [], received: { by: 'Test manager' } });
    await sequence();
    expect(await received(id)).toMatchObject({ needed: false, by: 'Test manager' });
    const { rows } = await service.context.pool.query(
      'select revision, acknowledged_by from front_desk_notices where booking_id = $1 order by 1',
      [id],
    );
    expect(rows.map((row) => row.acknowledged_by)).toEqual([
      'Test front desk',
      'Test manager',
      'Test manager',
    ]);
  });

  it('is needed for what is cancelled, and not for what the hotel has reported itself', async () => {
    const [cancelled, here] = [await bookStay(service, page), await bookStay(service, page, { from: 0 })];
    await receive(page.reception, cancelled.id, 1);
    await service.call('POST', `/v1/bookings/${cancelled.id}/cancel`, { headers: page.partner, body: {} });
    await tap(page.reception, here.id, 'check-in');
    await sequenced();
    expect(await received(cancelled.id)).toEqual(OPEN);
    expect((await readDayOf(page.reception)).of(cancelled.id).received).toEqual(OPEN);
    expect(await received(here.id)).toEqual({ ...OPEN, needed: false });
  });

  it('is said by a system of the hotel too', async () => {
    const { id } = await bookStay(service, page);
    await sequenced();
    const { event } = (await readBooking(page.manager, id)).booking;
    const ack = (upTo: number) =>
      service.call('POST', '/supply/v1/reservations/ack', {
        headers: page.supplier,
        body: { hotelId: page.hotel.publicId, upTo },
      });
    await ack(event - 1);
    expect(await received(id)).toEqual(OPEN);
    await ack(event);
    expect(await received(id)).toMatchObject({ needed: false, by: `System of ${page.hotel.publicId}` });
    await service.context.pool.query('delete from supply_acknowledgements');
  });
});

describe('received', () => {
  it('on the page and by the link in a mail are the same', async () => {
    const [byLink, byPage] = [await bookStay(service, page), await bookStay(service, page)];
    await sequence();
    const url = (id: string) => {
      const token = receptionToken(
        { hotelId: page.hotel.id as never, bookingId: id as never },
        service.context.secrets.signingKey,
      );
      return `/front-desk/${token}?lang=en`;
    };
    const form = 'revision=1';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await service.app.inject({ method: 'POST', url: url(byLink.id), headers, payload: form });
    expect(await received(byLink.id)).toEqual({ needed: false, at: expect.any(String), by: null });
    const before = await service.app.inject({ method: 'GET', url: url(byPage.id) });
    expect(before.body).toContain('<button');
    await receive(page.reception, byPage.id, 1);
    const after = await service.app.inject({ method: 'GET', url: url(byPage.id) });
    expect(after.body).not.toContain('<button');
  });

  it('is not needed for a booking from before the notices, and for a stay that is over', async () => {
    const [old, over] = [await bookStay(service, page), await bookStay(service, page)];
    await sequence();
    await service.context.pool.query('delete from front_desk_notices where booking_id = $1', [old.id]);
    expect(await received(old.id)).toEqual({ ...OPEN, needed: false });
    await service.context.pool.query(
      'update bookings set check_in = check_in - 60, check_out = check_out - 60 where id = $1',
      [over.id],
    );
    expect(await received(over.id)).toEqual({ ...OPEN, needed: false });
  });

  it('needs a revision from 1 on that the database can store', async () => {
    const { id } = await bookStay(service, page);
    for (const wrong of [0, 1.5, '1', undefined, 2_147_483_648, 1e300])
      expect((await receive(page.reception, id, wrong as number)).body.error.code).toBe('VALIDATION_ERROR');
    expect((await receive(page.reception, id, 1)).status).toBe(200);
  });

  it('is not said of a revision that does not exist: nobody has seen it', async () => {
    const { id } = await bookStay(service, page);
    expect((await receive(page.reception, id, 2)).body.error.code).toBe('VALIDATION_ERROR');
    expect(await received(id)).toEqual(OPEN);
  });

  it('is not lost while the sequencer writes the notice. Control: an update alone loses it', async () => {
    for (const isControl of [true, false]) {
      const { id } = await bookStay(service, page);
      await whileSequencing(async () => {
        if (!isControl) return receive(page.reception, id, 1);
        const booking = { hotelId: page.hotel.id as never, bookingId: id as never };
        return inTransaction(service.context.pool, 'read committed', (tx) =>
          acknowledgeNotices(tx, booking, 1, new Date()),
        );
      });
      expect((await received(id)).needed).toBe(isControl);
    }
  });
});

/** Begins the work after the sequencer has written the notices, and lets it commit when the work has ended or waits for it. */
async function whileSequencing(work: () => Promise<unknown>): Promise<void> {
  const { pool } = service.context;
  let working: Promise<unknown> = Promise.resolve();
  await inTransaction(pool, 'read committed', async (tx) => {
    await beginSequencing(tx);
    await sequenceEvents(tx, null, 1_000, SANDBOX);
    working = work();
    await Promise.race([working, untilBlocked()]);
  });
  await working;
}

async function untilBlocked(): Promise<void> {
  const blocked = async () => {
    const { rows } = await service.context.pool.query(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count as number;
  };
  await expect.poll(blocked).toBe(1);
}
