import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { hotelWithPage, pageCall } from '../../support/hotel-page.ts';
import { codeOfAnswer, colleagueOf, GOOD_PASSWORD, signInAs } from '../../support/hotel-people.ts';
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
  await one.context.pool.query('delete from sign_in_failures');
});

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const guess = (from: string, of = email, node = one) => signInAs(node, of, 'wrong password', { from });
const right = (from: string) => signInAs(one, email, GOOD_PASSWORD, { from });
const codes = (answers: { status: number; body: { error?: { code: string } } }[]) =>
  answers.map(({ body }) => body.error?.code ?? 'OK');
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
    expect(codeOfAnswer(sixth)).toEqual([429, 'TOO_MANY_TRIES']);
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

  it('slow an address down, whatever account it names, and signing in does not help', async () => {
    const from = newAddress();
    const nobody = () => guess(from, `nobody${Math.random()}@hotel.example`);
    expect(codes(await times(4, nobody))).toEqual(Array(4).fill('SIGN_IN_REFUSED'));
    expect((await right(from)).status).toBe(200);
    expect(codes([await nobody(), await right(from), await right(newAddress())])).toEqual([
      'SIGN_IN_REFUSED',
      'TOO_MANY_TRIES',
      'OK',
    ]);
  });

  it('of links count for the address', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const paths = ['/invitations/open', '/session/enter'];
    const answers = await times(3, async () => {
      const [open, enter] = paths.map((path) => pageCall(one, '', 'POST', path, { token: 'guessed' }, from));
      return [await open!, await enter!];
    });
    const all = codes(answers.flat()).sort();
    expect(all).toEqual([...Array(5).fill('LINK_NOT_VALID'), 'TOO_MANY_TRIES']);
  });

  it('of the password in the own account count too', async () => {
    const { manager } = await hotelWithPage(one);
    const colleague = await colleagueOf(one, manager);
    const body = { current: 'wrong password', password: 'another password' };
    const answers = await times(6, () =>
      colleague.call('POST', '/account/password', body, { 'x-forwarded-for': newAddress() }),
    );
    expect(codes(answers)).toEqual([...Array(5).fill('SIGN_IN_REFUSED'), 'TOO_MANY_TRIES']);
  });

  it('twenty at once on two nodes: five are looked at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => guess(newAddress(), email, turn % 2 === 0 ? one : two)),
    );
    const looked = codes(answers).filter((code) => code !== 'TOO_MANY_TRIES');
    expect(looked).toEqual(Array(5).fill('SIGN_IN_REFUSED'));
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
