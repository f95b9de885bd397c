import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { MetricsServer } from '../../../src/operations/metrics/metrics-server.ts';
import type { NodeMetrics } from '../../../src/operations/metrics/node-metrics.ts';
import { hasProgram } from '../../support/has-program.ts';
import { openTestMetrics, type Page, readPage, showTestService, sumOf } from '../../support/metrics.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { until } from '../../support/until.ts';

const DURATION = 'ihc_http_request_duration_seconds_count';

/** The clock moves only when a test moves it. */
let clock = 0;
let service: TestService;
let metrics: NodeMetrics;
let address: string;
let beforeStart: Page[];
beforeAll(async () => {
  ({ metrics, address } = await openTestMetrics());
  beforeStart = await Promise.all(['/livez', '/readyz', '/metrics'].map((path) => readPage(address + path)));
  service = await startTestService({
    config: { metricsPort: 0, rateLimitPerMinute: 100_000 },
    feed: { pollMilliseconds: 3_600_000, clock: () => clock },
    // Nothing runs that a test has not started.
    housekeeping: false,
    deliveries: false,
  });
  showTestService(metrics, service);
});
afterAll(async () => {
  await service.end();
  await metrics.close();
});

const scrape = async () => (await readPage(`${address}/metrics`)).text;

/** How much a metric grows while something is done. */
async function growth(work: () => Promise<unknown>, name: string, ...labels: string[]): Promise<number> {
  const before = sumOf(await scrape(), name, ...labels);
  await work();
  return sumOf(await scrape(), name, ...labels) - before;
}

describe('the metrics port', () => {
  it('has three pages, for GET alone', async () => {
    expect((await readPage(`${address}/metrics?now=1`)).headers['content-type']).toContain('version=0.0.4');
    for (const path of ['/', '/metrics/', '/v1/health'])
      expect((await readPage(address + path)).status).toBe(404);
    const status = await new Promise((resolve) => {
      const sent = request(`${address}/metrics`, { method: 'POST', agent: false }, (response) => {
        resolve([response.statusCode, response.headers.allow]);
        response.resume();
      });
      sent.end();
    });
    expect(status).toEqual([405, 'GET, HEAD']);
  });

  it('refuses an address that the machine does not have', async () => {
    const options = { host: '192.0.2.1', port: 9, contentType: '', shown: null as never, onError: () => {} };
    const line = 'cannot listen on IHC_METRICS_HOST 192.0.2.1, IHC_METRICS_PORT 9 (EADDRNOTAVAIL)';
    await expect(new MetricsServer(options).listen()).rejects.toThrow(line);
  });

  it('is alive and not ready while the service starts', () => {
    const [livez, readyz, early] = beforeStart;
    expect([livez!.status, readyz!.status, readyz!.text]).toEqual([
      200,
      503,
      'not ready: service: starting\n',
    ]);
    expect(sumOf(early!.text, 'ihc_ready')).toBe(0);
    expect(early!.text).toContain('process_cpu_seconds_total');
  });

  it.each([
    [0, 200, 'ok: change feed: read 0.0 s ago'],
    [60_000, 200, 'ok: change feed: read 60.0 s ago'],
    [60_001, 503, 'not ready: change feed: read 60.0 s ago'],
  ])('with a feed that is %i ms late says %i', async (age, status, line) => {
    clock = age;
    const page = await readPage(`${address}/readyz`);
    const ready = sumOf(await scrape(), 'ihc_ready');
    clock = 0;
    expect([page.status, page.text.split('\n')[1], ready]).toEqual([status, line, status === 200 ? 1 : 0]);
    expect((await readPage(`${address}/livez`)).status).toBe(200);
  });

  it('stays ready while the desk or Redis cannot be reached, and says so', async () => {
    const { desk, limiter } = service.context;
    service.context.desk = Object.create(desk, { isReachable: { value: false } });
    service.context.limiter = Object.create(limiter, { sharing: { value: 'AWAY' } });
    const page = await readPage(`${address}/readyz`);
    const text = await scrape();
    Object.assign(service.context, { desk, limiter });
    expect([page.status, page.text.split('\n').slice(2, 4)]).toEqual([
      200,
      [
        'warning: desk: cannot be reached; reads work, bookings wait',
        'warning: rate limits: Redis is away; this node counts by itself',
      ],
    ]);
    expect([
      sumOf(text, 'ihc_desk_reachable'),
      sumOf(text, 'ihc_rate_limit_sharing', 'state="away"'),
    ]).toEqual([0, 1]);
    expect(sumOf(await scrape(), 'ihc_desk_reachable')).toBe(1);
  });

  it('is not ready while the node drains, and still shows metrics', async () => {
    service.context.draining = true;
    const [ready, text] = [await readPage(`${address}/readyz`), await scrape()];
    service.context.draining = false;
    expect([ready.status, ready.text.split('\n')[0]]).toEqual([503, 'not ready: service: stopping']);
    expect(sumOf(text, 'ihc_ready')).toBe(0);
  });

  it('serves two scrapes at once', async () => {
    const pages = await Promise.all([scrape(), scrape(), scrape()]);
    for (const text of pages) expect(sumOf(text, 'ihc_ready', 'worker="0"')).toBe(1);
  });
});

