import { randomUUID } from 'node:crypto';
import type { RouteOptions } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS_LIMIT } from '../../../src/domain/staff/proof/tries.ts';
import type { App } from '../../../src/http/common/wire.ts';
import { registerHotelPageApi } from '../../../src/http/hotel-page/hotel.routes.ts';
import {
  enter,
  type HotelWithPage,
  hotelWithPage,
  OWN_ORIGIN,
  pageCall,
  userOf,
} from '../../support/hotel-page.ts';
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

const EVIL = 'https://evil.example';
let service: TestService;
let own: HotelWithPage;
let other: HotelWithPage;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false, config: { trustedProxies: ['127.0.0.1'] } });
  [own, other] = [await hotelWithPage(service), await hotelWithPage(service)];
});
afterAll(() => service.end());
beforeEach(async () => {
  await service.context.pool.query('delete from sign_in_failures');
  await service.context.pool.query("delete from operator_audit where action like 'refused %'");
});

const audit = (hotel = own) => auditOf(service, hotel.hotel.publicId);

type PageRoute = { method: 'GET' | 'POST' | 'DELETE'; path: string; staff: 'open' | 'MANAGER' | undefined };

/** Every route of the hotel page, from the registration itself: a new one is attacked here without being named. */
function pageRoutes(): PageRoute[] {
  const routes: PageRoute[] = [];
  const app = Fastify({ logger: false });
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    for (const one of [method].flat())
      if (one !== 'HEAD')
        routes.push({ method: one as 'GET', path: url.replace(/:\w+/g, randomUUID()), staff: config?.staff });
  });
  registerHotelPageApi(app as unknown as App, service.context);
  return routes;
}

