import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SESSIONS_LIMIT } from '../../../src/domain/staff/begin-session.usecase.ts';
import { STAFF_LIMIT } from '../../../src/domain/staff/invite-staff.usecase.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { daysBefore, IDLE_DAYS_KEPT } from '../../../src/sandbox/credential-limits.ts';
import { deleteLedger, findIdleLedgers } from '../../../src/sandbox/ledgers.store.ts';
import { hotelWithPage, pageCall, userOf } from '../../support/hotel-page.ts';
import {
  acceptInvitation,
  auditOf,
  codeOfResponse,
  colleagueOf,
  GOOD_PASSWORD,
  newEmail,
  signInAs,
  tokenOf,
} from '../../support/hotel-people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const HOUR = 3_600_000;
let shift = 0;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    housekeeping: false,
    clockShift: () => shift,
    config: { trustedProxies: ['127.0.0.1'] },
  });
});
afterAll(() => service.end());
// All tests have one network address, and each tries something wrong.
beforeEach(() => service.context.pool.query('delete from sign_in_failures'));

describe('an invitation', () => {
  it('lets a person choose a password once, and signs in', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const email = newEmail();
    const invited = await manager.call('POST', '/staff', {
      email: ` ${email.toUpperCase()}`,
      name: 'Z',
      role: 'MANAGER',
    });
    expect(invited.body.data.staff).toMatchObject({
      email,
      status: 'INVITED',
      role: 'MANAGER',
      is_you: false,
    });
    expect(invited.body.data.url).toMatch(/^http:\/\/localhost:3000\/hotel\/invitation#[\w-]{43}$/);
    const token = tokenOf(invited.body.data.url);
    for (let time = 0; time < 2; time += 1) {
      const opened = await pageCall(service, '', 'POST', '/invitations/open', { token });
      expect(opened.body.data).toMatchObject({
        email,
        name: 'Z',
        role: 'MANAGER',
        hotel: { name_en: hotel.nameEn },
      });
    }
    const accepted = await acceptInvitation(service, token, { name: ' Zainab ' });
    expect(accepted.body.data.person).toMatchObject({
      email,
      name: 'Zainab',
      role: 'MANAGER',
      has_totp: false,
    });
    expect((await userOf(service, accepted).call('GET', '/session')).status).toBe(200);
    expect(codeOfResponse(await acceptInvitation(service, token))).toEqual([404, 'LINK_NOT_VALID']);
    expect(codeOfResponse(await pageCall(service, '', 'POST', '/invitations/open', { token }))).toEqual([
      404,
      'LINK_NOT_VALID',
    ]);
    const list = await manager.call('GET', '/staff');
    expect(list.body.data.find((one: { email: string }) => one.email === email)).toMatchObject({
      status: 'ACTIVE',
    });
    const own = await manager.call('GET', '/audit');
    expect(own.body.data.lines[0]).toMatchObject({ action: 'invitation accept', who: 'Zainab', email });
    expect(JSON.stringify(own.body)).not.toContain(token);
    expect(JSON.stringify(own.body)).not.toContain(GOOD_PASSWORD);
  });

  it('is valid for 48 hours, and a new one replaces it', async () => {
    const { manager } = await hotelWithPage(service);
    const invited = await manager.call('POST', '/staff', {
      email: newEmail(),
      name: 'Z',
      role: 'FRONT_DESK',
    });
    const first = tokenOf(invited.body.data.url);
    const open = (token: string) => pageCall(service, '', 'POST', '/invitations/open', { token });
    shift = 48 * HOUR - 60_000;
    expect((await open(first)).status).toBe(200);
    shift = 48 * HOUR;
    expect(codeOfResponse(await open(first))).toEqual([404, 'LINK_NOT_VALID']);
    shift = 0;
    const again = await manager.call('POST', `/staff/${invited.body.data.staff.id}/invite`);
    expect(codeOfResponse(await open(first))).toEqual([404, 'LINK_NOT_VALID']);
    expect((await open(tokenOf(again.body.data.url))).status).toBe(200);
  });

  it('says what is wrong with a password, and stays valid', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const email = newEmail();
    const invited = await manager.call('POST', '/staff', { email, name: 'Z', role: 'FRONT_DESK' });
    const token = tokenOf(invited.body.data.url);
    for (const password of ['123456789', 'x2'.repeat(101), email, hotel.nameEn, 'password123']) {
      const refused = await acceptInvitation(service, token, { password });
      expect([password, refused.body.error?.details?.[0].field]).toEqual([password, 'password']);
    }
    expect((await acceptInvitation(service, token, { name: ' ' })).body.error.details[0].field).toBe('name');
    expect((await acceptInvitation(service, token)).status).toBe(200);
  });

  it('ends sessions when it is used, and not before', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const again = await manager.call('POST', `/staff/${colleague.id}/invite`);
    expect((await colleague.call('GET', '/session')).status).toBe(200);
    const accepted = await acceptInvitation(service, tokenOf(again.body.data.url), {
      password: 'another password',
    });
    expect(accepted.status).toBe(200);
    expect((await colleague.call('GET', '/session')).status).toBe(401);
    expect((await signInAs(service, colleague.email)).status).toBe(401);
    expect((await signInAs(service, colleague.email, 'another password')).status).toBe(200);
  });

  it('is used once by two browsers at once', async () => {
    const { manager } = await hotelWithPage(service);
    const invited = await manager.call('POST', '/staff', {
      email: newEmail(),
      name: 'Z',
      role: 'FRONT_DESK',
    });
    const token = tokenOf(invited.body.data.url);
    const both = await Promise.all([acceptInvitation(service, token), acceptInvitation(service, token)]);
    const [first, second] = both.map(({ status }) => status).sort();
    expect(first).toBe(200);
    // 429 if the first browser has no response yet.
    expect([404, 429]).toContain(second);
    expect((await acceptInvitation(service, token)).status).toBe(404);
  });
});

