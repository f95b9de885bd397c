import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from '../../../src/http/site/site.routes.ts';
import { ar } from '../../../web/src/i18n/ar.ts';
import { ckb } from '../../../web/src/i18n/ckb.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });

describe('the developer site', () => {
  it.each(['/', '/console', '/reference', '/guides', '/guides/errors'])(
    '%s is a page whose policy allows only our own files',
    async (url) => {
      const page = await get(url);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
      expect(page.headers['cache-control']).toBe('no-cache');
      // The page has no inline script or style: the policy would block them.
      expect(page.body).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|\sstyle=|\son\w+=/);
      expect(page.body).toContain('<meta name="ihc-environment" content="sandbox" />');
      expect(page.body).toContain(
        `<meta name="ihc-base-url" content="${service.context.config.publicUrl}/v1" />`,
      );
      expect(page.body).not.toContain('{{');
    },
  );

  it('has a card with an absolute address for other sites', async () => {
    const address = `${service.context.config.publicUrl}/card.png`;
    expect((await get('/')).body).toContain(`<meta property="og:image" content="${address}" />`);
    const card = await get('/card.png');
    expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png']);
    expect(card.rawPayload.length).toBeLessThan(80_000);
    expect((await get('/hotel-page.webp')).headers['content-type']).toBe('image/webp');
  });

  it('shows its parts only while the service uses its embedded database', () => {
    const pagesWith = (databaseUrl: string | null) =>
      openSite({ ...service.context, config: { ...service.context.config, databaseUrl } })!.pages;
    expect(pagesWith(null)).toContain('/design');
    expect(pagesWith('postgres://operator')).not.toContain('/design');
  });

  it('says how the operator is reached, or that nobody has set it', async () => {
    const { config } = service.context;
    const contact = /<meta name="ihc-support-(email|phone|url)" content="([^"]*)" \/>/g;
    const contactsOf = (body: string) => [...body.matchAll(contact)].map(([, name, value]) => [name, value]);
    const none = await get('/support');
    expect(contactsOf(none.body)).toEqual([
      ['email', ''],
      ['phone', ''],
      ['url', ''],
    ]);
    Object.assign(config, { supportEmail: 'help@example.com', supportUrl: 'https://example.com/?a=1&b="' });
    const { page } = openSite(service.context)!;
    Object.assign(config, { supportEmail: null, supportUrl: null });
    expect(contactsOf(page.plain.toString())).toEqual([
      ['email', 'help@example.com'],
      ['phone', ''],
      ['url', 'https://example.com/?a=1&amp;b=&quot;'],
    ]);
  });

  it('lets only its own pages frame the hotel page, and nobody the others', async () => {
    const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
    for (const url of ['/hotel', '/hotel/rooms']) {
      expect(await policyOf(url)).toContain("frame-ancestors 'self'");
      expect(await policyOf(url)).not.toContain('frame-src');
    }
    for (const url of ['/', '/console', '/reference'])
      expect(await policyOf(url)).toContain("frame-ancestors 'none'");
  });

  it('compresses its files once, and lets browsers cache those whose names change with their content', async () => {
    const page = await get('/');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)![1]!;
    const plain = await get(script);
    const br = await get(script, { 'accept-encoding': 'gzip, br' });
    const gzip = await get(script, { 'accept-encoding': 'gzip' });
    expect(plain.headers['cache-control']).toContain('immutable');
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  it.each([
    ['br;q=0', undefined],
    ['gzip;q=0.000, br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5', 'br'],
    ['', undefined],
  ])('sends no encoding that was refused: %j', async (accepted, sent) => {
    const page = await get('/', { 'accept-encoding': accepted });
    expect(page.headers['content-encoding']).toBe(sent);
  });

  it('does not count against the API limit of an address, and has its own limit', async () => {
    const page = await get('/');
    expect(page.headers['ratelimit-limit']).toBe('600');
  });

  it('has an icon where browsers look for one', async () => {
    const icon = await get('/favicon.ico');
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect([...icon.rawPayload.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  });

  it.each(['/nothing', '/assets/nothing.js', '/guides/en/../../package.json', '/..%2fpackage.json'])(
    '%s is not there',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

describe('an address that does not exist', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([
    ['en-GB', 'en', 'ltr', en],
    ['ar-IQ,ar;q=0.9,en;q=0.8', 'ar', 'rtl', ar],
    ['ku, en;q=0.5', 'ckb', 'rtl', ckb],
  ])('is a page with a way home for a browser: %s', async (accepted, language, direction, words) => {
    const page = await get('/nothing', { accept: BROWSER, 'accept-language': accepted });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.vary).toBe('accept, accept-encoding, accept-language');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['x-request-id']).toBeTruthy();
    expect(page.body).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(page.body).toContain(`<h1>${words.notFound}</h1>`);
    expect(page.body).toContain('href="/"');
    expect(page.body).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|\sstyle=|\{\{/);
    const packed = await get('/nothing', { accept: BROWSER, 'accept-encoding': 'br' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toContain(en.notFound);
  });

  it.each([
    ...['/guides/nothing', '/guides/', '/guides/Quick-Start', '/reference/nothing', '/errors/NOTHING'],
    ...['/console/nothing', '/console/%2F', '/reference/__proto__', '/addresses.json'],
  ])('is unknown although pages begin as it does: %s', async (url) => {
    const page = await get(url, { accept: BROWSER, 'accept-language': 'ar' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain(`<h1>${ar.notFound}</h1>`);
    expect((await get(url)).json().error.code).toBe('ROUTE_NOT_FOUND');
  });

  it.each([
    ...[
      '/guides/quick-start',
      '/guides/sandbox-scenarios',
      '/reference/createBooking',
      '/reference/listHotels',
    ],
    ...[
      '/reference/bookingChanged',
      '/reference/resetSandbox',
      '/console/listRatePlans',
      '/console/listRates',
    ],
    ...['/errors/PRICE_CHANGED', '/errors/price-changed', '/console/createBooking?hotelId=HTL-2026-0001'],
  ])('is not %s', async (url) => {
    expect((await get(url, { accept: BROWSER })).statusCode).toBe(200);
  });

  it('is, in production, each page of the sandbox', () => {
    const config = { ...service.context.config, environment: 'production' as const };
    const { known } = openSite({ ...service.context, config })!;
    expect(known.has('/reference/createBooking')).toBe(true);
    for (const page of ['/reference/resetSandbox', '/console/createBooking'])
      expect([page, known.has(page), openSite(service.context)!.known.has(page)]).toEqual([
        page,
        false,
        true,
      ]);
  });

  it.each([
    ['a program', '/nothing', '*/*'],
    ['one that wants JSON', '/nothing', 'application/json'],
    ['the API, whoever asks', '/v1/nothing', BROWSER],
    ['the API itself', '/v1', BROWSER],
    ['the API with a query', '/v1?x=1', BROWSER],
    ['the API under its other address', '/api/v1/nothing', BROWSER],
  ])('is the error body for %s', async (_, url, accept) => {
    const response = await get(url, { accept });
    expect(response.statusCode).toBe(404);
    expect(response.json().error.code).toBe('ROUTE_NOT_FOUND');
  });

  it('is the error body for anything but reading', async () => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/nothing',
      headers: { accept: BROWSER },
    });
    expect(response.json().error.code).toBe('ROUTE_NOT_FOUND');
  });
});
