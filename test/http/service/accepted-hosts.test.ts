import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HotelWithPage, hotelWithPage, pageCall } from '../../support/hotel-page.ts';
import { openTestMetrics } from '../../support/metrics.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

/** Without settings, and with those of the test, on one database. */
let plain: TestService;
let service: TestService;
let page: HotelWithPage;
beforeAll(async () => {
  plain = await startTestService();
  page = await hotelWithPage(plain);
  const config = { publicUrl: 'http://api.example.org', allowedHosts: ['desk.example'] };
  service = await startTestService({ config, databaseUrl: plain.databaseUrl });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await service.end();
  await plain.end();
});

const get = (url: string, host: string) => service.app.inject({ url, headers: { host } });

/** All that a server sends until it closes the connection. */
function exchange(port: number, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
const send = (...lines: string[]) =>
  exchange((service.app.server.address() as { port: number }).port, [...lines, 'Connection: close']);

describe('the host of a request', () => {
  it.each([
    'api.example.org',
    'API.example.org:8443',
    'desk.example:1',
    'localhost:3000',
    '10.0.0.5',
    '[::1]:3000',
  ])('%s is accepted', async (host) => {
    expect((await get('/v1/health', host)).statusCode).toBe(200);
  });

  it.each([
    '/v1/health',
    '/v1/status',
    '/v1/openapi.json',
    '/v1/hotels',
    '/v1/nothing',
    '/supply/v1/hotels',
    '/hotel/api/session',
    '/hotel',
    '/',
    '/schemas/hotel.json',
  ])('is refused at %s when it is another one', async (url) => {
    const { statusCode, headers, ...response } = await get(url, 'evil.example');
    expect(statusCode).toBe(400);
    expect(response.json().error).toEqual({
      code: 'VALIDATION_ERROR',
      message: expect.any(String),
      doc_url: 'http://api.example.org/errors/VALIDATION_ERROR',
      request_id: headers['x-request-id'],
      retryable: false,
      details: [
        {
          field: 'Host',
          code: 'NOT_ALLOWED',
          message:
            'Host is not a name of this service: use http://api.example.org (operators: IHC_ALLOWED_HOSTS)',
        },
      ],
    });
    expect(headers['ratelimit-limit']).toBeDefined();
  });

  it('is checked with valid credentials too, and before anything is executed', async () => {
    const book = (host: string) =>
      service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST }, headers: { host } });
    const bookings = async () => (await service.call('GET', '/v1/bookings')).body.data.length;
    expect([(await book('evil.example')).status, await bookings()]).toEqual([400, 0]);
    expect([(await book('desk.example')).status, await bookings()]).toEqual([200, 1]);
  });

  it('comes once, also when both are accepted', async () => {
    const request = 'GET /v1/health HTTP/1.1';
    expect(await send(request, 'Host: localhost')).toMatch(/^HTTP\/1.1 200 /);
    for (const hosts of [
      ['Host: localhost', 'Host: evil.example'],
      ['Host: evil.example', 'host: localhost'],
      ['Host: localhost', 'HOST: localhost'],
    ]) {
      const reply = await send(request, ...hosts);
      expect(reply).toMatch(/^HTTP\/1.1 400 /);
      expect(reply).toContain('"details":[{"field":"Host","code":"INVALID_FORMAT"');
    }
  });

  it('may be missing by HTTP/1.0 only, which health checks use', async () => {
    expect(await send('GET /v1/health HTTP/1.0')).toMatch(/^HTTP\/1.1 200 /);
    expect(await send('GET /v1/health HTTP/1.0', 'Host: evil.example')).toMatch(/^HTTP\/1.1 400 /);
    for (const lines of [[], ['Host:']])
      expect(await send('GET /v1/health HTTP/1.1', ...lines)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('does not matter at the metrics port', async () => {
    const { address, metrics } = await openTestMetrics();
    const port = Number(new URL(address).port);
    const reply = await exchange(port, ['GET /livez HTTP/1.1', 'Host: prometheus', 'Connection: close']);
    await metrics.close();
    expect(reply).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a change on the hotel page', () => {
  const change = async (headers: Record<string, string>) => {
    const { status, body } = await pageCall(
      service,
      page.manager.cookie,
      'POST',
      '/scan',
      { text: 'no voucher' },
      headers,
    );
    return [status, body.error.code];
  };

  it('is accepted from a page of each accepted host, and from no other', async () => {
    const done = [422, 'VOUCHER_FORGED'];
    for (const host of [
      'api.example.org',
      'desk.example:8080',
      'localhost:3000',
      '127.0.0.1:3000',
      '[::1]:3000',
    ])
      expect([host, await change({ host, origin: `http://${host}` })]).toEqual([host, done]);
    const host = 'evil.example';
    expect(await change({ host, origin: `http://${host}` })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await change({ host, origin: 'http://api.example.org' })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await change({ host: 'desk.example', origin: `http://${host}` })).toEqual([403, 'OTHER_ORIGIN']);
  });

  it('without a host is accepted from the public address alone', async () => {
    const from = (origin: string) =>
      send('DELETE /hotel/api/session HTTP/1.0', `Origin: ${origin}`, 'Cookie: ihc_session=none');
    expect(await from('http://api.example.org')).not.toContain('OTHER_ORIGIN');
    expect(await from('http://undefined')).toContain('OTHER_ORIGIN');
  });
});

describe('the sandbox without settings', () => {
  it('is reached by every name of this machine', async () => {
    for (const host of ['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000', '192.168.1.7:3000'])
      for (const url of ['/', '/v1/health', '/hotel']) {
        const { statusCode } = await plain.app.inject({ url, headers: { host } });
        expect([host, url, statusCode]).toEqual([host, url, 200]);
      }
  });
});
