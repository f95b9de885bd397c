import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { SignInTurns, STRANGERS_PER_MINUTE } from '../../../src/domain/staff/proof/sign-in-turns.ts';
import { ACCOUNTS_LIMIT, LEAK_SECONDS, strangerTrier } from '../../../src/domain/staff/proof/tries.ts';
import { beginTry } from '../../../src/domain/staff/proof/try.usecase.ts';
import { cookieIn, hotelWithPage, pageCall, userOf } from '../../support/hotel-page.ts';
import {
  acceptInvitation,
  codeOfResponse,
  colleagueOf,
  GOOD_PASSWORD,
  signInAs,
  tokenOf,
  withCodes,
} from '../../support/hotel-people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const config = { trustedProxies: ['127.0.0.1'] };
let shift = 0;
let one: TestService;
let two: TestService;
let email: string;
beforeAll(async () => {
  one = await startTestService({ config, housekeeping: false, clockShift: () => shift });
  two = await startTestService({
    config,
    databaseUrl: one.databaseUrl,
    housekeeping: false,
    clockShift: () => shift,
  });
  const { manager } = await hotelWithPage(one);
  ({ email } = await colleagueOf(one, manager));
  await two.context.feed.catchUp();
});
afterAll(async () => {
  await two.end();
  await one.end();
});
beforeEach(async () => {
  shift = 0;
  // Each test has the whole budget of strangers.
  for (const { context } of [one, two]) context.passwords.turns = new SignInTurns();
  await one.context.pool.query('delete from sign_in_failures');
});

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const guess = (from: string, of = email, node = one) => signInAs(node, of, 'wrong password', { from });
const right = (from: string) => signInAs(one, email, GOOD_PASSWORD, { from });
const codes = (responses: { status: number; body: { error?: { code: string } } }[]) =>
  responses.map(({ body }) => body.error?.code ?? 'OK');
async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await work());
  return results;
}

