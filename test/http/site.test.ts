import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });

describe('the developer site', () => {
  it.each(['/', '/console', '/reference', '/guides', '/guides/errors'])(
    '%s is a page under a policy that lets in our own files alone',
    async (url) => {
      const page = await get(url);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
      expect(page.headers['cache-control']).toBe('no-cache');
      // No script and no style inside the page: the policy would refuse them.
      expect(page.body).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|\sstyle=|\son\w+=/);
      expect(page.body).toContain('<meta name="ihc-environment" content="sandbox" />');
      expect(page.body).toContain(
        `<meta name="ihc-base-url" content="${service.context.config.publicUrl}/v1" />`,
      );
      expect(page.body).not.toContain('{{');
    },
  );

  it('packs its files once, and lets browsers keep those whose names change with their content', async () => {
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

  it('does not count against an address that calls the interface, and has a limit of its own', async () => {
    const page = await get('/');
    expect(page.headers['ratelimit-limit']).toBe('600');
  });

  it.each(['/nothing', '/assets/nothing.js', '/guides/en/../../package.json', '/..%2fpackage.json'])(
    '%s is not there',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});
