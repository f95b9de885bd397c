import { randomUUID } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../../../src/kernel/ids.ts';
import { CLIENT_EVENT_KINDS } from '../../../src/outgoing/events/client-event.ts';
import { newWebhookProblem } from '../../../src/outgoing/webhooks/webhook.ts';
import { insertWebhook, lockClient, readWebhooks } from '../../../src/outgoing/webhooks/webhooks.store.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { supplierOf } from '../../support/supplier.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let receiver: Receiver;
let shift = 0;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ outbound: { ca: receiver.ca }, clockShift: () => shift });
});
afterAll(async () => {
  await service.end();
  await receiver.end();
});
afterEach(async () => {
  shift = 0;
  receiver.received.splice(0);
  for (const { webhook_id } of (await service.call('GET', '/v1/webhooks')).body.data)
    await service.call('DELETE', `/v1/webhooks/${webhook_id}`);
});

type Headers = Record<string, string>;
const create = (body: object, headers: Headers = {}) =>
  service.call('POST', '/v1/webhooks', { body, headers });
const test = (id: string, headers: Headers = {}) =>
  service.call('POST', `/v1/webhooks/${id}/test`, { headers });
const rotate = (id: string, overlapHours?: number) =>
  service.call('POST', `/v1/webhooks/${id}/rotate-secret`, { body: { overlapHours } });
const clientId = () => service.context.snapshot.findClient(service.credentials['x-client-id']!)!.id;

