import { PassThrough } from 'node:stream';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monotonicNow } from '../../../src/platform/db/monotonic.ts';
import type { WorkerMessage } from '../../../src/platform/limits/lease-messages.ts';
import { LeaseOwner } from '../../../src/platform/limits/lease-owner.ts';
import { LeasedWindows } from '../../../src/platform/limits/leased-windows.ts';
import { OwnWindows } from '../../../src/platform/limits/own-windows.ts';
import { RedisWindows } from '../../../src/platform/limits/redis-windows.ts';
import type { Verdict } from '../../../src/platform/limits/verdict.ts';
import { hasProgram } from '../../support/has-program.ts';
import { TestRedis } from '../../support/redis-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const LIMIT = 120;
const BOOKING_LIMIT = 50;

describe.skipIf(!hasProgram('redis-server'))('two nodes with one Redis', nodesShareLimits);
describe.skipIf(!hasProgram('redis-server'))('a window in Redis', windowsAreExact);

function nodesShareLimits(): void {
  let redis: TestRedis;
  let nodes: TestService[];
  let log = '';
  beforeAll(async () => {
    redis = await TestRedis.start();
    const config = {
      redisUrl: redis.url,
      rateLimitPerMinute: LIMIT,
      bookingLimitPerMinute: BOOKING_LIMIT,
    };
    const lines = new PassThrough().on('data', (line) => {
      log += line;
    });
    const first = await startTestService({ config, log: lines });
    nodes = [first, await startTestService({ config, databaseUrl: first.databaseUrl })];
    // The second node made credentials too: the first one must know them, and the other way round.
    await Promise.all(nodes.map((node) => node.context.feed.catchUp()));
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.end();
    await redis.remove();
  });

  /** Sends requests to the nodes in turn, all at once, and returns how many were accepted by each. */
  async function hammer(
    client: TestService,
    attempts: number,
    targets = nodes,
    url = '/v1/hotels',
  ): Promise<number[]> {
    const accepted = targets.map(() => 0);
    await Promise.all(
      Array.from({ length: attempts }, async (_, index) => {
        const { app } = targets[index % targets.length]!;
        const { statusCode } = await app.inject({ url, headers: client.credentials });
        if (statusCode === 200) accepted[index % targets.length]! += 1;
        else expect(statusCode).toBe(429);
      }),
    );
    return accepted;
  }
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const health = async (node: TestService) => {
    const { status, body } = await node.call('GET', '/v1/health');
    return [status, body.status, body.rate_limits];
  };
  const used = async (client: TestService, node: TestService) =>
    Number(
      (await node.app.inject({ url: '/v1/hotels', headers: client.credentials })).headers[
        'ratelimit-remaining'
      ],
    );

  it('accept exactly both limits of a client together, and both say so', async () => {
    const [first, second] = nodes as [TestService, TestService];
    expect(await used(first, first)).toBe(LIMIT - 1);
    expect(await used(first, second)).toBe(LIMIT - 2);
    const [looks, bookings] = await Promise.all([
      hammer(first, 400),
      hammer(first, 200, nodes, '/v1/bookings'),
    ]);
    expect([sum(looks), sum(bookings)]).toEqual([LIMIT - 2, BOOKING_LIMIT]);
    for (const accepted of bookings) expect(accepted).toBeGreaterThan(0);
    for (const node of nodes) {
      const refused = await node.app.inject({ url: '/v1/hotels', headers: first.credentials });
      expect([refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([429, '0']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(await health(node)).toEqual([200, 'OPERATIONAL', { status: 'SHARED' }]);
    }
  });

  it('count by themselves while Redis is away: neither open nor closed, and DEGRADED', async () => {
    const [first, second] = nodes as [TestService, TestService];
    // Half of the limit is used while Redis is there. Only the first node knows of it.
    expect(sum(await hammer(second, LIMIT / 2, [first]))).toBe(LIMIT / 2);
    await redis.kill();
    for (const node of nodes) await until(async () => (await health(node))[1] === 'DEGRADED');
    expect(await health(first)).toEqual([200, 'DEGRADED', { status: 'AWAY' }]);
    expect(await hammer(second, 200, [first])).toEqual([LIMIT / 2]);
    expect(await hammer(second, 200, [second])).toEqual([LIMIT]);
    for (const node of nodes)
      expect(await hammer(second, 80, [node], '/v1/bookings')).toEqual([BOOKING_LIMIT]);
  });

  it('share again when Redis is back, and still count what they accepted meanwhile', async () => {
    const [first, second] = nodes as [TestService, TestService];
    await redis.startAgain();
    for (const node of nodes) await until(async () => (await health(node))[1] === 'OPERATIONAL');
    expect(await health(first)).toEqual([200, 'OPERATIONAL', { status: 'SHARED' }]);
    // Redis has lost its data. The windows of the nodes are still full.
    expect(await hammer(second, 20)).toEqual([0, 0]);
    expect(await unknownCallers(400)).toBe(LIMIT);
    const lines = log
      .split('\n')
      .filter((line) => /Redis/.test(line))
      .map((line) => JSON.parse(line).msg);
    expect(lines).toEqual([
      'rate limits are shared through Redis',
      'Redis is away: this node counts rate limits by itself',
      'rate limits are shared through Redis',
    ]);
  });

  /** Requests without a key, from one address. 401 means that the rate limit let it pass. */
  async function unknownCallers(attempts: number): Promise<number> {
    const responses = await Promise.all(
      Array.from({ length: attempts }, (_, index) =>
        nodes[index % 2]!.app.inject({ url: '/v1/hotels', remoteAddress: '203.0.113.77' }),
      ),
    );
    return responses.filter(({ statusCode }) => statusCode === 401).length;
  }

  it('do not wait for a Redis that is connected but does not respond', async () => {
    const [first, second] = nodes as [TestService, TestService];
    redis.freeze();
    const responses = await Promise.all(
      nodes.map((node) => node.app.inject({ url: '/v1/hotels', remoteAddress: '203.0.113.78' })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    expect([(await health(first))[1], (await health(second))[1]]).toEqual(['DEGRADED', 'DEGRADED']);
    redis.thaw();
    for (const node of nodes) await until(async () => (await health(node))[1] === 'OPERATIONAL');
  });

  it('control: two nodes without Redis accept twice the limit', async () => {
    const alone = await Promise.all(
      nodes.map(() =>
        startTestService({
          config: { rateLimitPerMinute: LIMIT, bookingLimitPerMinute: BOOKING_LIMIT },
          databaseUrl: nodes[0]!.databaseUrl,
        }),
      ),
    );
    try {
      await Promise.all(alone.map((node) => node.context.feed.catchUp()));
      expect(await hammer(nodes[1]!, 400, alone)).toEqual([LIMIT, LIMIT]);
      const twice = [BOOKING_LIMIT, BOOKING_LIMIT];
      expect(await hammer(nodes[1]!, 200, alone, '/v1/bookings')).toEqual(twice);
      expect((await health(alone[0]!)).slice(1)).toEqual(['OPERATIONAL', undefined]);
    } finally {
      for (const node of alone) await node.end();
    }
  });

  it('start without Redis, and use it when it comes', async () => {
    await redis.kill();
    const late = await startTestService({
      config: { redisUrl: redis.url },
      databaseUrl: nodes[0]!.databaseUrl,
    });
    try {
      expect(await health(late)).toEqual([200, 'DEGRADED', { status: 'AWAY' }]);
      expect((await late.call('GET', '/v1/hotels')).status).toBe(200);
      await redis.startAgain();
      await until(async () => (await health(late))[1] === 'OPERATIONAL');
    } finally {
      await late.end();
    }
  });
}

function windowsAreExact(): void {
  let redis: TestRedis;
  let client: Redis;
  const opened: RedisWindows[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    for (const windows of opened) await windows.stop();
    client.disconnect();
    await redis.remove();
  });

  /** As another node: it knows nothing of what others were told. */
  async function open(): Promise<RedisWindows> {
    const windows = new RedisWindows({
      url: redis.url,
      prefix: 'ihc:test:',
      node: new OwnWindows(),
      onChange() {},
    });
    await windows.start();
    opened.push(windows);
    expect(windows.sharing).toBe('SHARED');
    return windows;
  }
  const take = (windows: RedisWindows, caller: string, limit: number) =>
    new Promise<Verdict>((done) => windows.take(caller, limit, done));
  /** Moves every counted request of a caller in time, as if the clock had gone on. */
  async function age(caller: string, milliseconds: number): Promise<void> {
    const times = await client.lrange(`ihc:test:${caller}`, 0, -1);
    const moved = times.map((time) => String(Number(time) - milliseconds * 1_000));
    await client
      .multi()
      .del(`ihc:test:${caller}`)
      .rpush(`ihc:test:${caller}`, ...moved)
      .exec();
  }

  it('has room again when its oldest request is a minute old, and not before', async () => {
    const first = await open();
    for (let remaining = 4; remaining >= 0; remaining -= 1)
      expect(await take(first, 'a', 5)).toMatchObject({
        allowed: true,
        limit: 5,
        remaining,
        resetSeconds: 60,
      });
    expect(await take(await open(), 'a', 5)).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 60,
    });
    await age('a', 50_000);
    const late = await take(await open(), 'a', 5);
    expect(late).toMatchObject({ allowed: false, remaining: 0 });
    expect(late.resetSeconds).toBeLessThanOrEqual(10);
    await age('a', 10_000);
    expect(await take(await open(), 'a', 5)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('keeps its count when a limit is lowered and raised', async () => {
    for (let index = 0; index < 5; index += 1) await take(await open(), 'b', 5);
    expect(await take(await open(), 'b', 3)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await take(await open(), 'b', 5)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await take(await open(), 'b', 6)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('is no larger than the limit and expires', async () => {
    for (let index = 0; index < 9; index += 1) await take(await open(), 'c', 4);
    expect(await client.llen('ihc:test:c')).toBe(4);
    const left = await client.pttl('ihc:test:c');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  it('stays limited, and opens again, when the clock of Redis was set back by an hour', async () => {
    for (let index = 0; index < 3; index += 1) await take(await open(), 'd', 3);
    await age('d', -3_600_000);
    const refused = await take(await open(), 'd', 3);
    expect(refused.allowed).toBe(false);
    expect(refused.resetSeconds).toBeLessThanOrEqual(60);
    await age('d', 60_000);
    expect(await take(await open(), 'd', 3)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('is not asked again while it is known to be full, until another limit is given', async () => {
    const windows = await open();
    for (let index = 0; index < 2; index += 1) await take(windows, 'e', 2);
    await take(windows, 'e', 2);
    await client.del('ihc:test:e');
    expect(windows.peek('e', 2)).toMatchObject({ allowed: false, remaining: 0 });
    expect((await take(windows, 'e', 2)).allowed).toBe(false);
    expect((await take(windows, 'e', 3)).allowed).toBe(true);
  });

  /** A node of two workers, each with its own connection to Redis. */
  function openWorkers(now = monotonicNow): Promise<RedisWindows[]> {
    const owner = new LeaseOwner({ now });
    return Promise.all(
      [1, 2].map(async (id) => {
        const send = (message: WorkerMessage) => setImmediate(() => owner.receive(id, message));
        const node = new LeasedWindows({ now, channel: { send } });
        owner.connect(id, { send: (message) => setImmediate(() => node.receive(message)) });
        const windows = new RedisWindows({ url: redis.url, prefix: 'ihc:test:', node, now, onChange() {} });
        await windows.start();
        opened.push(windows);
        return windows;
      }),
    );
  }

  it('keeps both limits of a client over two nodes of two workers, whichever comes first', async () => {
    const workers = (await Promise.all([openWorkers(), openWorkers()])).flat();
    const counts = { 'client h': 0, 'bookings h': 0 };
    const hammer = async (caller: keyof typeof counts, limit: number, index: number) => {
      if ((await take(workers[index % 4]!, caller, limit)).allowed) counts[caller] += 1;
    };
    await Promise.all(
      Array.from({ length: 80 }, (_, index) => [
        hammer('client h', 30, index),
        hammer('bookings h', 12, index + 1),
      ]).flat(),
    );
    expect(counts).toEqual({ 'client h': 30, 'bookings h': 12 });
    // Another limit of one window changes nothing in the other.
    for (const [index, worker] of workers.entries()) {
      expect((await take(worker, 'client h', 31)).allowed).toBe(index === 0);
      expect((await take(worker, 'bookings h', 12)).allowed).toBe(false);
    }
  });

  it('gives back what it refused to the windows of a node with two workers', async () => {
    let shift = 0;
    const workers = await openWorkers(() => monotonicNow() + shift);
    const burst = async () => {
      const verdicts = await Promise.all(
        Array.from({ length: 20 }, (_, index) => take(workers[index % 2]!, 'g', 5)),
      );
      return verdicts.filter(({ allowed }) => allowed).length;
    };
    const foreign = await open();
    for (let index = 0; index < 3; index += 1) await take(foreign, 'g', 5);
    await age('g', 30_000);
    expect(await burst()).toBe(2);
    // The three of the other node leave the window; the two of this node stay.
    await age('g', 30_000);
    shift = 30_000;
    expect(await burst()).toBe(3);
  });

  it('responds to requests in progress when the node stops', async () => {
    const windows = await open();
    const taken = take(windows, 'f', 2);
    await windows.stop();
    expect((await taken).allowed).toBe(true);
  });
}