describe('requests', () => {
  it.each([
    ['GET', '/v1/hotels?limit=1', undefined, 'route="/v1/hotels"', 200],
    ['GET', '/v1/hotels/HTL-0000-0000', undefined, 'route="/v1/hotels/:hotelId"', 404],
    ['POST', '/v1/price-check', {}, 'route="/v1/price-check"', 400],
    ['GET', '/v1/nowhere/at-all', undefined, 'route="none"', 404],
    ['GET', '/v1/%zz', undefined, 'route="none"', 400],
    ['DELETE', '/v1/hotels', undefined, 'route="/v1/hotels"', 405],
    ['GET', '/v1/health', undefined, 'route="/v1/health"', 200],
  ] as const)('%s %s are counted once per call', async (method, url, body, route, status) => {
    const calls = async () => {
      for (let call = 0; call < 3; call += 1)
        expect((await service.call(method, url, { body })).status).toBe(status);
    };
    const labels = [route, `method="${method}"`, `status="${status}"`];
    expect(await growth(calls, DURATION, ...labels)).toBe(3);
    expect(await growth(calls, DURATION)).toBe(3);
  });

  it('with an invented method are counted together', async () => {
    const call = (method: 'PROPFIND' | 'PURGE') =>
      service.app.inject({ method: method as 'GET', url: '/v1/hotels' });
    expect(
      await growth(() => Promise.all([call('PROPFIND'), call('PURGE')]), DURATION, 'method="OTHER"'),
    ).toBe(2);
  });

  it('are counted by the rate limit that judged them', async () => {
    const look = () => service.call('GET', '/v1/hotels?limit=1');
    const list = () => service.call('GET', '/v1/bookings?limit=1');
    const judged = 'ihc_rate_limit_requests_total';
    const limitLooks = async (perMinute: number | null) => {
      const { pool, feed } = service.context;
      const statement = 'update clients set rate_limit_per_minute = $2 where client_id = $1';
      await pool.query(statement, [service.credentials['x-client-id'], perMinute]);
      await feed.catchUp();
    };
    expect(await growth(look, judged, 'window="looks"', 'verdict="allowed"')).toBe(1);
    expect(await growth(list, judged, 'window="bookings"', 'verdict="allowed"')).toBe(1);
    await limitLooks(1);
    const twice = async () => [(await look()).status, (await look()).status];
    expect(await growth(twice, judged, 'window="looks"', 'verdict="refused"')).toBe(2);
    expect(await growth(look, DURATION, 'status="429"')).toBe(1);
    expect(await growth(list, judged, 'verdict="refused"')).toBe(0);
    await limitLooks(null);
  });

  it('have buckets that add up', async () => {
    await service.call('GET', '/v1/hotels?limit=1');
    const labels = ['route="/v1/hotels"', 'method="GET"', 'status="200"'];
    const text = await scrape();
    const count = sumOf(text, DURATION, ...labels);
    const name = 'ihc_http_request_duration_seconds_bucket';
    expect(sumOf(text, name, ...labels, 'le="+Inf"')).toBe(count);
    expect(sumOf(text, name, ...labels, 'le="0.0005"')).toBeLessThanOrEqual(count);
    expect(sumOf(text, name, ...labels, 'le="10"')).toBe(count);
  });

  it('that fail with a fault are counted as internal errors', async () => {
    const { desk } = service.context;
    const quote = () => service.call('POST', '/v1/price-check', { body: demoStay() });
    const errors = 'ihc_http_internal_errors_total';
    expect(await growth(quote, errors)).toBe(0);
    const keepQuote = () => {
      throw new Error('a fault for the test');
    };
    service.context.desk = Object.create(desk, { keepQuote: { value: keepQuote } });
    const grown = await growth(quote, errors);
    service.context.desk = desk;
    expect(grown).toBe(1);
  });

  it('of open connections are known', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    const before = sumOf(await scrape(), 'ihc_http_open_connections');
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await until(async () => sumOf(await scrape(), 'ihc_http_open_connections') === before + 2);
    for (const socket of sockets) socket.destroy();
    await until(async () => sumOf(await scrape(), 'ihc_http_open_connections') === before);
  });
});

