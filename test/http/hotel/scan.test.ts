import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { voucherLinks } from '../../../src/domain/booking/voucher.ts';
import { signStatement } from '../../../src/domain/vouchers/statement.ts';
import type { Statement } from '../../../src/domain/vouchers/statement-bytes.ts';
import { type HotelWithPage, hotelWithPage, OWN_ORIGIN, type PageUser } from '../../support/hotel-page.ts';
import { bookStay, openNights, tap } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { GUEST, inDays } from '../../support/stay.ts';

const [KEY, OLD_KEY] = ['n'.repeat(32), 'o'.repeat(32)];
const secrets = {
  keyPepper: 'p'.repeat(32),
  otherKeyPeppers: [],
  signingKey: KEY,
  otherSigningKeys: [OLD_KEY],
};

let service: TestService;
let page: HotelWithPage;
let other: HotelWithPage;
beforeAll(async () => {
  service = await startTestService({
    housekeeping: false,
    secrets,
    config: { allowedHosts: ['desk.example'] },
  });
  [page, other] = [await hotelWithPage(service), await hotelWithPage(service)];
  await openNights(service, page);
});
afterAll(() => service.end());

const scan = (user: PageUser, text: string, headers = {}) => user.call('POST', '/scan', { text }, headers);
const codeOf = async (user: PageUser, text: string) => (await scan(user, text)).body.error?.code;
const audited = async (action: string, { hotel }: HotelWithPage = page) => {
  const { rows } = await service.context.pool.query(
    `select coalesce(p.name, a.who) as who, a.after from operator_audit a left join staff p on a.who = 'staff ' || p.id
     where a.action = $1 and a.subject = $2 order by a.id`,
    [action, hotel.publicId],
  );
  return rows as { who: string; after: Record<string, unknown> }[];
};
const statementOf = (voucherId: string, changes: Partial<Statement> = {}, key = KEY): string =>
  signStatement(
    {
      ...{ hotel: page.hotel.publicId, voucherId, name: GUEST.guestName, rooms: 1, revision: 1 },
      ...{ checkIn: inDays(30), checkOut: inDays(32) },
      ...changes,
    },
    { ...secrets, signingKey: key },
  );

