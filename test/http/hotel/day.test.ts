import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sequenceOnce } from '../../../src/outgoing/events/sequence-events.worker.ts';
import { type HotelWithPage, hotelWithPage } from '../../support/hotel-page.ts';
import { bookStay, openNights, readBooking, readDayOf, tap } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let page: HotelWithPage;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  page = await hotelWithPage(service);
  await openNights(service, page);
});
afterAll(() => service.end());

const cancel = (id: string) =>
  service.call('POST', `/v1/bookings/${id}/cancel`, { headers: page.partner, body: { reason: 'ill' } });

describe('the day of a reception', () => {
  it('has arrivals, guests in the house, what ended today and what nobody has received', async () => {
    const [arriving, inHouse, cancelled, later, received] = [
      await bookStay(service, page, { from: 0 }, { specialRequests: 'quiet', channelReference: 'OTA-7' }),
      await bookStay(service, page, { from: 0 }),
      await bookStay(service, page, { from: 9 }),
      await bookStay(service, page, { from: 20 }),
      await bookStay(service, page, { from: 20 }),
    ];
    await tap(page.reception, inHouse.id, 'check-in');
    await cancel(cancelled.id);
    await page.reception.call('POST', `/bookings/${received.id}/received`, { revision: 1 });
    const day = await readDayOf(page.reception);
    expect(day).toMatchObject({ today: inDays(0), event: 7, has_more: false });
    const statuses = day.bookings.map(({ id, status }) => [id, status]);
    expect(new Map(statuses as [string, string][])).toEqual(
      new Map([
        [arriving.id, 'CONFIRMED'],
        [inHouse.id, 'CHECKED_IN'],
        [cancelled.id, 'CANCELLED'],
        [later.id, 'CONFIRMED'],
      ]),
    );
    expect(day.of(arriving.id)).toMatchObject({
      voucher_id: arriving.voucherId,
      ...{
        revision: 1,
        event: 1,
        board: 'BED_AND_BREAKFAST',
        nights: 2,
        rooms: 1,
        adults: 2,
        currency: 'USD',
      },
      guest: { name: GUEST.guestName, phone: '+9647701234567', email: null },
      ...{ special_requests: 'quiet', channel_reference: 'OTA-7', collected_by: expect.any(String) },
      ...{ check_in: inDays(0), check_out: inDays(2), ended: null, changed_fields: [] },
      received: { needed: true, at: null, by: null },
    });
    expect(day.of(cancelled.id).ended).toMatchObject({ reason: 'ill', by_hotel: false });
    expect(day.of(cancelled.id).received.needed).toBe(true);
    // Whoever checks a guest in has seen the booking.
    expect(day.of(inHouse.id).received.needed).toBe(false);
  });

  it('leaves out what is over', async () => {
    const old = await bookStay(service, page, { from: 0 });
    await sequenceOnce(service.context.pool, null, { notices: 'private', mail: false, messages: false });
    // As if it had ended three days ago, and its events with it.
    await service.context.pool.query(
      `update bookings set check_in = check_in - 5, check_out = check_out - 5, status = 'CHECKED_OUT' where id = $1`,
      [old.id],
    );
    await service.context.pool.query(
      `update events set at = at - interval '3 days', kind = 'booking.checked_out' where booking_id = $1`,
      [old.id],
    );
    await service.context.pool.query(
      'update front_desk_notices set check_out = check_out - 5 where booking_id = $1',
      [old.id],
    );
    expect((await readDayOf(page.manager)).of(old.id)).toBeUndefined();
  });

  it('shows 500 bookings, and says when there are more', async () => {
    const crowded = await hotelWithPage(service);
    await openNights(service, crowded);
    const { id } = await bookStay(service, crowded, { from: 0 });
    const copies = (count: number) =>
      service.context.pool.query(
        `with source as (select b.*, g.name, g.phone from bookings b join guests g on g.booking_id = b.id where b.id = $1),
          copy as (select gen_random_uuid() as new_id, source.* from source, generate_series(1, $2)),
          copied as (insert into bookings select (jsonb_populate_record(null::bookings, to_jsonb(copy) || jsonb_build_object(
            'id', new_id, 'voucher_id', 'IHC-2026-' || translate(upper(substr(md5(new_id::text), 1, 6)), '01', 'XY')))).* from copy)
        insert into guests (ledger_id, hotel_id, booking_id, position, lead, name, phone)
        select ledger_id, hotel_id, new_id, 0, true, name, phone from copy`,
        [id, count],
      );
    await copies(499);
    const full = await readDayOf(crowded.reception);
    expect([full.bookings.length, full.has_more]).toEqual([500, false]);
    await copies(1);
    const more = await readDayOf(crowded.reception);
    expect([more.bookings.length, more.has_more]).toEqual([500, true]);
  });
});

