import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceSecrets } from '../../../src/boot/housekeeping.ts';
import { readSecretUses } from '../../../src/platform/secrets/claims.store.ts';
import { cookieIn, hotelWithPage } from '../../support/hotel-page.ts';
import {
  acceptInvitation,
  auditOf,
  bytesOf,
  type Colleague,
  codeNow as codeOfNow,
  codeOfResponse,
  colleagueOf,
  GOOD_PASSWORD,
  signInAs,
  tokenOf,
  withCodes as turnCodesOn,
} from '../../support/hotel-people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { testSecrets } from '../../support/test-config.ts';

let shift = 0;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false, clockShift: () => shift });
});
afterAll(() => service.end());
beforeEach(async () => {
  shift = 0;
  await service.context.pool.query('delete from sign_in_failures');
});

const codeNow = (secret: Buffer, steps = 0) => codeOfNow(service, secret, steps);
const withCodes = (colleague: Colleague) => turnCodesOn(service, colleague);

describe('one-time codes', () => {
  it('are asked for only after the person has entered one', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const confirm = (code: string) => colleague.call('POST', '/account/totp/confirm', { code });
    expect(codeOfResponse(await confirm('123456'))).toEqual([409, 'TOTP_CONFLICT']);
    const refused = await colleague.call('POST', '/account/totp', { password: 'wrong password' });
    expect(codeOfResponse(refused)).toEqual([401, 'SIGN_IN_REFUSED']);
    const { body } = await colleague.call('POST', '/account/totp', { password: GOOD_PASSWORD });
    expect(body.data.url).toContain(`secret=${body.data.secret}`);
    expect(body.data.qr_svg).toMatch(/^<svg /);
    const secret = bytesOf(body.data.secret);
    expect(codeOfResponse(await confirm(codeNow(secret, 5)))).toEqual([401, 'SIGN_IN_REFUSED']);
    expect((await signInAs(service, colleague.email)).status).toBe(200);
    expect((await confirm(codeNow(secret))).status).toBe(200);
    expect(codeOfResponse(await signInAs(service, colleague.email))).toEqual([401, 'CODE_REQUIRED']);
    const again = await colleague.call('POST', '/account/totp', { password: GOOD_PASSWORD });
    expect(codeOfResponse(again)).toEqual([409, 'TOTP_CONFLICT']);
    const audit = (await auditOf(service, hotel.publicId)).join('\n');
    expect(audit).toContain(`totp on by Zainab Kadhim <${colleague.email}>`);
    expect(audit).not.toContain(body.data.secret);
  });

  it('are accepted once each, also by two browsers at once', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    // A known device and a stranger: of each kind, only one try for an account is compared at a time.
    const devices = [cookieIn(await signInAs(service, colleague.email), 'device')!, undefined];
    const secret = await withCodes(colleague);
    const code = codeNow(secret);
    const both = await Promise.all(
      devices.map((device) =>
        signInAs(service, colleague.email, GOOD_PASSWORD, { code, ...(device && { device }) }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const replayed = await signInAs(service, colleague.email, GOOD_PASSWORD, { code });
    expect(codeOfResponse(replayed)).toEqual([401, 'SIGN_IN_REFUSED']);
    const next = codeNow(secret, 1);
    const session = await signInAs(service, colleague.email, GOOD_PASSWORD, { code: next });
    expect(session.body.data.person.has_totp).toBe(true);
    const wrong = await signInAs(service, colleague.email, 'wrong password', { code: codeNow(secret, 1) });
    expect(wrong.body.error.message).toBe(replayed.body.error.message);
  });

  it('cannot be guessed by somebody who has the password', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    await withCodes(colleague);
    const codes: (string | null)[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      // Asking for the code in between takes nothing back.
      codes.push(codeOfResponse(await signInAs(service, colleague.email))[1]);
      codes.push(codeOfResponse(await signInAs(service, colleague.email, GOOD_PASSWORD, { code: '0' }))[1]);
    }
    const both = ['CODE_REQUIRED', 'SIGN_IN_REFUSED'];
    expect(codes).toEqual([...both, ...both, ...both, ...both, ...both, 'TOO_MANY_TRIES', 'TOO_MANY_TRIES']);
  });

  it('are turned off with the password and a code, and a new invitation keeps them', async () => {
    const { manager } = await hotelWithPage(service);
    const one = await colleagueOf(service, manager);
    const secret = await withCodes(one);
    const wrong = await one.call('DELETE', '/account/totp', { password: 'wrong password' });
    expect(codeOfResponse(wrong)).toEqual([401, 'SIGN_IN_REFUSED']);
    const proof = { password: GOOD_PASSWORD, code: codeNow(secret) };
    expect((await one.call('DELETE', '/account/totp', proof)).status).toBe(200);
    expect((await signInAs(service, one.email)).status).toBe(200);
    const two = await colleagueOf(service, manager);
    const kept = await withCodes(two);
    const invited = await manager.call('POST', `/staff/${two.id}/invite`);
    expect(codeOfResponse(await signInAs(service, two.email))).toEqual([401, 'CODE_REQUIRED']);
    const code = codeNow(kept);
    expect((await acceptInvitation(service, tokenOf(invited.body.data.url), { code })).status).toBe(200);
    expect(codeOfResponse(await signInAs(service, two.email))).toEqual([401, 'CODE_REQUIRED']);
  });

  it('have secrets that are sealed again with a new signing key, and counted until then', async () => {
    const { manager } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    const secret = await withCodes(colleague);
    const { context } = service;
    const stored = () => context.pool.query('select totp_secret from staff where id = $1', [colleague.id]);
    const { totp_secret: sealed } = (await stored()).rows[0];
    expect(sealed.includes(secret)).toBe(false);
    const count = async () =>
      (await readSecretUses(context.pool, 'signing_key')).map(({ codeSecrets }) => codeSecrets);
    const [all] = await count();
    const secrets = {
      ...testSecrets,
      signingKey: 'n'.repeat(32),
      otherSigningKeys: [testSecrets.signingKey],
    };
    await replaceSecrets({ ...context, secrets });
    expect((await stored()).rows[0].totp_secret.equals(sealed)).toBe(false);
    expect(await count()).toEqual([all]);
    // This node does not have the new key.
    const code = codeNow(secret);
    const refused = await signInAs(service, colleague.email, GOOD_PASSWORD, { code });
    expect(codeOfResponse(refused)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await replaceSecrets({ ...context, secrets: { ...testSecrets, otherSigningKeys: [secrets.signingKey] } });
    expect((await signInAs(service, colleague.email, GOOD_PASSWORD, { code })).status).toBe(200);
  });
});
