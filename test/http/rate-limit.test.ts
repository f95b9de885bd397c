import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ config: { rateLimitPerMinute: 5 } });
});
afterAll(() => service.end());

const fromAddress = (remoteAddress: string, url = '/v1/hotels') => service.app.inject({ url, remoteAddress });

describe('the rate limit', () => {
  it('counts a client down in its headers, then refuses with 429 and Retry-After', async () => {
    for (let remaining = 4; remaining >= 0; remaining -= 1) {
      const { status, headers } = await service.call('GET', '/v1/hotels');
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'ratelimit-limit': '5',
        'ratelimit-remaining': String(remaining),
        'ratelimit-policy': '5;w=60',
      });
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(55);
    }
    const refused = await service.call('GET', '/v1/rates?hotelId=HTL-2026-0001');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      success: false,
      error: { code: 'RATE_LIMIT_EXCEEDED', retryable: true },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
  });

  it('counts /api/v1 and every kind of response against the same window', async () => {
    expect((await service.call('GET', '/api/v1/hotels')).status).toBe(429);
    expect((await service.call('GET', '/v1/nothing')).status).toBe(429);
  });

  it('belongs to the client and can be raised for it', async () => {
    const clientId = service.credentials['x-client-id'];
    await service.context.pool.query('update clients set rate_limit_per_minute = 8 where client_id = $1', [
      clientId,
    ]);
    await service.context.feed.catchUp();
    const { status, headers } = await service.call('GET', '/v1/hotels');
    expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([200, '8', '2']);
  });

  it('counts unauthenticated callers by address, an IPv6 /64 as one', async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await fromAddress('203.0.113.9')).statusCode).toBe(401);
    expect((await fromAddress('203.0.113.9')).statusCode).toBe(429);
    expect((await fromAddress('203.0.113.10')).statusCode).toBe(401);
    for (let count = 0; count < 5; count += 1)
      expect((await fromAddress(`2001:db8:0:1::${count}`)).statusCode).toBe(401);
    expect((await fromAddress('2001:db8:0:1:ffff::1')).statusCode).toBe(429);
    expect((await fromAddress('2001:db8:0:2::1')).statusCode).toBe(401);
  });

  it('counts unknown routes and wrong methods too', async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await fromAddress('203.0.113.20', '/v1/nothing')).statusCode).toBe(404);
    expect((await fromAddress('203.0.113.20', '/v1/nothing')).statusCode).toBe(429);
    const wrong = () =>
      service.app.inject({ method: 'PUT', url: '/v1/hotels', remoteAddress: '203.0.113.21' });
    for (let count = 0; count < 5; count += 1) expect((await wrong()).statusCode).toBe(405);
    expect((await wrong()).statusCode).toBe(429);
  });

  it('does not limit health, and limits the reference separately', async () => {
    for (let count = 0; count < 12; count += 1) {
      expect((await fromAddress('203.0.113.30', '/v1/health')).statusCode).toBe(200);
      expect((await fromAddress('203.0.113.30', '/v1/openapi.json')).statusCode).toBe(200);
    }
    expect((await fromAddress('203.0.113.30')).statusCode).toBe(401);
  });
});