/** True if the receiver accepts the request with this secret. */
function accepts(secret: string, { body, headers } = receiver.received.at(-1)!): boolean {
  try {
    new Verifier(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('webhooks of a partner', () => {
  it('are created, listed, read and deleted. The secret is shown once', async () => {
    const events = ['booking.confirmed', 'booking.cancelled'];
    const created = await create({ url: receiver.url('/ok'), events });
    expect([created.status, created.headers['cache-control']]).toEqual([200, 'no-store']);
    const { secret, ...shown } = created.body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toEqual({
      webhook_id: expect.any(String),
      url: receiver.url('/ok'),
      events,
      created_at: expect.any(String),
      old_secret_valid_until: null,
      pending: 0,
      last_delivered_at: null,
      last_error: null,
    });
    const all = (await create({ url: receiver.url('/all') })).body.data;
    expect(all.events).toEqual(CLIENT_EVENT_KINDS);
    const listed = await service.call('GET', '/v1/webhooks');
    expect(listed.body.meta).toEqual({ count: 2 });
    expect(listed.body.data[0]).toEqual(shown);
    expect((await service.call('GET', `/v1/webhooks/${shown.webhook_id}`)).body.data).toEqual(shown);
    const deleted = await service.call('DELETE', `/v1/webhooks/${shown.webhook_id}`);
    expect(deleted.body.data).toEqual({ webhook_id: shown.webhook_id });
    expect((await service.call('DELETE', `/v1/webhooks/${shown.webhook_id}`)).status).toBe(404);
    expect((await service.call('GET', '/v1/webhooks')).body.meta).toEqual({ count: 1 });
  });

  it('the secret is not stored in plain text', async () => {
    const { secret, webhook_id } = (await create({ url: receiver.url() })).body.data;
    const { rows } = await service.context.pool.query('select secret from webhooks where id = $1', [
      webhook_id,
    ]);
    const plain = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect([rows[0].secret.length, rows[0].secret.includes(plain)]).toEqual([60, false]);
  });

  it('another client, and another kind of client, gets nothing', async () => {
    const { webhook_id: id } = (await create({ url: receiver.url() })).body.data;
    const other = await freshCredentials(service);
    const supplier = await supplierOf(service, ['HTL-2026-0001'], service.credentials);
    const calls = [
      ['GET', `/v1/webhooks/${id}`],
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`],
    ] as const;
    for (const [method, url] of calls) {
      const response = await service.call(method, url, { headers: other });
      expect([url, response.status, response.body.error.code]).toEqual([url, 404, 'WEBHOOK_NOT_FOUND']);
      const refused = await service.call(method, url, { headers: supplier });
      expect([url, refused.status, refused.body.error.code]).toEqual([url, 403, 'WRONG_KEY_KIND']);
      for (const unknown of [NOBODY, 'x', `${id}0`]) {
        const missing = await service.call(method, url.replace(id, unknown));
        expect([url, unknown, missing.status]).toEqual([url, unknown, 404]);
      }
    }
    expect((await service.call('GET', '/v1/webhooks', { headers: other })).body.data).toEqual([]);
    expect((await service.call('GET', `/v1/webhooks/${id.toUpperCase()}`)).status).toBe(200);
    expect(receiver.received).toEqual([]);
  });

  it('wrong input is refused, and names the field', async () => {
    const url = 'https://example.com/';
    const wrong: [object, string, string][] = [
      [{}, 'url', 'REQUIRED'],
      [{ url: 'example.com' }, 'url', 'INVALID_FORMAT'],
      [{ url: 'https://a:b@example.com/' }, 'url', 'INVALID_FORMAT'],
      [{ url: 'https://example.com/#a' }, 'url', 'INVALID_FORMAT'],
      [{ url: 'ftp://example.com/' }, 'url', 'INVALID_FORMAT'],
      [{ url: `${url}${'a'.repeat(2_029)}` }, 'url', 'TOO_LONG'],
      [{ url, events: [] }, 'events', 'TOO_SHORT'],
      [{ url, events: ['webhook.test'] }, 'events.0', 'NOT_ALLOWED'],
      [{ url, events: 'booking.confirmed' }, 'events', 'WRONG_TYPE'],
      [{ url, event: [] }, 'event', 'UNKNOWN_FIELD'],
    ];
    for (const [body, field, code] of wrong) {
      const { status, body: refused } = await create(body);
      expect([body, status, refused.error.details?.[0]?.code]).toEqual([body, 400, code]);
      expect(refused.error.details[0].field).toBe(field);
    }
    expect((await create({ url: `${url}${'a'.repeat(2_028)}` })).status).toBe(200);
  });

  it('there are five at most, and one per url', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 5; number += 1)
      ids.push((await create({ url: receiver.url(`/${number}`) })).body.data.webhook_id);
    const sixth = await create({ url: receiver.url('/6') });
    expect([sixth.status, sixth.body.error.code, sixth.body.error.details]).toEqual([
      409,
      'WEBHOOK_LIMIT_EXCEEDED',
      { limit: 5 },
    ]);
    const same = await create({ url: receiver.url('/./x/../2').replace('https', 'HTTPS') });
    expect([same.status, same.body.error.code, same.body.error.details]).toEqual([
      409,
      'WEBHOOK_EXISTS',
      { webhook_id: ids[1] },
    ]);
    await service.call('DELETE', `/v1/webhooks/${ids[0]}`);
    expect((await create({ url: receiver.url('/6') })).status).toBe(200);
    const other = await freshCredentials(service);
    expect((await create({ url: receiver.url('/2') }, other)).status).toBe(200);
  });

  it('ten creates at once do not exceed the limit', async () => {
    const { pool } = service.context;
    let responses: Promise<{ status: number }[]> = Promise.resolve([]);
    // All of them have read nothing yet, and wait for the client.
    await inTransaction(pool, 'read committed', async (tx) => {
      await lockClient(tx, clientId());
      responses = Promise.all(
        Array.from({ length: 10 }, (_, number) => create({ url: receiver.url(`/${number}`) })),
      );
      await untilWaiting(10);
    });
    const statuses = (await responses).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(5).fill(409)]);
    expect((await service.call('GET', '/v1/webhooks')).body.meta.count).toBe(5);
  });

  it('control: without the lock of the client, two creates exceed it', async () => {
    for (let number = 1; number <= 4; number += 1) await create({ url: receiver.url(`/${number}`) });
    const { pool } = service.context;
    const [pattern] = await readWebhooks(pool, clientId());
    const hasRead = [0, 1].map(() => {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      return { promise, resolve };
    });
    const unlocked = (number: number) =>
      inTransaction(pool, 'read committed', async (tx) => {
        const url = receiver.url(`/without-${number}`);
        const problem = newWebhookProblem(await readWebhooks(tx, clientId()), url);
        hasRead[number]!.resolve();
        await hasRead[1 - number]!.promise;
        if (problem === null) await insertWebhook(tx, { ...pattern!, id: idOf(randomUUID()), url });
      });
    await Promise.all([unlocked(0), unlocked(1)]);
    expect((await service.call('GET', '/v1/webhooks')).body.meta.count).toBe(6);
  });

  async function untilWaiting(count: number): Promise<void> {
    for (let turn = 0; turn < 200; turn += 1) {
      const { rows } = await service.context.pool.query(
        "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'select 1 from clients%'",
      );
      if (rows[0].waiting >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('the requests do not wait for the client');
  }
});

describe('the test call', () => {
  it('sends a signed event and shows what happened', async () => {
    const { webhook_id, secret } = (await create({ url: receiver.url('/ok') })).body.data;
    const response = await test(webhook_id);
    expect(response.body.data).toEqual({
      delivered: true,
      status: 200,
      duration_ms: expect.any(Number),
      error: null,
    });
    const [{ headers, body }] = receiver.received as [Receiver['received'][number]];
    expect(accepts(secret)).toBe(true);
    expect(JSON.parse(body)).toEqual({
      id: headers['webhook-id'],
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { webhook_id },
    });
    expect(headers['webhook-id']).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(headers['user-agent']).toBe(`IHC-Webhooks/${service.context.version}`);
    const shown = (await service.call('GET', `/v1/webhooks/${webhook_id}`)).body.data;
    expect([shown.last_delivered_at, shown.last_error]).toEqual([null, null]);
  });

  it('a failure is no error of the request', async () => {
    const { webhook_id } = (await create({ url: receiver.url('/redirect') })).body.data;
    const response = await test(webhook_id);
    expect([response.status, response.body.data]).toEqual([
      200,
      {
        delivered: false,
        status: 301,
        duration_ms: expect.any(Number),
        error: 'HTTP 301: redirects are not followed',
      },
    ]);
  });

  it('runs once at a time per webhook, and a lost one ends by itself', async () => {
    const slow = await startReceiver({ behave: () => '/drip' });
    const { webhook_id } = (await create({ url: slow.url() })).body.data;
    const { webhook_id: other } = (await create({ url: receiver.url('/ok') })).body.data;
    const first = test(webhook_id);
    await slow.has(1);
    const second = await test(webhook_id);
    expect([second.status, second.body.error.code, second.body.error.retryable]).toEqual([
      409,
      'WEBHOOK_TEST_RUNNING',
      true,
    ]);
    expect((await test(other)).body.data.delivered).toBe(true);
    await slow.end();
    expect((await first).body.data.delivered).toBe(false);
    expect((await test(webhook_id)).body.data.error).toBe('connection refused');
    // As a process leaves it that has ended during a test.
    const lost = new Date(service.context.now().getTime() + 15_000);
    await service.context.pool.query('update webhooks set testing_until = $1 where id = $2', [
      lost,
      webhook_id,
    ]);
    expect((await test(webhook_id)).status).toBe(409);
    shift = 15_001;
    expect((await test(webhook_id)).status).toBe(200);
  });
});

describe('rotation of the secret', () => {
  const HOUR = 3_600_000;

  it('both secrets sign during the overlap, and one afterwards', async () => {
    const { webhook_id: id, secret: old } = (await create({ url: receiver.url('/ok') })).body.data;
    const rotated = (await rotate(id)).body.data;
    const until = Date.parse(rotated.old_secret_valid_until);
    expect(Math.round((until - service.context.now().getTime()) / HOUR)).toBe(24);
    await test(id);
    expect([accepts(old), accepts(rotated.secret)]).toEqual([true, true]);
    expect(receiver.received[0]!.headers['webhook-signature']!.split(' ').length).toBe(2);
    shift = 24 * HOUR + 1_000;
    const shown = (await service.call('GET', `/v1/webhooks/${id}`)).body.data;
    expect([shown.old_secret_valid_until, 'secret' in shown]).toEqual([null, false]);
    await test(id);
    expect(receiver.received[1]!.headers['webhook-signature']!.split(' ').length).toBe(1);
  });

  it('without an overlap the old secret ends at once', async () => {
    const { webhook_id: id, secret: old } = (await create({ url: receiver.url('/ok') })).body.data;
    const { secret, old_secret_valid_until } = (await rotate(id, 0)).body.data;
    expect(old_secret_valid_until).toBeNull();
    await test(id);
    expect([accepts(old), accepts(secret)]).toEqual([false, true]);
  });

  it('repeated after a lost response, the receiver still accepts', async () => {
    const { webhook_id: id, secret: old } = (await create({ url: receiver.url('/ok') })).body.data;
    const { secret: lost } = (await rotate(id)).body.data;
    const { secret } = (await rotate(id)).body.data;
    await test(id);
    expect([accepts(old), accepts(lost), accepts(secret)]).toEqual([true, false, true]);
  });

  it('the overlap has 0 to 168 whole hours', async () => {
    const { webhook_id: id } = (await create({ url: receiver.url('/ok') })).body.data;
    for (const [hours, status] of [
      ...[[0, 200] as const, [168, 200] as const, [169, 400] as const, [-1, 400] as const],
      [0.5, 400] as const,
    ])
      expect([hours, (await rotate(id, hours)).status]).toEqual([hours, status]);
  });
});

describe('where webhooks may be sent to', () => {
  it('in a service that others reach, only public https addresses', async () => {
    const strict = await startTestService({ config: { host: '0.0.0.0' }, databaseUrl: service.databaseUrl });
    const wanted = (url: string) => strict.call('POST', '/v1/webhooks', { body: { url } });
    expect((await wanted('http://example.com/')).body.error.message).toBe(
      'url: must be a public https address such as https://example.com/hooks',
    );
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254']) {
      const refused = await wanted(`https://${host}/`);
      expect(refused.body.error.message).toMatch(
        /^url: must be a public https address, and .* is not public$/,
      );
    }
    const byName = (await wanted(receiver.url('/ok'))).body.data;
    const tested = await strict.call('POST', `/v1/webhooks/${byName.webhook_id}/test`);
    expect(tested.body.data).toMatchObject({ delivered: false, status: null });
    expect(receiver.received).toEqual([]);
    await strict.end();
  });

  it('in a sandbox that only this machine reaches, plain http to this machine and nowhere else', async () => {
    for (const url of ['http://example.com/', 'http://10.0.0.5/hooks']) {
      const refused = await service.call('POST', '/v1/webhooks', { body: { url } });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        'url: must be an https address, or an http address of this machine such as http://localhost:8787',
      ]);
    }
    const { status, body } = await service.call('POST', '/v1/webhooks', {
      body: { url: 'http://localhost:8787/ihc' },
    });
    expect([status, body.data.url]).toEqual([200, 'http://localhost:8787/ihc']);
    expect((await service.call('DELETE', `/v1/webhooks/${body.data.webhook_id}`)).status).toBe(200);
  });
});
