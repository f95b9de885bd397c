import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_LIMIT } from '../../src/domain/staff/invite-staff.usecase.ts';
import { OWN_ORIGIN, pageCall, userOf } from '../support/hotel-page.ts';
import {
  acceptInvitation,
  auditOf,
  GOOD_PASSWORD,
  newEmail,
  signInAs,
  tokenOf,
} from '../support/hotel-people.ts';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { freshHotel } from '../support/private-hotel.ts';
import { insertHotels, startProduction } from '../support/production.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { comesTrue } from '../support/until.ts';

const [ONE, TWO] = ['HTL-2026-1001', 'HTL-2026-1002'] as const;
let service: TestService;
let ihc: Ihc;
let end: () => Promise<void>;

beforeAll(async () => {
  const production = await startProduction();
  ({ service, end } = production);
  ihc = ihcOn(production.database.url);
  await insertHotels(service.context.pool, 1_001, 2, 1);
  await service.context.feed.catchUp();
});
afterAll(() => end());

const json = async (...parameters: string[]) => {
  const { code, data, said } = await ihc('--json', ...parameters);
  expect([parameters, code, said]).toEqual([parameters, 0, []]);
  return data;
};
const declined = async (...parameters: string[]) => {
  const { code, said } = await ihc(...parameters);
  expect([parameters, code]).toEqual([parameters, 1]);
  return said.join('\n');
};
const invite = (email: string, hotel: string = ONE, role = 'manager') =>
  json('staff', 'invite', hotel, email, '--name', 'Zainab', '--role', role);
const count = async (what: string) =>
  (await service.context.pool.query(`select count(*)::int as count from ${what}`)).rows[0].count;

