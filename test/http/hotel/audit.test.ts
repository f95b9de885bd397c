import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HotelWithPage, hotelWithPage, type PageUser } from '../../support/hotel-page.ts';
import {
  acceptInvitation,
  codeOfResponse,
  colleagueOf,
  newEmail,
  tokenOf,
} from '../../support/hotel-people.ts';
import { ihcOn } from '../../support/ihc-in-process.ts';
import { bookStay, openNights } from '../../support/reception-page.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
let page: HotelWithPage;
beforeAll(async () => {
  service = await sharedService();
  page = await hotelWithPage(service);
  await openNights(service, page);
});
afterAll(() => service.end());

interface Line {
  id: number;
  action: string;
  by: string;
  who: string;
  email: string | null;
}
async function audit(query = '', { manager } = page): Promise<{ lines: Line[]; next: number | null }> {
  return (await manager.call('GET', `/audit${query}`)).body.data;
}
const scan = (user: PageUser, text: string) => user.call('POST', '/scan', { text });
const usedAgain = async (voucherId: string) =>
  (
    await service.context.pool.query(
      "select who from operator_audit where action = 'voucher used again' and after ->> 'voucher_id' = $1",
      [voucherId],
    )
  ).rowCount;

describe('a cancelled voucher', () => {
  it('that is scanned again and again is stored once per person and hour, also at once', async () => {
    const { voucherId, voucherUrl } = await bookStay(service, page, { from: 0 });
    await service.call('POST', `/v1/bookings/${voucherId}/cancel`, { headers: page.partner });
    const five = await Promise.all(Array.from({ length: 5 }, () => scan(page.reception, voucherUrl)));
    expect(five.every(({ status }) => status === 200)).toBe(true);
    expect(await usedAgain(voucherId)).toBe(1);
    await scan(page.manager, voucherUrl);
    expect(await usedAgain(voucherId)).toBe(2);
    const age = (by: string) =>
      service.context.pool.query(
        "update operator_audit set at = at - $1::interval where action = 'voucher used again'",
        [by],
      );
    await age('59 minutes');
    await scan(page.reception, voucherUrl);
    expect(await usedAgain(voucherId)).toBe(2);
    await age('1 minute');
    await scan(page.reception, voucherUrl);
    expect(await usedAgain(voucherId)).toBe(3);
  });

  it('control: without the lock, scans at once are stored more than once', async () => {
    const { pool } = service.context;
    const connections = [await pool.connect(), await pool.connect()];
    for (const connection of connections) {
      await connection.query('begin');
      await connection.query(
        `insert into operator_audit (who, action, subject) select 'x', 'control', 'control'
         where not exists (select from operator_audit where action = 'control')`,
      );
    }
    for (const connection of connections) {
      await connection.query('commit');
      connection.release();
    }
    const stored = await pool.query("select 1 from operator_audit where action = 'control'");
    expect(stored.rowCount).toBe(2);
  });
});

describe('the audit of a hotel', () => {
  it('has pages of 50 and a filter: a flood of one kind does not hide the others', async () => {
    const own = await hotelWithPage(service);
    await colleagueOf(service, own.manager);
    await service.context.pool.query(
      `insert into operator_audit (who, action, subject, after)
       select 'staff ' || gen_random_uuid(), 'refused forged voucher', $1, '{}' from generate_series(1, 205)`,
      [own.hotel.publicId],
    );
    const read: Line[] = [];
    let { lines, next } = await audit('', own);
    expect(lines).toHaveLength(50);
    for (; next !== null; { lines, next } = await audit(`?before=${next}`, own)) read.push(...lines);
    read.push(...lines);
    expect(read).toHaveLength(207);
    expect(new Set(read.map(({ id }) => id)).size).toBe(207);
    expect((await audit('?kind=ACCOUNTS', own)).lines.map(({ action }) => action)).toEqual([
      ...['invitation accept', 'staff invite'],
    ]);
    expect((await audit('?kind=REFUSED', own)).lines).toHaveLength(50);
    expect(await audit('?kind=ROOMS', own)).toEqual({ lines: [], next: null });
    expect(codeOfResponse(await own.manager.call('GET', '/audit?kind=OTHERS'))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    // Entries of another hotel are no way into its audit.
    expect(
      (await audit(`?before=${read[0]!.id}`)).lines.some(({ id }) => read.some((one) => one.id === id)),
    ).toBe(false);
  });

  it('shows people by the name of today, and operators as operator', async () => {
    const own = await hotelWithPage(service);
    const sara = await colleagueOf(service, own.manager, 'FRONT_DESK', undefined, 'Sara');
    const nameOf = async (action: string) =>
      (await audit('', own)).lines.find((line) => line.action === action);
    expect(await nameOf('invitation accept')).toMatchObject({ by: 'PERSON', who: 'Sara', email: sara.email });
    const { url } = (await own.manager.call('POST', `/staff/${sara.id}/invite`)).body.data;
    await acceptInvitation(service, tokenOf(url), { name: 'Sara Ahmed' });
    const names = (await audit('', own)).lines.filter(({ action }) => action === 'invitation accept');
    expect(names.map(({ who }) => who)).toEqual(['Sara Ahmed', 'Sara Ahmed']);
    const ihc = ihcOn(service.databaseUrl, { environment: 'sandbox' });
    await ihc('staff', 'suspend', sara.email);
    expect(await nameOf('staff suspend')).toMatchObject({ by: 'OPERATOR', who: 'operator', email: null });
    const { data } = await ihc('--json', 'audit', '--who', sara.email.toUpperCase());
    expect(new Set(data.map(({ who }: Line) => who))).toEqual(new Set([`Sara Ahmed <${sara.email}>`]));
    expect((await ihc('--json', 'audit', '--who', 'tester')).data[0].who).toBe('tester');
    const stored = await service.context.pool.query(
      "select 1 from operator_audit where who like '%@hotel.example%'",
    );
    expect(stored.rowCount).toBe(0);
  });

  it('has no name that looks like somebody else', async () => {
    const given = { email: newEmail(), name: 'Sara <boss@hotel.example>', role: 'FRONT_DESK' };
    const refused = await page.manager.call('POST', '/staff', given);
    expect(refused.body.error.details).toMatchObject([{ field: 'name', code: 'INVALID_TEXT' }]);
    const invited = await page.manager.call('POST', '/staff', { ...given, name: 'Sara' });
    const token = tokenOf(invited.body.data.url);
    for (const name of [given.name, 'boss@hotel', 'Sara\u202e'])
      expect((await acceptInvitation(service, token, { name })).status).toBe(400);
    expect((await acceptInvitation(service, token, { name: 'Sara' })).status).toBe(200);
  });
});
