import { randomUUID } from 'node:crypto';
import Fastify, { type RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../src/http/common/wire.ts';
import { registerHotelPageApi } from '../../../src/http/hotel-page/hotel.routes.ts';
import { type HotelWithPage, hotelWithPage, OWN_ORIGIN } from '../../support/hotel-page.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
let hotel: HotelWithPage;
beforeAll(async () => {
  service = await sharedService();
  hotel = await hotelWithPage(service);
});
afterAll(() => service.end());

type Body = Record<string, unknown>;

interface KeyedRoute {
  url: string;
  fields: string[];
  example: Body;
  headers: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: a document and schemas, as they are.
type Any = any;

/** Every POST route that accepts an Idempotency-Key, from the document and from the registration of the hotel page. */
function keyedRoutes(): KeyedRoute[] {
  const { paths } = service.app.swagger() as Any;
  const documented = Object.entries<Any>(paths).flatMap(([path, { post }]): KeyedRoute[] => {
    if (!post?.parameters?.some(({ name }: Any) => name === 'idempotency-key')) return [];
    const { schema, example } = post.requestBody.content['application/json'];
    const isSupply = path.startsWith('/supply/');
    return [
      {
        url: `${isSupply ? '' : '/v1'}${path.replace(/{\w+}/, randomUUID())}`,
        fields: Object.keys(schema.properties),
        example,
        headers: isSupply ? hotel.supplier : hotel.partner,
      },
    ];
  });
  return [...documented, ...keyedPageRoutes()];
}

function keyedPageRoutes(): KeyedRoute[] {
  const routes: KeyedRoute[] = [];
  const app = Fastify({ logger: false });
  app.addHook('onRoute', ({ method, url, schema }: RouteOptions) => {
    const { headers, body } = (schema ?? {}) as Any;
    if (method === 'POST' && headers?.properties['idempotency-key'] !== undefined)
      routes.push({
        url: `/hotel/api${url.replace(/:\w+/, randomUUID())}`,
        fields: Object.keys(body.properties),
        example: { reason: 'The lift is broken', revision: 1 },
        headers: { cookie: hotel.reception.cookie, origin: OWN_ORIGIN },
      });
  });
  registerHotelPageApi(app as unknown as App, service.context);
  return routes;
}

/** Bodies that the schema refuses, and bodies that are refused when they are read. */
function wrongBodies({ fields, example }: KeyedRoute): Body[] {
  const wrong: Body[] = fields.map((field) => ({ ...example, [field]: {} }));
  if (fields.includes('guestPhone')) wrong.push({ ...example, guestPhone: 'no' });
  if (fields.includes('guestName')) wrong.push({ ...example, guestName: '  x  ' });
  if (fields.includes('checkIn')) wrong.push({ ...example, checkIn: '2027-02-30' });
  if (fields.includes('guestPhone') && !fields.includes('guestEmail'))
    wrong.push({ ...example, guestEmail: 'zaynab@example.com' });
  return wrong;
}

describe('a wrong body and a wrong Idempotency-Key', () => {
  it('in one request: every route reports the body, as it does without a key', async () => {
    const routes = keyedRoutes();
    expect(routes.map(({ url }) => url.split('/').at(-1))).toEqual(
      expect.arrayContaining(['bookings', 'prebook', 'modify', 'cancel', 'check-in', 'undo', 'no-show']),
    );
    const send = async ({ url, headers }: KeyedRoute, body: Body, key: object) => {
      const response = await service.call('POST', url, { headers: { ...headers, ...key }, body });
      return { url, status: response.status, error: { ...response.body.error, request_id: null } };
    };
    for (const route of routes)
      for (const body of wrongBodies(route)) {
        const without = await send(route, body, {});
        expect([route.url, body, without.error.code]).toEqual([route.url, body, 'VALIDATION_ERROR']);
        expect(JSON.stringify(without.error.details)).not.toContain('Idempotency-Key');
        expect(await send(route, body, { 'idempotency-key': 'two words' })).toEqual(without);
      }
  });

  it('control: a wrong key alone is refused by every route', async () => {
    for (const { url, fields, example, headers } of keyedRoutes()) {
      const body = Object.fromEntries(Object.entries(example).filter(([field]) => fields.includes(field)));
      const wrong = { ...headers, 'idempotency-key': 'two words' };
      const { error } = (await service.call('POST', url, { headers: wrong, body })).body;
      expect([url, error.details]).toMatchObject([url, [{ field: 'Idempotency-Key' }]]);
    }
  });
});