describe('the desk', () => {
  const stay = { ...demoStay(), ...GUEST };
  const book = (key: string) =>
    service.call('POST', '/v1/bookings', { body: stay, headers: { 'idempotency-key': key } });

  it('counts a booking, its batch and its commit', async () => {
    const before = await scrape();
    expect((await book('metrics-1')).status).toBe(200);
    const after = await scrape();
    const grown = (name: string, ...labels: string[]) =>
      sumOf(after, name, ...labels) - sumOf(before, name, ...labels);
    expect(grown('ihc_desk_commands_total', 'kind="book"', 'outcome="ok"')).toBe(1);
    expect(grown('ihc_desk_commands_total')).toBe(1);
    for (const name of [
      'wait_seconds',
      'batch_commands',
      'batch_duration_seconds',
      'commit_duration_seconds',
    ])
      expect([name, grown(`ihc_desk_${name}_count`)]).toEqual([name, 1]);
    expect(grown('ihc_desk_batch_commands_sum')).toBe(1);
    expect(grown('ihc_desk_commit_duration_seconds_sum')).toBeGreaterThan(0);
    expect(grown('ihc_snapshot_rows', 'kind="night_counters"')).toBe(2);
  });

  it('counts a replay and a refusal', async () => {
    const replay = async () => expect((await book('metrics-1')).status).toBe(200);
    const commands = 'ihc_desk_commands_total';
    expect(await growth(replay, commands, 'kind="book"', 'outcome="replayed"')).toBe(1);
    // The last room of this hotel is always gone.
    const gone = { ...demoStay({ hotel: 'HTL-2026-0092' }), ...GUEST };
    const refused = async () =>
      expect((await service.call('POST', '/v1/bookings', { body: gone })).status).toBe(409);
    expect(await growth(refused, commands, 'kind="book"', 'outcome="refused"')).toBe(1);
  });

  it('counts a hold until it is released, and quotes', async () => {
    let token = '';
    const hold = async () => {
      const reply = await service.call('POST', '/v1/prebook', {
        body: { ...stay, guestPhone: '0770 765 4321' },
      });
      token = reply.body.data.prebook_token;
    };
    expect(await growth(hold, 'ihc_active_holds')).toBe(1);
    const release = () => service.call('DELETE', `/v1/prebook/${token}`);
    expect(await growth(release, 'ihc_active_holds')).toBe(-1);
    const quote = () => service.call('POST', '/v1/price-check', { body: demoStay({ from: 33 }) });
    expect(await growth(quote, 'ihc_quotes_known')).toBe(1);
  });

  it('is this process, in the first epoch', async () => {
    const text = await scrape();
    const values = ['is_desk', 'reachable', 'takeovers_total', 'queue_commands'].map((name) =>
      sumOf(text, `ihc_desk_${name}`),
    );
    expect(values).toEqual([1, 1, 1, 0]);
    expect(sumOf(text, 'ihc_desk_epoch')).toBeGreaterThan(0);
  });
});