describe('a stranger', () => {
  it('gets nothing without a session, or with a made-up one', async () => {
    const closed = pageRoutes().filter(({ staff }) => staff !== 'open');
    expect(closed.length).toBeGreaterThan(12);
    for (const cookie of ['', 'ihc_session=made-up', `ihc_session=${'a'.repeat(43)}`])
      for (const { method, path } of closed) {
        const response = await pageCall(service, cookie, method, path, method === 'GET' ? undefined : {});
        expect([method, path, ...codeOfResponse(response)]).toEqual([method, path, 401, 'SIGN_IN_REQUIRED']);
      }
  });

  it('cannot prepare a session for somebody else', async () => {
    const { email } = await colleagueOf(service, own.manager);
    // A cookie that the attacker has chosen is no session, before and after the victim signs in.
    const chosen = `ihc_session=${'b'.repeat(43)}`;
    const body = { email, password: GOOD_PASSWORD };
    const signedIn = await pageCall(service, chosen, 'POST', '/session', body);
    expect(signedIn.headers['set-cookie']).not.toContain('b'.repeat(43));
    expect((await pageCall(service, chosen, 'GET', '/session')).status).toBe(401);
    // Nor is a session that the attacker had before: it ends when the victim signs in over it.
    const attacker = await enter(service, other, 'FRONT_DESK');
    const over = await pageCall(service, attacker.cookie, 'POST', '/session', body);
    expect(userOf(service, over).cookie).not.toBe(attacker.cookie);
    expect((await attacker.call('GET', '/session')).status).toBe(401);
  });

  it('cannot make a browser change anything from another page', async () => {
    const changes = pageRoutes().filter(({ method }) => method !== 'GET');
    const send = (
      headers: Record<string, string>,
      { method, path }: PageRoute,
      payload: string | object = {},
    ) =>
      service.app.inject({
        ...{ method, url: `/hotel/api${path}`, payload },
        headers: { cookie: own.manager.cookie, ...headers },
      });
    const origins = [
      {},
      { origin: EVIL },
      { origin: 'null' },
      { origin: `${OWN_ORIGIN}.evil.example` },
      { origin: 'https://localhost:3000' },
    ];
    for (const route of changes)
      for (const headers of origins) {
        const { statusCode, body } = await send(headers as Record<string, string>, route);
        expect([route.path, headers, statusCode, JSON.parse(body).error.code]).toEqual([
          route.path,
          headers,
          403,
          'OTHER_ORIGIN',
        ]);
      }
    // What a form can send without asking the browser first is not read, even from our own page.
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const route = { method: 'POST', path: '/staff', staff: undefined } as const;
      const foreign = await send({ origin: EVIL, 'content-type': type }, route, '{"email":"x@y.zz"}');
      const near = await send({ origin: OWN_ORIGIN, 'content-type': type }, route, '{"email":"x@y.zz"}');
      expect([foreign.statusCode, near.statusCode]).toEqual([403, 415]);
    }
    expect(await auditOf(service, 'hotel-page')).toEqual(['refused other origin by 127.0.0.1']);
  });

  it('cannot guess a password from many addresses', async () => {
    const { email } = await colleagueOf(service, own.manager);
    const guess = (index: number) =>
      signInAs(service, email, 'wrong password', { from: `198.51.100.${index}` });
    const codes: (string | null)[] = [];
    for (let index = 0; index < 12; index += 1) codes.push(codeOfResponse(await guess(index))[1]);
    expect(codes).toEqual([...Array(5).fill('SIGN_IN_REFUSED'), ...Array(7).fill('TOO_MANY_TRIES')]);
    expect(
      (await audit()).filter((line) => line.startsWith('refused ')).map((line) => line.slice(0, 22)),
    ).toEqual(Array(5).fill('refused sign-in by 198'));
    const atOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(20 + index)));
    expect(atOnce.every((response) => codeOfResponse(response)[1] === 'TOO_MANY_TRIES')).toBe(true);
  });

  it('cannot guess an invitation, and what is refused has no token in it', async () => {
    const email = newEmail();
    const invited = await own.manager.call('POST', '/staff', { email, name: 'Z', role: 'MANAGER' });
    const token = tokenOf(invited.body.data.url);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const shapes = [token.slice(0, -1), `${token}a`, token.toLowerCase(), '', 'x'.repeat(43)];
    const guesses = Array.from({ length: ACCOUNTS_LIMIT }, (_, index) => shapes[index] ?? `guess-${index}`);
    for (const [index, guess] of guesses.entries()) {
      const path = index % 2 === 0 ? '/invitations/open' : '/invitations/accept';
      const body = index % 2 === 0 ? { token: guess } : { token: guess, name: 'Z', password: GOOD_PASSWORD };
      const response = await pageCall(service, '', 'POST', path, body, from('198.51.100.50'));
      expect([guess, ...codeOfResponse(response)]).toEqual([guess, 404, 'LINK_NOT_VALID']);
    }
    // The address has to wait now, also with the right link. The person, from another address, does not.
    const late = await pageCall(service, '', 'POST', '/invitations/open', { token }, from('198.51.100.50'));
    expect(codeOfResponse(late)).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await acceptInvitation(service, token)).status).toBe(200);
    expect(await auditOf(service, 'hotel-page')).toEqual(['refused link by 198.51.100.50']);
    const rows = await service.context.pool.query('select t::text as text from operator_audit t');
    const all = rows.rows.map(({ text }) => text).join('\n');
    for (const secret of [...guesses.filter((guess) => guess !== ''), GOOD_PASSWORD])
      expect(all).not.toContain(secret);
  });
});

describe('a reception account', () => {
  it('is refused at every call of managers', async () => {
    const ofManagers = pageRoutes().filter(({ staff }) => staff === 'MANAGER');
    expect(ofManagers.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['GET /staff', 'POST /staff', 'GET /audit']),
    );
    const person = await colleagueOf(service, own.manager);
    for (const { method, path } of ofManagers) {
      const response = await person.call(method, path, method === 'GET' ? undefined : {});
      expect([method, path, ...codeOfResponse(response)]).toEqual([method, path, 403, 'ROLE_NOT_ALLOWED']);
    }
    expect(await audit()).toContain(`refused role by Zainab Kadhim <${person.email}>`);
  });
});