describe('wrong tries', () => {
  it('slow an account down, from whatever address, and the right password is not looked at either', async () => {
    const wrong = await times(5, () => guess(newAddress()));
    expect(codes(wrong)).toEqual(Array(5).fill('SIGN_IN_REFUSED'));
    const sixth = await right(newAddress());
    expect(codeOfResponse(sixth)).toEqual([429, 'TOO_MANY_TRIES']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(25);
    expect(sixth.body.error.details.retry_after).toBeLessThanOrEqual(30);
    shift = 31_000;
    expect((await guess(newAddress())).status).toBe(401);
    expect((await right(newAddress())).body.error.details.retry_after).toBeGreaterThan(55);
    shift = 92_000;
    expect((await right(newAddress())).status).toBe(200);
    // Signed in: the account begins from zero.
    expect(codes(await times(5, () => guess(newAddress())))).toEqual(Array(5).fill('SIGN_IN_REFUSED'));
  });

  it('slow an address down after many accounts, and signing in to one does not help', async () => {
    const from = newAddress();
    const accounts = Array.from({ length: ACCOUNTS_LIMIT - 1 }, (_, index) => `nobody${index}@hotel.example`);
    for (const account of accounts) expect((await guess(from, account)).status).toBe(401);
    // Typos of one person are one account.
    expect(codes(await times(3, () => guess(from, accounts[0])))).toEqual(Array(3).fill('SIGN_IN_REFUSED'));
    expect((await right(from)).status).toBe(200);
    expect((await guess(from, 'one-more@hotel.example')).status).toBe(401);
    const full = await right(from);
    expect(codeOfResponse(full)).toEqual([429, 'TOO_MANY_TRIES']);
    expect(Number(full.headers['retry-after'])).toBeLessThanOrEqual(LEAK_SECONDS);
    expect((await right(newAddress())).status).toBe(200);
    shift = LEAK_SECONDS * 1_000;
    expect((await right(from)).status).toBe(200);
  });

  it('of links count for the address, each link once', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const send = (path: string, token: string) => pageCall(one, '', 'POST', path, { token }, from);
    const sent: Awaited<ReturnType<typeof send>>[] = [];
    for (let index = 0; index < ACCOUNTS_LIMIT; index += 1)
      sent.push(await send(index % 2 === 0 ? '/invitations/open' : '/session/enter', `guessed ${index}`));
    sent.push(await send('/invitations/open', 'guessed 0'), await send('/invitations/open', 'one more'));
    expect(codes(sent)).toEqual([...Array(ACCOUNTS_LIMIT + 1).fill('LINK_NOT_VALID'), 'TOO_MANY_TRIES']);
  });

  it('do not lock out a device that signed in before, whoever else tries', async () => {
    const device = cookieIn(await right(newAddress()), 'device')!;
    await one.context.pool.query('delete from sign_in_failures');
    const from = newAddress();
    await times(5, () => guess(newAddress()));
    for (let index = 0; index < ACCOUNTS_LIMIT; index += 1) await guess(from, `other${index}@hotel.example`);
    const refused = [await right(newAddress()), await right(from)];
    expect(codes(refused)).toEqual(['TOO_MANY_TRIES', 'TOO_MANY_TRIES']);
    const known = (password: string, of = email) => signInAs(one, of, password, { from, device });
    expect((await known(GOOD_PASSWORD)).status).toBe(200);
    // It has a count of its own, and is known for this account only.
    expect(codes(await times(6, () => known('wrong password')))).toEqual([
      ...[...Array(5).fill('SIGN_IN_REFUSED'), 'TOO_MANY_TRIES'],
    ]);
    expect(codes([await known('wrong password', 'nobody-else@hotel.example')])).toEqual(['TOO_MANY_TRIES']);
    shift = 31_000;
    expect((await known(GOOD_PASSWORD)).status).toBe(200);
  });

  it('that are refused write nothing', async () => {
    await times(5, () => guess(newAddress()));
    const { pool } = one.context;
    const rows = async () =>
      (
        await pool.query(
          `select (select count(*)::int from sign_in_failures) as tries, (select count(*)::int from operator_audit) as audit`,
        )
      ).rows[0];
    const before = await rows();
    const refused = await times(20, () => guess(newAddress()));
    expect(codes(refused)).toEqual(Array(20).fill('TOO_MANY_TRIES'));
    expect(await rows()).toEqual(before);
  });

  it('that are refused use up no budget: one address cannot keep all new devices out', async () => {
    const from = newAddress();
    const unknown = 'nobody-there@hotel.example';
    await times(5, () => guess(from, unknown));
    const refused = await times(3 * STRANGERS_PER_MINUTE, () => guess(from, unknown));
    expect(new Set(codes(refused))).toEqual(new Set(['TOO_MANY_TRIES']));
    expect((await right(newAddress())).status).toBe(200);
  });

  it('at once: an account has one under way on each node, and so has an address', async () => {
    const from = newAddress();
    const [ofAccount, ofAddress] = [
      await Promise.all(Array.from({ length: 6 }, () => guess(newAddress()))),
      await Promise.all(
        Array.from({ length: 6 }, (_, index) => guess(from, `at-once${index}@hotel.example`)),
      ),
    ];
    for (const responses of [ofAccount, ofAddress])
      expect(codes(responses).sort()).toEqual(['SIGN_IN_REFUSED', ...Array(5).fill('TOO_MANY_TRIES')]);
    expect((await guess(from, 'at-once1@hotel.example')).status).toBe(401);
  });

  it('of strangers who fill every place do not keep a known device waiting', async () => {
    const slow = await startTestService({
      ...{ config, databaseUrl: one.databaseUrl, housekeeping: false, passwordCost: 14 },
    });
    try {
      const device = cookieIn(await right(newAddress()), 'device')!;
      let isBusy = true;
      const { passwords } = slow.context;
      const keepBusy = async () => {
        while (isBusy) await passwords.isRight('x', null, 'STRANGER');
      };
      const all = Array.from({ length: 11 }, keepBusy);
      const stranger = await signInAs(slow, email, GOOD_PASSWORD, { from: newAddress() });
      const known = await signInAs(slow, email, GOOD_PASSWORD, { from: newAddress(), device });
      isBusy = false;
      await Promise.all(all);
      expect([stranger.status, known.status]).toEqual([503, 200]);
    } finally {
      await slow.close();
    }
  });

  it('of the password in the own account count too', async () => {
    const { manager } = await hotelWithPage(one);
    const colleague = await colleagueOf(one, manager);
    const body = { current: 'wrong password', password: 'another password' };
    const responses = await times(6, () =>
      colleague.call('POST', '/account/password', body, { 'x-forwarded-for': newAddress() }),
    );
    expect(codes(responses)).toEqual([...Array(5).fill('SIGN_IN_REFUSED'), 'TOO_MANY_TRIES']);
  });

  it('of the own password: one at a time for each person, whatever the session', async () => {
    const { manager } = await hotelWithPage(one);
    const colleague = await colleagueOf(one, manager);
    const second = userOf(one, await signInAs(one, colleague.email));
    const change = (user = second) =>
      user.call('POST', '/account/password', { current: 'wrong password', password: 'another password' });
    const underWay = one.context.passwords.turns.begin([`person ${colleague.id}`], false, 0);
    expect(codes([await change(), await change(colleague)])).toEqual(Array(2).fill('TOO_MANY_TRIES'));
    if (underWay.ok) underWay.end();
    expect(codes([await change()])).toEqual(['SIGN_IN_REFUSED']);
  });

  it('of known devices: one at a time for each account, so that nobody fills every place with devices', async () => {
    const devices = await times(5, async () => cookieIn(await right(newAddress()), 'device')!);
    expect(new Set(devices).size).toBe(5);
    const tried = await Promise.all(
      devices.map((device) => signInAs(one, email, 'wrong password', { from: newAddress(), device })),
    );
    expect(codes(tried).sort()).toEqual(['SIGN_IN_REFUSED', ...Array(4).fill('TOO_MANY_TRIES')]);
    const device = devices[0]!;
    expect((await signInAs(one, email, GOOD_PASSWORD, { from: newAddress(), device })).status).toBe(200);
  });

  it('of an invitation at once hash one new password', async () => {
    const { manager } = await hotelWithPage(one);
    const colleague = await colleagueOf(one, manager);
    const { body } = await manager.call('POST', `/staff/${colleague.id}/invite`);
    const hashed = vi.spyOn(one.context.passwords, 'hash');
    const tried = await Promise.all(
      Array.from({ length: 6 }, () => acceptInvitation(one, tokenOf(body.data.url))),
    );
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(hashed).toHaveBeenCalledTimes(1);
    hashed.mockRestore();
  });

  it('of codes of an invitation cost no hashed password once they have to wait', async () => {
    const { manager } = await hotelWithPage(one);
    const colleague = await colleagueOf(one, manager);
    await withCodes(one, colleague);
    const { body } = await manager.call('POST', `/staff/${colleague.id}/invite`);
    const hashed = vi.spyOn(one.context.passwords, 'hash');
    const tried = await times(8, () => acceptInvitation(one, tokenOf(body.data.url), { code: '000000' }));
    expect(codes(tried)).toEqual([...Array(5).fill('SIGN_IN_REFUSED'), ...Array(3).fill('TOO_MANY_TRIES')]);
    expect(hashed).toHaveBeenCalledTimes(5);
    hashed.mockRestore();
    // Its link ends with the account: a later test counts links.
    await manager.call('POST', `/staff/${colleague.id}/suspend`);
  });

  it('twenty at once on two nodes: five are looked at', async () => {
    const tried = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        beginTry((turn % 2 === 0 ? one : two).context, strangerTrier(newAddress(), email)),
      ),
    );
    expect(tried.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it('control: counted only after they were looked at, all twenty would be', async () => {
    const { pool } = one.context;
    const mayTry = async () => {
      const found = await pool.query('select count from sign_in_failures where subject = $1', ['control']);
      return (found.rows[0]?.count ?? 0) < 5;
    };
    const looked = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const isAllowed = await mayTry();
        await one.context.passwords.isRight('x', null);
        await pool.query(
          `insert into sign_in_failures values ('control', 1, now(), now())
           on conflict (subject) do update set count = sign_in_failures.count + 1`,
        );
        return isAllowed;
      }),
    );
    expect(looked.filter((isAllowed) => isAllowed).length).toBeGreaterThan(5);
  });

  it('are deleted after a day, with links and sessions that have ended', async () => {
    const { pool } = one.context;
    await guess(newAddress());
    const { supplier } = await hotelWithPage(one);
    await one.call('POST', '/supply/v1/sandbox/page-links', { headers: supplier, body: {} });
    const counts = async () => {
      await keepHouse(one.context);
      const { rows } = await pool.query(
        `select (select count(*)::int from sign_in_failures) as tries, (select count(*)::int from staff_links) as links,
           (select count(*)::int from staff_sessions) as sessions`,
      );
      return rows[0];
    };
    const before = await counts();
    expect(Math.min(before.tries, before.links, before.sessions)).toBeGreaterThan(0);
    shift = 11 * 60_000;
    expect((await counts()).links).toBe(0);
    shift = 12 * 3_600_000 + 300_000;
    expect(await counts()).toMatchObject({ sessions: 0, tries: before.tries });
    shift = 24 * 3_600_000 + 300_000;
    expect((await counts()).tries).toBe(0);
  });
});
