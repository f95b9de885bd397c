import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  // A real port, for bytes that cannot be sent by injection.
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as { port: number }).port;
});
afterAll(() => service.end());

const CREDENTIALS = '/v1/sandbox/credentials';

/** Each request has another address, because the number of credentials per address is limited. */
let addresses = 0;

function post(payload: string | Buffer, headers: Record<string, string> = {}) {
  return service.app.inject({
    method: 'POST',
    url: CREDENTIALS,
    remoteAddress: `10.0.0.${(addresses++ % 250) + 1}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
}

describe('the one error body', () => {
  it('comes with every unknown route, authenticated or not', async () => {
    for (const url of ['/v1', '/v1/nothing', '/v2/hotels', '/api/v1/hotels/x/y/z']) {
      const response = await service.app.inject({ url, headers: service.credentials });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({
        success: false,
        error: {
          code: 'ROUTE_NOT_FOUND',
          message: expect.any(String),
          doc_url: 'http://localhost:3000/errors/ROUTE_NOT_FOUND',
          request_id: response.headers['x-request-id'],
          retryable: false,
        },
      });
      expect((await service.app.inject({ url })).statusCode).toBe(404);
    }
  });

  it('comes with 405 and the methods that are allowed', async () => {
    const response = await service.app.inject({ method: 'DELETE', url: '/v1/hotels/HTL-2026-0001' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(response.json().error.code).toBe('METHOD_NOT_ALLOWED');
    const get = await service.app.inject({ url: CREDENTIALS });
    expect([get.statusCode, get.headers.allow]).toEqual([405, 'POST']);
  });

  it.each([
    ['an open brace', '{', 'MALFORMED_JSON'],
    ['text', 'hello', 'MALFORMED_JSON'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'MALFORMED_JSON'],
    ['a raw NUL', '{"a":"\u0000"}', 'MALFORMED_JSON'],
    ['an escaped NUL', '{"a":"\\u0000"}', 'VALIDATION_ERROR'],
    ['half a surrogate pair', '{"a":"\\ud800"}', 'VALIDATION_ERROR'],
    ['a list', '[]', 'VALIDATION_ERROR'],
    ['null', 'null', 'VALIDATION_ERROR'],
    ['a number', '7', 'VALIDATION_ERROR'],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'VALIDATION_ERROR'],
    ['10,000 levels inside a field', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'VALIDATION_ERROR'],
    ['17 levels', `{"a":${'['.repeat(16)}${']'.repeat(16)}}`, 'VALIDATION_ERROR'],
  ])('comes with 400 for %s', async (_, payload, code) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, error: { code } });
  });

  it.each([
    ['nothing at all', ''],
    ['an empty object', '{}'],
    ['16 levels', `{"a":${'['.repeat(15)}${']'.repeat(15)}}`],
    ['a prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
    ['text about an escape', '{"a":"\\\\u0000"}'],
    ['Arabic', '{"ملاحظة":"مرحبا"}'],
    ['65,536 bytes', `{"a":"${'x'.repeat(65_536 - 8)}"}`],
  ])('does not come with %s', async (_, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('warns of fields that it ignored', async () => {
    const response = await post('{"partnerNote":1,"__proto__":2}');
    expect(response.json().warnings).toEqual([
      { field: 'partnerNote', code: 'UNKNOWN_FIELD', message: 'unknown field partnerNote was ignored' },
      { field: '__proto__', code: 'UNKNOWN_FIELD', message: 'unknown field __proto__ was ignored' },
    ]);
    const query = await service.call('GET', '/v1/hotels?utm_source=x');
    expect(query.body.warnings[0].field).toBe('utm_source');
  });

  it('comes with 413 past 64 KiB, over a real socket too', async () => {
    expect((await post(`{"a":"${'x'.repeat(65_536 - 7)}"}`)).json().error.code).toBe('PAYLOAD_TOO_LARGE');
    const response = await fetch(`http://127.0.0.1:${port}${CREDENTIALS}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(1_000_000),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', ''])(
    'comes with 415 for %j',
    async (type) => {
      const response = await post('{}', { 'content-type': type });
      expect(response.statusCode).toBe(415);
      expect(response.json().error.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it('accepts JSON with a character set', async () => {
    expect((await post('{}', { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200);
  });

  it.each([
    '/v1/hotels/%zz',
    '/v1/%',
    '/v1/hotels/%00',
    '/v1/hotels/%C0%80',
    `/v1/hotels/${'a'.repeat(5_000)}`,
  ])('comes with a 4xx for the address %s', async (url) => {
    const response = await service.app.inject({ url: url.slice(0, 6_000), headers: service.credentials });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ success: false, error: { request_id: expect.any(String) } });
    expect(response.headers['x-request-id']).toBe(response.json().error.request_id);
  });

  it('comes with bytes that are not HTTP, and with headers that are too large', async () => {
    const nonsense = await raw('NONSENSE\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1.1 400 [\s\S]*"success":false/);
    expect(nonsense).toContain('"doc_url":"http://localhost:3000/errors/VALIDATION_ERROR"');
    const large = await raw(`GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1.1 431 [\s\S]*"success":false/);
    expect(large).toContain('\r\nx-content-type-options: nosniff\r\n');
  });

  it('hides what broke inside and keeps the service running', async () => {
    const { snapshot } = service.context;
    const original = snapshot.findHotel;
    snapshot.findHotel = () => {
      throw new Error('secret detail');
    };
    const response = await service.app.inject({
      url: '/v1/hotels/HTL-2026-0001',
      headers: service.credentials,
    });
    snapshot.findHotel = original;
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({
      success: false,
      error: { code: 'INTERNAL_ERROR', retryable: false },
    });
    expect(response.body).not.toContain('secret detail');
    expect((await service.call('GET', '/v1/hotels/HTL-2026-0001')).status).toBe(200);
  });

  it("keeps the caller's own request id when it is a plain one", async () => {
    const ask = async (id: string) =>
      (await service.app.inject({ url: '/v1/health', headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ];
    expect(await ask('partner-42.A_b')).toBe('partner-42.A_b');
    expect(await ask('x'.repeat(64))).toBe('x'.repeat(64));
    for (const odd of ['x'.repeat(65), 'has space', 'semi;colon', '']) expect(await ask(odd)).not.toBe(odd);
  });
});

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
