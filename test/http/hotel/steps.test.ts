import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HotelWithPage, hotelWithPage } from '../../support/hotel-page.ts';
import { bookStay, openNights, readBooking, tap } from '../../support/reception-page.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

let service: TestService;
let page: HotelWithPage;
beforeAll(async () => {
  service = await sharedService();
  page = await hotelWithPage(service);
  await openNights(service, page);
});
afterAll(() => service.end());

describe('the steps of a stay', () => {
  it('check-in and check-out return the booking as it is then, with the person in the audit', async () => {
    const { id } = await bookStay(service, page, { from: 0 });
    const arrived = await tap(page.reception, id, 'check-in');
    expect([arrived.status, arrived.body.data.booking.status]).toEqual([200, 'CHECKED_IN']);
    const left = await tap(page.manager, id, 'check-out');
    expect(left.body.data.booking).toMatchObject({ status: 'CHECKED_OUT', revision: 3 });
    expect(left.body.data.history.map((line: { by: string }) => line.by)).toEqual([
      ...[`Partner of ${page.hotel.publicId}`, 'Test front desk', 'Test manager'],
    ]);
  });

  it('a tap that is sent twice is executed once, also at the same time', async () => {
    const { id } = await bookStay(service, page, { from: 0 });
    const key = randomUUID();
    const twice = await Promise.all([1, 2].map(() => tap(page.reception, id, 'check-in', {}, key)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[1]!.body).toEqual(twice[0]!.body);
    const late = await tap(page.reception, id, 'check-in', {}, key);
    expect([late.body, late.headers['idempotent-replayed']]).toEqual([twice[0]!.body, 'true']);
    expect((await readBooking(page.reception, id)).history).toHaveLength(2);
    const other = await tap(page.reception, id, 'check-in', { reason: 'other' }, key);
    expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('two people who check in the same guest: one does it, both see who', async () => {
    const { id } = await bookStay(service, page, { from: 0 });
    const both = await Promise.all([tap(page.reception, id, 'check-in'), tap(page.manager, id, 'check-in')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { history } = await readBooking(page.reception, id);
    expect(history.filter(({ action }) => action === 'CHECKED_IN')).toHaveLength(1);
    for (const { body } of both) expect(body.data.history).toEqual(history);
  });

  it('needs a key, and a reason of 1 to 500 characters for a booking that cannot be honoured', async () => {
    const { id } = await bookStay(service, page);
    const bare = await page.reception.call('POST', `/bookings/${id}/check-in`, {});
    expect(bare.body.error).toMatchObject({
      ...{ code: 'VALIDATION_ERROR', details: [{ field: 'Idempotency-Key', code: 'REQUIRED' }] },
    });
    const honour = (body: object) => tap(page.reception, id, 'cannot-honour', body);
    for (const wrong of [{}, { reason: '' }, { reason: 'x'.repeat(501) }])
      expect((await honour(wrong)).body.error.code).toBe('VALIDATION_ERROR');
    const done = await honour({ reason: 'x'.repeat(500) });
    expect(done.body.data.booking).toMatchObject({
      ...{ status: 'CANCELLED', ended: { reason: 'x'.repeat(500), by_hotel: true } },
      received: { needed: false },
    });
    expect(await audited('cannot-honour')).toMatch(/^staff [0-9a-f-]{36}$/);
    const { id: short } = await bookStay(service, page);
    expect((await tap(page.manager, short, 'cannot-honour', { reason: 'x', sell_again: true })).status).toBe(
      200,
    );
  });

  it('refuses the wrong day and a booking that was cancelled meanwhile, and says which', async () => {
    const { id } = await bookStay(service, page, { from: 5 });
    const early = await tap(page.reception, id, 'check-in');
    expect([early.status, early.body.error]).toMatchObject([
      409,
      { code: 'BOOKING_STATE_CONFLICT', details: { status: 'CONFIRMED', check_in: inDays(5) } },
    ]);
    const noShow = await tap(page.reception, id, 'no-show');
    expect(noShow.body.error.message).toContain('too early');
    await service.call('POST', `/v1/bookings/${id}/cancel`, { headers: page.partner, body: {} });
    const gone = await tap(page.reception, id, 'check-in');
    expect(gone.body.error).toMatchObject({ details: { status: 'CANCELLED' } });
  });

  it('finds nothing after a reset of the sandbox', async () => {
    const { id } = await bookStay(service, page, { from: 0 });
    const key = randomUUID();
    expect((await tap(page.reception, id, 'check-in', {}, key)).status).toBe(200);
    await service.call('POST', '/v1/sandbox/reset', { headers: page.partner, body: {} });
    for (const again of [key, randomUUID()])
      expect((await tap(page.reception, id, 'check-in', {}, again)).body.error.code).toBe(
        'BOOKING_NOT_FOUND',
      );
  });
});

async function audited(action: string): Promise<string> {
  const { rows } = await service.context.pool.query(
    'select who from operator_audit where action = $1 and subject = $2',
    [action, page.hotel.publicId],
  );
  return rows.map((row) => row.who).join('\n');
}
