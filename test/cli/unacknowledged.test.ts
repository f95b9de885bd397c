import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ihc } from '../support/ihc-in-process.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { insertNotices } from '../support/reception.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

const HOTEL = 'HTL-2026-0006';

let service: TestService;
let ihc: Ihc;
beforeAll(async () => {
  service = await startTestService({ deliveries: false, housekeeping: false });
  ihc = ihcOn(service.databaseUrl, { environment: 'sandbox' });
});
afterAll(() => service?.end());

async function book(from: number, minutesAgo: number) {
  const body = { ...demoStay({ hotel: HOTEL, board: 'RO', from }), ...GUEST };
  const { data } = (await service.call('POST', '/v1/bookings', { body })).body;
  await insertNotices(service.context, data.booking_id, minutesAgo);
  return { id: data.booking_id as string, voucher: data.voucher.voucher_id as string };
}
interface Listed {
  booking_id: string;
  arrival: string;
}
const listed = async (...more: string[]): Promise<Listed[]> =>
  (await ihc('--json', 'delivery', 'unacknowledged', ...more)).data;

describe('ihc delivery', () => {
  it('lists what no reception has acknowledged, arrivals of today and tomorrow first', async () => {
    const later = await book(30, 300);
    const tomorrow = await book(1, 40);
    const today = await book(0, 50);
    const fresh = await book(0, 5);
    await service.context.pool.query(
      `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id, message_id,
         created_at, due_at, state, ended_at)
       select 'HOTEL_EMAIL', hotel_id || ' a@hotel.example', kind, ledger_id, hotel_id, number, booking_id,
         gen_random_uuid(), now(), now(), 'DEAD', now() from events where booking_id = $1`,
      [today.id],
    );
    expect((await listed()).map((one) => [one.booking_id, one.arrival])).toEqual([
      [today.id, 'TODAY'],
      [tomorrow.id, 'TOMORROW'],
      [later.id, 'LATER'],
    ]);
    expect((await listed('--all')).map((one) => one.booking_id)).toContain(fresh.id);
    expect(await listed('--limit', '1')).toHaveLength(1);
    expect((await listed())[0]).toMatchObject({
      hotel_id: HOTEL,
      hotel_phone: '+9647700000060',
      guest_name: GUEST.guestName,
      check_in: inDays(0),
      kind: 'NEW',
      deliveries: { DEAD: 1 },
    });
    const { out } = await ihc('delivery', 'unacknowledged');
    expect(out.split('\n')[1]).toMatch(/TODAY +NEW +HTL-2026-0006 .* 1 DEAD$/);
  });

  it('records a telephone call, by voucher number in either case or booking id, once in the audit', async () => {
    const [first, second] = (await listed()) as [Listed, Listed, Listed];
    const { rows } = await service.context.pool.query('select voucher_id from bookings where id = $1', [
      first.booking_id,
    ]);
    const done = await ihc('--json', 'delivery', 'acknowledge', rows[0].voucher_id.toLowerCase());
    expect(done.data).toMatchObject({ booking_id: first.booking_id, revision: 1, acknowledged: 1 });
    expect((await ihc('delivery', 'acknowledge', second.booking_id)).code).toBe(0);
    expect((await ihc('delivery', 'acknowledge', second.booking_id)).out).toContain('already');
    expect((await listed()).map((one) => one.booking_id)).not.toContain(first.booking_id);
    const audit = (await ihc('--json', 'audit', '--subject', second.booking_id)).data;
    expect(audit).toMatchObject([
      {
        action: 'delivery acknowledge',
        who: 'tester',
        before: { acknowledged_revision: null },
        after: { acknowledged_revision: 1 },
      },
    ]);
    const unknown = await ihc('delivery', 'acknowledge', 'IHC-2026-AAAAAA');
    expect([unknown.code, unknown.said[0]]).toEqual([1, expect.stringContaining('IHC-2026-AAAAAA')]);
  });
});