describe('signing in and out', () => {
  it('needs the right e-mail address and password, and says the same whatever is wrong', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const { email } = await colleagueOf(service, manager);
    const right = await signInAs(service, email.toUpperCase());
    expect(right.body.data.person.email).toBe(email);
    const wrong = await signInAs(service, email, 'another password', { from: '203.0.113.1' });
    const unknown = await signInAs(service, 'nobody@hotel.example', GOOD_PASSWORD, { from: '203.0.113.2' });
    expect(codeOfResponse(wrong)).toEqual([401, 'SIGN_IN_REFUSED']);
    expect(codeOfResponse(unknown)).toEqual([401, 'SIGN_IN_REFUSED']);
    expect(wrong.body.error.message).toBe(unknown.body.error.message);
    const audit = await auditOf(service, hotel.publicId);
    expect(audit).toContain('refused sign-in by 203.0.113.1');
    expect(audit).toContain(`sign-in by Zainab Kadhim <${email}>`);
    expect(await auditOf(service, 'hotel-page')).toContain('refused sign-in by 203.0.113.2');
  });

  it('signs out', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const out = await colleague.call('DELETE', '/session');
    expect([out.status, out.headers['set-cookie']]).toEqual([
      200,
      'ihc_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(codeOfResponse(await colleague.call('GET', '/session'))).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  it('ends after 12 hours without a request, and after 30 days', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const statusAt = async (milliseconds: number) => {
      shift = milliseconds;
      const { status } = await colleague.call('GET', '/session');
      shift = 0;
      return status;
    };
    expect(await statusAt(12 * HOUR - 120_000)).toBe(200);
    expect(await statusAt(24 * HOUR - 300_000)).toBe(200);
    expect(await statusAt(36 * HOUR)).toBe(401);
    const pool = service.context.pool;
    const age = (days: string) =>
      pool.query(
        'update staff_sessions set created_at = now() - $2::interval, used_at = now() where staff_id = $1',
        [colleague.id, days],
      );
    await age('29 days 23 hours');
    expect(await statusAt(0)).toBe(200);
    await age('30 days 1 minute');
    expect(await statusAt(0)).toBe(401);
  });

  it(`keeps ${SESSIONS_LIMIT} sessions of a person`, async () => {
    const { manager } = await hotelWithPage(service);
    const first = await colleagueOf(service, manager);
    let last = first;
    for (let session = 2; session <= SESSIONS_LIMIT; session += 1)
      last = { ...first, ...userOf(service, await signInAs(service, first.email)) };
    expect((await first.call('GET', '/session')).status).toBe(200);
    expect((await last.call('GET', '/account/sessions')).body.data.length).toBe(SESSIONS_LIMIT);
    await service.context.pool.query(
      "update staff_sessions set used_at = used_at - interval '1 hour' where created_at = (select min(created_at) from staff_sessions where staff_id = $1)",
      [first.id],
    );
    await signInAs(service, first.email);
    expect((await first.call('GET', '/session')).status).toBe(401);
    expect((await last.call('GET', '/account/sessions')).body.data.length).toBe(SESSIONS_LIMIT);
  });
});

