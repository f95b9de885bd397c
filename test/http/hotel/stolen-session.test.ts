import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECOND_MANAGER_DAYS } from '../../../src/domain/staff/agree-to-clear-codes.usecase.ts';
import type { AuditLine } from '../../../src/http/hotel-page/audit-api.ts';
import { pageCall, userOf } from '../../support/hotel-page.ts';
import {
  acceptInvitation,
  auditOf,
  type Colleague,
  codeNow,
  codeOfResponse,
  GOOD_PASSWORD,
  newEmail,
  signInAs,
  tokenOf,
  withCodes,
} from '../../support/hotel-people.ts';
import { type Ihc, ihcOn } from '../../support/ihc-in-process.ts';
import { insertHotels, startProduction } from '../../support/production.ts';
import type { TestService } from '../../support/service.ts';

/** In production: accounts of a sandbox may have no password. */
const HOTEL = 'HTL-2026-1001';
const PROOF = { password: GOOD_PASSWORD };
let service: TestService;
let ihc: Ihc;
let end: () => Promise<void>;
beforeAll(async () => {
  const production = await startProduction();
  ({ service, end } = production);
  ihc = ihcOn(production.database.url);
  await insertHotels(service.context.pool, 1_001, 1, 1);
  await service.context.feed.catchUp();
});
afterAll(() => end());
beforeEach(() => service.context.pool.query('delete from sign_in_failures'));

/** Somebody whom the operator has invited, with a password that is a month old. */
async function person(name: string, role = 'manager'): Promise<Colleague> {
  const email = newEmail();
  const { data } = await ihc('--json', 'staff', 'invite', HOTEL, email, '--name', name, '--role', role);
  await service.context.feed.catchUp();
  const accepted = await acceptInvitation(service, tokenOf(data.url), { name });
  const { id } = accepted.body.data.person;
  await setPasswordAge(id, '30 days');
  return { ...userOf(service, accepted), id, email };
}

async function setPasswordAge(id: string, age: string): Promise<void> {
  const sql = 'update staff set password_set_at = $2::timestamptz - $3::interval where id = $1';
  await service.context.pool.query(sql, [id, service.context.now(), age]);
}

const openInvitation = (token: string) => pageCall(service, '', 'POST', '/invitations/open', { token });
const news = async (one: Colleague) =>
  (await one.call('GET', '/staff/news')).body.data.map(({ action, facts }: AuditLine) => [
    action,
    facts!.find(({ field }) => field === 'email')?.after,
  ]);