describe('ihc staff', () => {
  it('invites the first person of a hotel, creates the client of its page, and the page works', async () => {
    const email = newEmail();
    const dry = await ihc(
      'staff',
      'invite',
      ONE,
      email,
      '--name',
      'Zainab',
      '--role',
      'manager',
      '--dry-run',
    );
    expect([dry.code, dry.out.includes('/hotel/invitation')]).toEqual([0, false]);
    expect([await count('staff'), await count('clients')]).toEqual([0, 0]);
    const invited = await invite(email);
    expect(invited).toMatchObject({ hotel_id: ONE, email, role: 'MANAGER', status: 'INVITED' });
    expect(await json('supplier', 'show', 'page-htl-2026-1001')).toMatchObject({
      hotels: [ONE],
      active_keys: 0,
    });
    await service.context.feed.catchUp();
    const accepted = await acceptInvitation(service, tokenOf(invited.url));
    expect(accepted.body.data).toMatchObject({ hotel: { public_id: ONE }, environment: 'production' });
    const manager = userOf(service, accepted);
    const colleague = { email: newEmail(), name: 'Ali', role: 'FRONT_DESK', password: GOOD_PASSWORD };
    expect((await manager.call('POST', '/staff', colleague)).status).toBe(200);
    await invite(newEmail(), ONE, 'front-desk');
    expect(await count("clients where kind = 'SUPPLIER'")).toBe(1);
    const audit = await auditOf(service, ONE);
    expect(audit).toEqual(
      expect.arrayContaining(['staff invite by tester', `staff invite by Zainab Kadhim <${email}>`]),
    );
    expect(await auditOf(service, 'page-htl-2026-1001')).toEqual(['supplier create by tester']);
    expect(await json('staff', 'list', ONE)).toHaveLength(3);
    expect(await json('staff', 'list', TWO)).toEqual([]);
    // A sandbox's way in does not exist here.
    expect((await pageCall(service, '', 'POST', '/session/enter', { token: 'x' })).status).toBe(405);
  });

  it('makes a new link for an account, and the old one stops working', async () => {
    const email = newEmail();
    const first = await invite(email);
    const second = await json('staff', 'invite', ONE, email.toUpperCase());
    expect((await acceptInvitation(service, tokenOf(first.url))).status).toBe(404);
    expect((await acceptInvitation(service, tokenOf(second.url))).status).toBe(200);
    expect(await declined('staff', 'invite', TWO, email)).toContain(`has an account at hotel ${ONE}`);
    expect(await declined('staff', 'invite', ONE, email, '--role', 'front-desk')).toContain(
      'has the role MANAGER',
    );
    expect(await declined('staff', 'invite', ONE, newEmail())).toContain('give --name and --role');
    expect(await declined('staff', 'invite', 'HTL-2026-9999', email)).toContain('does not exist');
    expect(await declined('staff', 'invite', ONE, 'nothing', '--name', 'x', '--role', 'manager')).toContain(
      'email',
    );
  });

  it('suspends and resumes, and the session of the person ends at once', async () => {
    const email = newEmail();
    const { url } = await invite(email, TWO);
    await service.context.feed.catchUp();
    const person = userOf(service, await acceptInvitation(service, tokenOf(url)));
    const dry = await ihc('staff', 'suspend', email, '--dry-run');
    expect([dry.code, (await person.call('GET', '/session')).status]).toEqual([0, 200]);
    expect((await json('staff', 'suspend', email)).status).toBe('SUSPENDED');
    expect((await person.call('GET', '/session')).status).toBe(401);
    expect(await declined('staff', 'invite', TWO, email)).toContain('is suspended');
    await json('staff', 'suspend', email);
    expect((await json('staff', 'resume', email)).status).toBe('ACTIVE');
    expect((await signInAs(service, email)).status).toBe(200);
    const actions = (await auditOf(service, TWO)).filter((line) => /suspend|resume/.test(line));
    expect(actions).toEqual(['staff suspend by tester', 'staff resume by tester']);
    expect(await declined('staff', 'suspend', newEmail())).toContain('has no account');
    expect(await declined('staff', 'delete', email)).toContain('is not suspended');
    await json('staff', 'suspend', email);
    expect((await ihc('staff', 'delete', email, '--dry-run')).code).toBe(0);
    expect((await json('staff', 'delete', email)).email).toBe(email);
    expect(await declined('staff', 'delete', email)).toContain('has no account');
  });

  it('refuses everybody at a hotel whose page is suspended', async () => {
    const email = newEmail();
    const { url } = await invite(email, TWO);
    const person = userOf(service, await acceptInvitation(service, tokenOf(url)));
    await json('supplier', 'suspend', 'page-htl-2026-1002');
    const isRefused = async () => (await person.call('GET', '/session')).status === 401;
    expect(await comesTrue(isRefused)).toBe(true);
    expect((await signInAs(service, email)).status).toBe(401);
    await json('supplier', 'resume', 'page-htl-2026-1002');
    expect(await comesTrue(async () => !(await isRefused()))).toBe(true);
  });

  it(`creates at most ${STAFF_LIMIT} accounts for a hotel`, async () => {
    await invite(newEmail(), TWO);
    await service.context.pool.query(
      `insert into staff (id, ledger_id, hotel_id, client_id, email, name, role, created_at)
       select gen_random_uuid(), 1, hotel_id, client_id, n || '@full.example', 'x', 'FRONT_DESK', now()
       from (select hotel_id, client_id, count(*) as present from staff where hotel_id =
         (select id from hotels where public_id = $1) group by 1, 2) s, generate_series(1, $2 - 1 - s.present::int) n`,
      [TWO, STAFF_LIMIT],
    );
    await invite(newEmail(), TWO);
    const more = ['staff', 'invite', TWO, newEmail(), '--name', 'x', '--role', 'manager'];
    expect(await declined(...more)).toContain(`${STAFF_LIMIT} accounts`);
  });
});

it('in sandbox only private hotels have a page, in the ledger of their tester', async () => {
  const sandbox = await startTestService();
  try {
    const tester = await freshHotel(sandbox);
    const inSandbox = ihcOn(sandbox.databaseUrl, { environment: 'sandbox' });
    const person = ['--name', 'Zainab', '--role', 'manager'];
    const demo = await inSandbox('staff', 'invite', 'HTL-2026-0001', newEmail(), ...person);
    expect([demo.code, demo.said[0]]).toEqual([1, expect.stringContaining('is not a private hotel')]);
    const { data } = await inSandbox(
      '--json',
      'staff',
      'invite',
      tester.hotel.publicId,
      newEmail(),
      ...person,
    );
    expect(data.url.startsWith(OWN_ORIGIN)).toBe(true);
    const accepted = await acceptInvitation(sandbox, tokenOf(data.url));
    expect(accepted.body.data.hotel.public_id).toBe(tester.hotel.publicId);
  } finally {
    await sandbox.end();
  }
});