describe('the own account', () => {
  it('changes the password, and ends the other sessions', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const other = userOf(service, await signInAs(service, colleague.email));
    const change = (current: string, password: string) =>
      colleague.call('POST', '/account/password', { current, password });
    expect(codeOfResponse(await change('wrong password', 'a new password'))).toEqual([
      401,
      'SIGN_IN_REFUSED',
    ]);
    expect(codeOfResponse(await change(GOOD_PASSWORD, 'short'))).toEqual([400, 'VALIDATION_ERROR']);
    expect((await other.call('GET', '/session')).status).toBe(200);
    expect((await change(GOOD_PASSWORD, 'a new password')).status).toBe(200);
    expect((await other.call('GET', '/session')).status).toBe(401);
    expect((await colleague.call('GET', '/session')).status).toBe(200);
    expect((await signInAs(service, colleague.email)).status).toBe(401);
    expect((await signInAs(service, colleague.email, 'a new password')).status).toBe(200);
    const audit = await auditOf(service, hotel.publicId);
    const who = `Zainab Kadhim <${colleague.email}>`;
    expect(audit).toEqual(
      expect.arrayContaining([`password change by ${who}`, `refused current password by ${who}`]),
    );
  });

  it('lists its sessions and ends one', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const other = userOf(service, await signInAs(service, colleague.email));
    const { body } = await colleague.call('GET', '/account/sessions');
    expect(body.data).toHaveLength(2);
    const [foreign] = body.data.filter((one: { is_this: boolean }) => !one.is_this);
    expect((await colleague.call('DELETE', `/account/sessions/${foreign.id}`)).status).toBe(200);
    expect((await other.call('GET', '/session')).status).toBe(401);
    expect(codeOfResponse(await colleague.call('DELETE', `/account/sessions/${foreign.id}`))).toEqual([
      404,
      'SESSION_NOT_FOUND',
    ]);
    expect((await colleague.call('GET', '/session')).status).toBe(200);
  });
});