describe('a manager of another hotel', () => {
  it('cannot change people by their ids, nor see them', async () => {
    const person = await colleagueOf(service, own.manager);
    for (const verb of ['invite', 'suspend', 'resume']) {
      const response = await other.manager.call('POST', `/staff/${person.id}/${verb}`);
      const unknown = await other.manager.call('POST', `/staff/${randomUUID()}/${verb}`);
      expect([verb, ...codeOfResponse(response)]).toEqual([verb, 404, 'STAFF_NOT_FOUND']);
      expect(response.body.error.message).toBe(unknown.body.error.message);
    }
    expect((await person.call('GET', '/session')).status).toBe(200);
    const seen = JSON.stringify([
      await other.manager.call('GET', '/staff'),
      await other.manager.call('GET', '/audit'),
    ]);
    expect(seen).not.toContain(person.email);
    const [line] = (await audit(other)).filter((one) => one.startsWith('refused staff of another hotel'));
    expect(line).toContain('by Test manager');
  });

  it('cannot end the sessions of others, nor can a colleague', async () => {
    const [person, colleague] = [
      await colleagueOf(service, own.manager),
      await colleagueOf(service, own.manager),
    ];
    const { body } = await person.call('GET', '/account/sessions');
    for (const attacker of [other.manager, own.manager, colleague]) {
      const response = await attacker.call('DELETE', `/account/sessions/${body.data[0].id}`);
      expect(codeOfResponse(response)).toEqual([404, 'SESSION_NOT_FOUND']);
    }
    expect((await person.call('GET', '/session')).status).toBe(200);
    expect(await audit()).toContain(
      `refused session of another person by Zainab Kadhim <${colleague.email}>`,
    );
    expect((await audit(other)).some((line) => line.startsWith('refused session of another person'))).toBe(
      true,
    );
  });
});

describe('an old cookie', () => {
  it('is worth nothing after sign-out, suspension, or a change of the password elsewhere', async () => {
    const ends: ((cookie: Awaited<ReturnType<typeof colleagueOf>>) => Promise<unknown>)[] = [
      (person) => person.call('DELETE', '/session'),
      (person) => own.manager.call('POST', `/staff/${person.id}/suspend`),
      async (person) => {
        const elsewhere = userOf(service, await signInAs(service, person.email));
        await elsewhere.call('POST', '/account/password', {
          current: GOOD_PASSWORD,
          password: 'another password',
        });
      },
    ];
    for (const end of ends) {
      const person = await colleagueOf(service, own.manager);
      await end(person);
      expect(codeOfResponse(await person.call('GET', '/session'))).toEqual([401, 'SIGN_IN_REQUIRED']);
      const change = { current: GOOD_PASSWORD, password: 'yet another one' };
      expect((await person.call('POST', '/account/password', change)).status).toBe(401);
    }
  });
});

describe('a cookie over https', () => {
  it('belongs to this host, and no script and no other site can use it', async () => {
    const secure = await startTestService({
      databaseUrl: service.databaseUrl,
      config: { publicUrl: 'https://api.example.org' },
    });
    try {
      const { email } = await colleagueOf(service, own.manager);
      const body = { email, password: GOOD_PASSWORD };
      const origin = { origin: 'https://api.example.org' };
      const { status, headers } = await pageCall(secure, '', 'POST', '/session', body, origin);
      expect(status).toBe(200);
      const [session, device] = headers['set-cookie'] as unknown as [string, string];
      expect(device).toMatch(
        /^__Host-ihc_device=[\w-]{22}\.[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=31536000$/,
      );
      expect(session).toMatch(
        /^__Host-ihc_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000$/,
      );
      const cookie = session.split(';')[0]!;
      expect((await pageCall(secure, cookie, 'GET', '/session')).status).toBe(200);
      // Without the prefix another host of the domain could have set it.
      expect((await pageCall(secure, cookie.replace('__Host-', ''), 'GET', '/session')).status).toBe(401);
      for (const foreign of ['http://api.example.org', 'https://api.example.org:8443', 'https://example.org'])
        expect(
          (await pageCall(secure, cookie, 'DELETE', '/session', undefined, { origin: foreign })).status,
        ).toBe(403);
    } finally {
      await secure.close();
    }
  });
});
