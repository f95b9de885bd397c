import Fastify, { type RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../src/http/common/wire.ts';
import { registerHotelPageApi } from '../../../src/http/hotel-page/hotel.routes.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

/** The routes that a function registers, and those of them without a schema for success or for errors. */
function routesOf(register: (app: App) => void): { all: string[]; without: string[] } {
  const [all, without]: string[][] = [[], []];
  const app = Fastify({ logger: false });
  app.addHook('onRoute', ({ method, url, schema }: RouteOptions) => {
    const response = (schema?.response ?? {}) as Record<string, object | undefined>;
    all!.push(`${method} ${url}`);
    if (response[200] === undefined || response.default === undefined) without!.push(`${method} ${url}`);
  });
  register(app as unknown as App);
  return { all: all!, without: without! };
}

describe('the responses of /hotel/api', () => {
  it('have a schema on every route', () => {
    const { all, without } = routesOf((app) => registerHotelPageApi(app, service.context));
    expect(all).toEqual(expect.arrayContaining(['GET /day', 'POST /session/enter', 'DELETE /account/totp']));
    expect(without).toEqual([]);
  });

  it('control: a route without one is found', () => {
    const { without } = routesOf((app) => app.get('/news', { schema: { hide: true } }, () => ({})));
    expect(without).toContain('GET /news');
  });
});