describe('managers', () => {
  it('suspend and resume people, whose sessions end at once', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const suspended = await manager.call('POST', `/staff/${colleague.id}/suspend`);
    expect(suspended.body.data).toMatchObject({ id: colleague.id, status: 'SUSPENDED' });
    expect((await colleague.call('GET', '/session')).status).toBe(401);
    expect(codeOfResponse(await signInAs(service, colleague.email))).toEqual([401, 'SIGN_IN_REFUSED']);
    expect(codeOfResponse(await manager.call('POST', `/staff/${colleague.id}/invite`))).toEqual([
      409,
      'STAFF_SUSPENDED',
    ]);
    expect((await manager.call('POST', `/staff/${colleague.id}/resume`)).body.data.status).toBe('ACTIVE');
    expect((await colleague.call('GET', '/session')).status).toBe(401);
    expect((await signInAs(service, colleague.email)).status).toBe(200);
    const actions = (await auditOf(service, hotel.publicId)).map((line) => line.split(' by ')[0]);
    expect(actions).toEqual(expect.arrayContaining(['staff invite', 'staff suspend', 'staff resume']));
  });

  it('do not suspend themselves', async () => {
    const { manager } = await hotelWithPage(service);
    const { id } = (await manager.call('GET', '/session')).body.data.person;
    expect(codeOfResponse(await manager.call('POST', `/staff/${id}/suspend`))).toEqual([409, 'LAST_MANAGER']);
    expect((await manager.call('GET', '/session')).status).toBe(200);
  });

  it('do not invite themselves: that would change a password without the old one, and forget the codes', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const one = await colleagueOf(service, manager, 'MANAGER');
    expect(codeOfResponse(await one.call('POST', `/staff/${one.id}/invite`))).toEqual([
      ...[403, 'ROLE_NOT_ALLOWED'],
    ]);
    const upper = await one.call('POST', `/staff/${one.id.toUpperCase()}/invite`);
    expect(codeOfResponse(upper)).toEqual([403, 'ROLE_NOT_ALLOWED']);
    expect(await auditOf(service, hotel.publicId)).toContain(`refused role by Zainab Kadhim <${one.email}>`);
    expect((await manager.call('POST', `/staff/${one.id}/invite`)).status).toBe(200);
  });

  it('do not suspend each other at once: one of them stays', async () => {
    const { manager } = await hotelWithPage(service);
    const [one, two] = [
      await colleagueOf(service, manager, 'MANAGER'),
      await colleagueOf(service, manager, 'MANAGER'),
    ];
    const both = await Promise.all([
      one.call('POST', `/staff/${two.id}/suspend`),
      two.call('POST', `/staff/${one.id}/suspend`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('control: without the lock they would both be suspended', async () => {
    const { manager } = await hotelWithPage(service);
    const ids = [
      (await colleagueOf(service, manager, 'MANAGER')).id,
      (await colleagueOf(service, manager, 'MANAGER')).id,
    ];
    const { pool } = service.context;
    const connections = [await pool.connect(), await pool.connect()];
    for (const [index, connection] of connections.entries()) {
      await connection.query('begin');
      const actor = await connection.query('select suspended_at from staff where id = $1', [ids[index]]);
      expect(actor.rows[0].suspended_at).toBeNull();
    }
    for (const [index, connection] of connections.entries())
      await connection.query('update staff set suspended_at = now() where id = $1', [ids[1 - index]]);
    for (const connection of connections) {
      await connection.query('commit');
      connection.release();
    }
    const left = await pool.query('select 1 from staff where id = any($1) and suspended_at is null', [ids]);
    expect(left.rowCount).toBe(0);
  });

  it('refuse an address that has an account already, at any hotel', async () => {
    const [{ manager }, other] = [await hotelWithPage(service), await hotelWithPage(service)];
    const { email } = await colleagueOf(service, other.manager);
    const body = { email, name: 'Z', role: 'FRONT_DESK' };
    expect(codeOfResponse(await manager.call('POST', '/staff', body))).toEqual([409, 'STAFF_EXISTS']);
    const wrong = await manager.call('POST', '/staff', { ...body, email: 'nothing' });
    expect(wrong.body.error.details[0].field).toBe('email');
  });

  it(`invite until the hotel has ${STAFF_LIMIT} accounts, also at once`, async () => {
    const { manager, hotel } = await hotelWithPage(service);
    await service.context.pool.query(
      `insert into staff (id, ledger_id, hotel_id, client_id, email, name, role, created_at)
       select gen_random_uuid(), ledger_id, hotel_id, client_id, n || '@' || lower($1) || '.example', 'x', 'FRONT_DESK', now()
       from staff, generate_series(1, $2::int) n where hotel_id = $3 and role = 'MANAGER'`,
      [hotel.publicId, STAFF_LIMIT - 3, hotel.id],
    );
    const invite = () => manager.call('POST', '/staff', { email: newEmail(), name: 'Z', role: 'FRONT_DESK' });
    const both = await Promise.all([invite(), invite()]);
    expect(both.map((one) => codeOfResponse(one)).sort()).toEqual([
      [200, null],
      [409, 'STAFF_LIMIT_EXCEEDED'],
    ]);
    expect((await manager.call('GET', '/staff')).body.data).toHaveLength(STAFF_LIMIT);
  });
});

describe('a private hotel', () => {
  it('is kept for seven days after its page was used, and deleted with its people then', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    await colleagueOf(service, manager);
    const { pool, now } = service.context;
    shift = 11 * HOUR;
    expect((await manager.call('GET', '/session')).status).toBe(200);
    const { rows } = await pool.query('select private_ledger_id as id from hotels where id = $1', [hotel.id]);
    const usedBefore = () => daysBefore(now(), IDLE_DAYS_KEPT);
    const isIdle = async (milliseconds: number) => {
      shift = milliseconds;
      return (await findIdleLedgers(pool, usedBefore(), '')).includes(rows[0].id);
    };
    const remove = () =>
      inTransaction(pool, 'read committed', (tx) => deleteLedger(tx, rows[0].id, usedBefore()));
    expect([await isIdle(7 * 24 * HOUR + 10 * HOUR), await remove()]).toEqual([false, false]);
    expect([await isIdle(7 * 24 * HOUR + 12 * HOUR), await remove()]).toEqual([true, true]);
    shift = 0;
    expect((await pool.query('select 1 from staff where hotel_id = $1', [hotel.id])).rowCount).toBe(0);
    expect((await manager.call('GET', '/session')).status).toBe(401);
  });
});

describe('a password that was right when it was compared', () => {
  const CHANGES = {
    'nothing changed, as a control': { change: 'select $1::uuid', status: 200 },
    'the password was changed': { change: "update staff set password = 'x' where id = $1", status: 401 },
    'the person was suspended': {
      change: 'update staff set suspended_at = now() where id = $1',
      status: 401,
    },
    'codes were turned on': {
      change: "update staff set totp_secret = '', totp_sealed_with = '', totp_since = now() where id = $1",
      status: 401,
    },
  };
  it.each(Object.entries(CHANGES))('counts only if it still is: %s', async (_name, { change, status }) => {
    const { manager } = await hotelWithPage(service);
    const { id, email } = await colleagueOf(service, manager);
    const { pool } = service.context;
    const connection = await pool.connect();
    await connection.query('begin');
    await connection.query('select 1 from staff where id = $1 for update', [id]);
    const pending = signInAs(service, email);
    const isWaiting = async () => {
      const waiting = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%from staff where id = $1 for no key update'`,
      );
      return waiting.rowCount === 1;
    };
    for (let turn = 0; turn < 500 && !(await isWaiting()); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await isWaiting()).toBe(true);
    await connection.query(change, [id]);
    await connection.query('commit');
    connection.release();
    expect((await pending).status).toBe(status);
  });
});