describe('finding a booking', () => {
  it('by the code of its voucher, in lower case too, and by its day of arrival', async () => {
    const { id, voucherId } = await bookStay(service, page, { from: 33 });
    const find = async (query: string) => (await page.reception.call('GET', `/bookings?${query}`)).body;
    for (const code of [voucherId.slice(-6), voucherId.slice(-6).toLowerCase(), voucherId])
      expect((await find(`code=${code}`)).data.bookings.map((one: { id: string }) => one.id)).toEqual([id]);
    const arriving = await find(`arrival=${inDays(33)}`);
    expect(arriving.data.bookings.map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await find('code=222222')).data.bookings).toEqual([]);
    for (const wrong of ['', 'arrival=tomorrow', `arrival=${inDays(1)}&code=222222`, 'code=22222'])
      expect((await find(wrong)).error.code, wrong).toBe('VALIDATION_ERROR');
  });

  it('shows who did what', async () => {
    const { id } = await bookStay(service, page, { from: 0 });
    await tap(page.reception, id, 'check-in', { reason: 'early bird' });
    const { booking, history } = await readBooking(page.manager, id);
    expect([booking.status, booking.revision]).toEqual(['CHECKED_IN', 2]);
    expect(history).toMatchObject([
      { action: 'CREATED', by: `Partner of ${page.hotel.publicId}`, revision: 1, reason: null },
      { action: 'CHECKED_IN', by: 'Test front desk', revision: 2, reason: 'early bird' },
    ]);
  });

  it('does not find those of other hotels', async () => {
    const other = await hotelWithPage(service);
    const { id, voucherId } = await bookStay(service, other);
    const { id: mine } = await bookStay(service, page);
    expect((await page.manager.call('GET', `/bookings/${mine}`)).status).toBe(200);
    for (const wrong of [id, randomUUID(), 'x'])
      expect((await page.manager.call('GET', `/bookings/${wrong}`)).body.error.code).toBe(
        'BOOKING_NOT_FOUND',
      );
    const byCode = await page.manager.call('GET', `/bookings?code=${voucherId}`);
    expect(byCode.body.data.bookings).toEqual([]);
    const received = await page.manager.call('POST', `/bookings/${id}/received`, { revision: 1 });
    expect(received.body.error.code).toBe('BOOKING_NOT_FOUND');
    for (const step of ['check-in', 'check-out', 'no-show', 'cannot-honour'])
      expect((await tap(page.manager, id, step, { reason: 'x' })).body.error.code).toBe('BOOKING_NOT_FOUND');
    expect((await readBooking(other.reception, id)).booking).toMatchObject({
      ...{ status: 'CONFIRMED', revision: 1 },
      received: { needed: true },
    });
    const { rows } = await service.context.pool.query(
      `select p.name as who, after ->> 'booking_id' as booking_id
       from operator_audit a join staff p on a.who = 'staff ' || p.id where action = 'refused booking of another hotel' and subject = $1`,
      [page.hotel.publicId],
    );
    // The same refusal is stored once a minute.
    expect(rows).toEqual([{ who: expect.stringContaining('Test manager'), booking_id: id }]);
  });
});