describe('scanning a voucher', () => {
  it('finds its booking, with and without a statement, by every key that is accepted and by the host of the page', async () => {
    const { id, voucherId, voucherUrl } = await bookStay(service, page);
    const old = voucherLinks(voucherId, OWN_ORIGIN, OLD_KEY).url;
    const elsewhere = voucherUrl.replace('localhost:3000', 'desk.example:8080');
    const right = [
      voucherUrl,
      `${voucherUrl}&lang=ar`,
      old,
      `${voucherUrl}#${statementOf(voucherId)}`,
      `${old}#${statementOf(voucherId, {}, OLD_KEY)}`,
    ];
    for (const text of right) {
      const { status, body } = await scan(page.reception, text);
      expect([status, body.data?.detail.booking.id, body.data?.is_outdated]).toEqual([200, id, false]);
    }
    const host = { host: 'desk.example:8080', origin: 'http://desk.example:8080' };
    expect((await scan(page.reception, elsewhere, host)).status).toBe(200);
    expect(await codeOf(page.reception, elsewhere)).toBe('VOUCHER_FORGED');
  });

  it('says when what is printed was changed since. A check-in changes nothing that is printed', async () => {
    const { id, voucherId, voucherUrl } = await bookStay(service, page);
    const body = { checkIn: inDays(34), checkOut: inDays(36) };
    await service.call('POST', `/v1/bookings/${id}/modify`, { headers: page.partner, body });
    const outdated = async (revision: number) =>
      (await scan(page.reception, `${voucherUrl}#${statementOf(voucherId, { revision })}`)).body.data
        .is_outdated;
    expect([await outdated(1), await outdated(2)]).toEqual([true, false]);
    const today = await bookStay(service, page, { from: 0 });
    await tap(page.reception, today.id, 'check-in');
    const arrived = await scan(page.reception, `${today.voucherUrl}#${statementOf(today.voucherId)}`);
    expect(arrived.body.data).toMatchObject({
      ...{ is_outdated: false, detail: { booking: { status: 'CHECKED_IN' } } },
    });
  });

  it('refuses what is forged, and records it without the signature', async () => {
    const { voucherId, voucherUrl } = await bookStay(service, page);
    const { voucherId: second } = await bookStay(service, page);
    const statement = statementOf(voucherId);
    const changed = `${statement.slice(0, 20)}${statement[20] === 'A' ? 'B' : 'A'}${statement.slice(21)}`;
    const forged = [
      'https://www.example.com/',
      'هلو',
      voucherId,
      voucherUrl.slice(0, -1),
      voucherUrl.replace(voucherId, second),
      voucherUrl.replace('localhost:3000', 'evil.example'),
      voucherLinks(voucherId, OWN_ORIGIN, 'x'.repeat(32)).url,
      `${voucherUrl}#${changed}`,
      `${voucherUrl}#v9.x`,
      `${voucherUrl}#${statementOf(voucherId, {}, 'x'.repeat(32))}`,
      `${voucherUrl}#${statementOf(second)}`,
      `${voucherUrl}#${statementOf(voucherId, { hotel: other.hotel.publicId })}`,
    ];
    for (const text of forged) expect(await codeOf(page.manager, text), text).toBe('VOUCHER_FORGED');
    const [first] = (await audited('refused forged voucher')).filter(({ who }) => who.includes('manager'));
    expect(first).toMatchObject({
      who: expect.stringContaining('Test manager'),
      after: { voucher_id: null },
    });
    for (const { after } of await audited('refused forged voucher'))
      expect(JSON.stringify(after)).not.toContain('signature');
  });

  it('refuses a voucher of another hotel, and shows nothing of it', async () => {
    const { voucherId, voucherUrl } = await bookStay(service, other);
    const { status, body } = await scan(page.reception, voucherUrl);
    expect([status, body.error.code, body.error.details]).toEqual([422, 'VOUCHER_OF_OTHER_HOTEL', undefined]);
    expect(await audited('refused voucher of another hotel')).toMatchObject([
      { who: expect.stringContaining('Test front desk'), after: { voucher_id: voucherId } },
    ]);
    expect(await audited('refused voucher of another hotel', other)).toEqual([]);
  });

  it('records a voucher that is shown again, and its check-in happens once', async () => {
    const { id, voucherId, voucherUrl } = await bookStay(service, page, { from: 0 });
    const shownAgain = async () =>
      (await audited('voucher used again')).filter(({ after }) => after.voucher_id === voucherId);
    await scan(page.reception, voucherUrl);
    expect(await shownAgain()).toEqual([]);
    await tap(page.reception, id, 'check-in');
    const again = await scan(page.manager, voucherUrl);
    expect(again.body.data.detail).toMatchObject({
      booking: { status: 'CHECKED_IN' },
      history: [{}, { action: 'CHECKED_IN', by: 'Test front desk', at: expect.any(String) }],
    });
    expect(await shownAgain()).toMatchObject([
      { who: expect.stringContaining('Test manager'), after: { booking_id: id, status: 'CHECKED_IN' } },
    ]);
    const second = await tap(page.manager, id, 'check-in');
    expect([second.status, second.body.data.history.length]).toEqual([200, 2]);
  });

  it('finds no booking that a reset has deleted, and reads at most 5,000 characters', async () => {
    const { voucherUrl } = await bookStay(service, other);
    await service.call('POST', '/v1/sandbox/reset', { headers: other.partner, body: {} });
    expect(await codeOf(other.reception, voucherUrl)).toBe('BOOKING_NOT_FOUND');
    expect(await codeOf(other.reception, 'x'.repeat(5_000))).toBe('VOUCHER_FORGED');
    for (const wrong of ['', 'x'.repeat(5_001)])
      expect(await codeOf(other.reception, wrong)).toBe('VALIDATION_ERROR');
  });
});