describe('memory and database', () => {
  it('has the rows of the database in memory', async () => {
    const text = await scrape();
    const { rows } = await service.context.pool.query(
      `select (select count(*)::int from hotels) as hotels, (select count(*)::int from day_prices) as day_prices,
         (select count(*)::int from nights) as nights, (select count(*)::int from api_keys) as api_keys`,
    );
    for (const [kind, count] of Object.entries(rows[0]))
      expect([kind, sumOf(text, 'ihc_snapshot_rows', `kind="${kind}"`)]).toEqual([kind, count]);
  });

  it('counts what the feed brings', async () => {
    const change = async () => {
      await service.context.pool.query("update hotels set star_rating = 4 where public_id = 'HTL-2026-0002'");
      await service.context.feed.catchUp();
    };
    expect(await growth(change, 'ihc_feed_changes_total')).toBeGreaterThan(0);
    clock = 7_500;
    const age = sumOf(await scrape(), 'ihc_feed_age_seconds');
    clock = 0;
    expect(age).toBe(7.5);
  });

  it('shows the connections of both pools, and who waits', async () => {
    const { pool } = service.context;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const waiting = pool.connect();
    const text = await scrape();
    for (const client of clients) client.release();
    (await waiting).release();
    const of = (name: string, which: string) => sumOf(text, `ihc_database_${name}`, `pool="${which}"`);
    expect([
      of('connections_in_use', 'main'),
      of('connections_limit', 'main'),
      of('waiting', 'main'),
    ]).toEqual([pool.options.max, pool.options.max, 1]);
    expect([of('connections_in_use', 'desk'), of('waiting', 'desk')]).toEqual([0, 0]);
    expect(sumOf(await scrape(), 'ihc_database_waiting')).toBe(0);
  });

  it('shows when housekeeping succeeded, and counts failed steps', async () => {
    const success = 'ihc_housekeeping_last_success_timestamp_seconds';
    expect(await scrape()).not.toContain(`${success}{`);
    await keepHouse(service.context);
    const at = sumOf(await scrape(), success);
    expect(Math.abs(Date.now() / 1_000 - at)).toBeLessThan(60);
    const { pool } = service.context;
    // Every query of this round goes to a pool that is closed.
    service.context.pool = Object.create(pool, {
      connect: { value: () => Promise.reject(new Error('closed')) },
      query: { value: () => Promise.reject(new Error('closed')) },
    });
    const failures = growth(() => keepHouse(service.context), 'ihc_housekeeping_failures_total');
    expect(
      await failures.finally(() => {
        service.context.pool = pool;
      }),
    ).toBeGreaterThan(3);
    expect(sumOf(await scrape(), success)).toBe(at);
  });

  it('shows a certificate only where there is one', async () => {
    const name = 'ihc_tls_certificate_expiry_timestamp_seconds';
    expect(await scrape()).not.toContain(`${name}{`);
    const certificate = { expiresAt: new Date('2027-01-02T03:04:05Z'), refusedReloads: 2 };
    Object.assign(service.context, { certificate });
    const text = await scrape();
    service.context.certificate = null;
    expect([sumOf(text, name), sumOf(text, 'ihc_tls_refused_reloads_total')]).toEqual([1_798_859_045, 2]);
    expect(await scrape()).not.toContain(`${name}{`);
  });
});

it.skipIf(!hasProgram('promtool'))('is accepted by promtool without a complaint', async () => {
  const input = await scrape();
  expect(execFileSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })).toBe('');
  const bad = input.replaceAll('ihc_desk_takeovers_total', 'ihc_desk_takeovers');
  expect(() => execFileSync('promtool', ['check', 'metrics'], { input: bad, stdio: 'pipe' })).toThrow(
    '_total',
  );
});

it('are written at most ten times a second, however many ask', async () => {
  let written = 0;
  const shown = {
    metrics: async () => {
      written += 1;
      return `${written}\n`;
    },
    checks: async () => [],
  };
  const options = { host: '127.0.0.1', port: 0, contentType: 'text/plain', onError: () => {} };
  const server = new MetricsServer({ ...options, shown });
  const page = `${await server.listen()}/metrics`;
  const before = performance.now();
  for (let round = 1; round <= 4; round += 1) {
    const pages = await Promise.all(Array.from({ length: 20 }, () => readPage(page)));
    expect(pages.every(({ status }) => status === 200)).toBe(true);
  }
  const most = 2 + (performance.now() - before) / 100;
  expect([written >= 4, written <= most]).toEqual([true, true]);
  await server.close();
});
