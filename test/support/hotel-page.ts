import { createHash } from 'node:crypto';
import type { Role } from '../../src/http/hotel-page/hotel-api.ts';
import { freshHotel, type HotelTester } from './private-hotel.ts';
import type { TestResponse, TestService } from './service.ts';

/** Test services have this public address: see test-config.ts. */
export const OWN_ORIGIN = 'http://localhost:3000';

/** A person at a private hotel, with a session of the hotel page. */
export interface PageUser {
  cookie: string;
  call: (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>;
}

export interface HotelWithPage extends HotelTester {
  manager: PageUser;
  reception: PageUser;
}

/** Creates a private hotel with a signed-in manager and a signed-in receptionist. */
export async function hotelWithPage(service: TestService): Promise<HotelWithPage> {
  const tester = await freshHotel(service);
  return {
    ...tester,
    manager: await enter(service, tester, 'MANAGER'),
    reception: await enter(service, tester, 'FRONT_DESK'),
  };
}

export async function enter(service: TestService, { supplier }: HotelTester, role: Role): Promise<PageUser> {
  const link = await service.call('POST', '/supply/v1/sandbox/page-links', {
    headers: supplier,
    body: { role },
  });
  const token = new URL(link.body.data.url).hash.slice(1);
  const entered = await pageCall(service, '', 'POST', '/session/enter', { token });
  return userOf(service, entered);
}

/** Returns the person whom a response has signed in. */
export function userOf(service: TestService, reply: TestResponse): PageUser {
  const cookie = cookieIn(reply, 'session')!;
  return { cookie, call: (...parameters) => pageCall(service, cookie, ...parameters) };
}

/** Returns a cookie that a response has set, as a browser sends it back. Returns null if there is no such cookie. */
export function cookieIn({ headers }: TestResponse, what: 'session' | 'device'): string | null {
  const all = [headers['set-cookie'] ?? []].flat();
  return all.find((one) => one.includes(`ihc_${what}=`))?.split(';')[0] ?? null;
}

/** Sends a request to /hotel/api as a browser on the hotel page does. */
export async function pageCall(
  service: TestService,
  cookie: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const response = await service.app.inject({
    method,
    url: `/hotel/api${path}`,
    // Each session has an address of its own, because the service limits the requests of an address.
    ...(cookie !== '' && headers['x-forwarded-for'] === undefined && { remoteAddress: addressOf(cookie) }),
    headers: {
      ...(method !== 'GET' && { origin: OWN_ORIGIN }),
      ...(cookie !== '' && { cookie }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
  });
  const text = response.body;
  return {
    status: response.statusCode,
    headers: response.headers as TestResponse['headers'],
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}

function addressOf(cookie: string): string {
  const [one, other] = createHash('sha256').update(cookie).digest();
  return `198.19.${one}.${other}`;
}