describe('the cookie of a manager, without the password', () => {
  it('takes no account over: each step of the attack is refused', async () => {
    const [sara, omar] = [await person('Sara'), await person('Omar')];
    await withCodes(service, omar);
    const gone = await person('Gone');
    await sara.call('POST', `/staff/${gone.id}/suspend`);
    // 1. The attacker, who has copied Sara's cookie, invites a manager of their own.
    const own = { email: newEmail(), name: 'Mallory', role: 'MANAGER' };
    const steps = (proof: object) => [
      () => sara.call('POST', '/staff', { ...own, ...proof }),
      // 2. The attacker invites the other manager again, to get the password and the codes out of the way.
      () => sara.call('POST', `/staff/${omar.id}/invite`, proof),
      // 3. The attacker brings somebody back who has left.
      () => sara.call('POST', `/staff/${gone.id}/resume`, proof),
      () => sara.call('POST', `/staff/${gone.id}/delete`, proof),
      // 4. The attacker agrees to a link, and turns Sara's codes off.
      () => sara.call('POST', `/staff/${omar.id}/agree`, proof),
      () => sara.call('DELETE', '/account/totp', proof),
    ];
    for (const step of steps({})) expect(codeOfResponse(await step())).toEqual([400, 'VALIDATION_ERROR']);
    for (const step of steps({ password: 'a guessed one' })) {
      expect(codeOfResponse(await step())).toEqual([401, 'SIGN_IN_REFUSED']);
      await service.context.pool.query('delete from sign_in_failures');
    }
    // With codes on, the password alone is not enough either.
    const secret = await withCodes(service, sara);
    for (const step of steps(PROOF)) expect(codeOfResponse(await step())).toEqual([401, 'CODE_REQUIRED']);
    for (const step of steps({ ...PROOF, code: '000000' })) {
      expect(codeOfResponse(await step())).toEqual([401, 'SIGN_IN_REFUSED']);
      await service.context.pool.query('delete from sign_in_failures');
    }
    const staff = (await sara.call('GET', '/staff')).body.data;
    expect(staff.some(({ email }: Colleague) => email === own.email)).toBe(false);
    expect(codeOfResponse(await signInAs(service, omar.email))).toEqual([401, 'CODE_REQUIRED']);
    expect(codeOfResponse(await signInAs(service, gone.email))).toEqual([401, 'SIGN_IN_REFUSED']);
    // Control: Sara herself may.
    const [invite] = steps({ ...PROOF, code: codeNow(service, secret) });
    expect((await invite!()).status).toBe(200);
  });

  it('guesses neither the password nor a code', async () => {
    const sara = await person('Sara');
    await withCodes(service, sara);
    const codes: (string | null)[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push(
        codeOfResponse(
          await sara.call('POST', '/staff', {
            ...{ email: newEmail(), name: 'Mallory', role: 'MANAGER' },
            ...{ ...PROOF, code: '0' },
          }),
        )[1],
      );
    expect(codes).toEqual([...Array(5).fill('SIGN_IN_REFUSED'), 'TOO_MANY_TRIES']);
  });
});

describe('a manager whose password and app were stolen too', () => {
  it('does not get past the codes of others, and the others are told', async () => {
    const [sara, omar, ali] = [await person('Sara'), await person('Omar'), await person('Ali')];
    const secret = await withCodes(service, omar);
    for (const one of [omar, ali]) await one.call('POST', '/staff/news/seen', { last: 1_000_000 });
    const given = { email: newEmail(), name: 'Mallory', role: 'MANAGER', ...PROOF };
    const invited = await sara.call('POST', '/staff', given);
    const accepted = await acceptInvitation(service, tokenOf(invited.body.data.url));
    const mallory = { ...userOf(service, accepted), id: accepted.body.data.person.id, email: given.email };
    const again = await sara.call('POST', `/staff/${omar.id}/invite`, PROOF);
    const token = tokenOf(again.body.data.url);

    expect((await openInvitation(token)).body.data).toMatchObject({ email: omar.email, needs_code: true });
    expect(codeOfResponse(await acceptInvitation(service, token))).toEqual([401, 'CODE_REQUIRED']);
    const guessed = await acceptInvitation(service, token, { code: '000000' });
    expect(codeOfResponse(guessed)).toEqual([401, 'SIGN_IN_REFUSED']);
    // Neither who made the link nor a manager who is new is a second one.
    for (const one of [sara, mallory]) {
      const agreed = await one.call('POST', `/staff/${omar.id}/agree`, PROOF);
      expect(codeOfResponse(agreed)).toEqual([403, 'SECOND_MANAGER_REQUIRED']);
    }
    expect((await openInvitation(token)).body.data.needs_code).toBe(true);
    expect((await omar.call('GET', '/session')).status).toBe(200);

    const told = [
      ['staff invite', omar.email],
      ['staff invite', mallory.email],
    ];
    expect([await news(omar), await news(ali), await news(sara)]).toEqual([told, told, expect.anything()]);
    expect((await news(sara)).some(([, email]: string[]) => email === mallory.email)).toBe(false);
    const { data } = (await ali.call('GET', '/staff/news')).body;
    await ali.call('POST', '/staff/news/seen', { last: data[1].id });
    expect(await news(ali)).toEqual([told[0]]);
    await ali.call('POST', '/staff/news/seen', { last: data[0].id });
    expect(await news(ali)).toEqual([]);
    // Sara's session cannot hide it from the others.
    await sara.call('POST', '/staff/news/seen', { last: 1_000_000 });
    expect(await news(omar)).toEqual(told);

    // Omar, who has the app, may use the link. The codes stay on.
    const used = await acceptInvitation(service, token, { code: codeNow(service, secret) });
    expect(used.body.data.person).toMatchObject({ email: omar.email, has_totp: true });
    expect(codeOfResponse(await signInAs(service, omar.email))).toEqual([401, 'CODE_REQUIRED']);
  });
});

it('what the others are told cannot be hidden behind many later changes', async () => {
  const [sara, ali] = [await person('Sara'), await person('Ali')];
  await ali.call('POST', '/staff/news/seen', { last: 1_000_000 });
  const given = { email: newEmail(), name: 'Mallory', role: 'MANAGER', ...PROOF };
  const { staff } = (await sara.call('POST', '/staff', given)).body.data;
  for (let turn = 0; turn < 15; turn += 1) {
    expect((await sara.call('POST', `/staff/${staff.id}/suspend`)).status).toBe(200);
    expect((await sara.call('POST', `/staff/${staff.id}/resume`, PROOF)).status).toBe(200);
  }
  const told: string[] = [];
  for (let page = 0; page < 3; page += 1) {
    const { data } = (await ali.call('GET', '/staff/news')).body;
    told.push(...data.map(({ action }: { action: string }) => action));
    if (data.length > 0) await ali.call('POST', '/staff/news/seen', { last: data[0].id });
  }
  expect(told).toHaveLength(31);
  expect(told).toContain('staff invite');
});

describe('a lost phone', () => {
  it('a second manager agrees, and the link removes the codes', async () => {
    const [sara, omar, ali] = [await person('Sara'), await person('Omar'), await person('Ali')];
    await withCodes(service, omar);
    const agree = (one: Colleague) => one.call('POST', `/staff/${omar.id}/agree`, PROOF);
    const lineOf = async (one: Colleague) =>
      (await one.call('GET', '/staff')).body.data.find(({ id }: Colleague) => id === omar.id);
    expect(codeOfResponse(await agree(ali))).toEqual([409, 'NOTHING_TO_AGREE']);
    expect((await lineOf(ali)).asked).toBeNull();
    const made = await sara.call('POST', `/staff/${omar.id}/invite`, PROOF);
    expect((await lineOf(ali)).asked).toEqual({ by: 'Sara', by_you: false });
    expect((await lineOf(sara)).asked).toEqual({ by: 'Sara', by_you: true });
    // A password that is a minute too new, and one that is old enough.
    await setPasswordAge(ali.id, `${SECOND_MANAGER_DAYS * 24 * 60 - 1} minutes`);
    expect(codeOfResponse(await agree(ali))).toEqual([403, 'SECOND_MANAGER_REQUIRED']);
    await setPasswordAge(ali.id, `${SECOND_MANAGER_DAYS} days`);
    expect((await agree(ali)).status).toBe(200);
    expect((await lineOf(ali)).asked).toBeNull();
    expect(await news(sara)).toContainEqual(['codes agree', omar.email]);
    expect((await auditOf(service, HOTEL)).some((line) => line.startsWith('codes agree by'))).toBe(true);
    const token = tokenOf(made.body.data.url);
    expect((await openInvitation(token)).body.data.needs_code).toBe(false);
    expect((await acceptInvitation(service, token)).body.data.person.has_totp).toBe(false);
    expect((await signInAs(service, omar.email)).status).toBe(200);
  });

  it('who agrees to one link does not agree to the next', async () => {
    const [sara, omar, ali] = [await person('Sara'), await person('Omar'), await person('Ali')];
    await withCodes(service, omar);
    const renew = () => sara.call('POST', `/staff/${omar.id}/invite`, PROOF);
    await renew();
    expect((await ali.call('POST', `/staff/${omar.id}/agree`, PROOF)).status).toBe(200);
    const { body } = await renew();
    expect((await openInvitation(tokenOf(body.data.url))).body.data.needs_code).toBe(true);
  });

  it('the operator agrees by making the link', async () => {
    const omar = await person('Omar');
    await withCodes(service, omar);
    const { data } = await ihc('--json', 'staff', 'invite', HOTEL, omar.email);
    expect((await openInvitation(tokenOf(data.url))).body.data.needs_code).toBe(false);
    expect((await acceptInvitation(service, tokenOf(data.url))).body.data.person.has_totp).toBe(false);
  });
});

it('turning codes on ends the sessions that began without one', async () => {
  const sara = await person('Sara');
  const stolen = userOf(service, await signInAs(service, sara.email));
  await withCodes(service, sara);
  expect(codeOfResponse(await stolen.call('GET', '/session'))).toEqual([401, 'SIGN_IN_REQUIRED']);
  expect((await sara.call('GET', '/session')).status).toBe(200);
});
