import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildService, spawnService } from '../../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { halfRequest } from '../../support/half-requests.ts';
import { type Page, readPage, seriesOf, sumOf } from '../../support/metrics.ts';
import { until } from '../../support/until.ts';

const WORKERS = 2;
const CONNECTIONS = 6;

let directory: string;
let database: TestDatabase;
let node: ChildService;
let base: string;
let address: string;
let whileStarting: { livez: Page; readyz: Page };
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-metrics-'));
  chmodSync(directory, 0o711);
  database = await createTestDatabase();
  node = spawnService({
    ...{ IHC_DATA_DIR: join(directory, 'data'), DATABASE_URL: database.url, LOG_LEVEL: 'info' },
    ...{ IHC_WORKERS: String(WORKERS), IHC_METRICS_PORT: '0' },
  });
  address = await metricsAddress(node);
  const [livez, readyz] = await Promise.all([readPage(`${address}/livez`), readPage(`${address}/readyz`)]);
  whileStarting = { livez, readyz };
  base = await node.ready;
});
afterAll(async () => {
  if (node.process.exitCode === null) node.process.kill('SIGKILL');
  await node.exited;
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function metricsAddress(service: ChildService): Promise<string> {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    const line = /"address":"([^"]+)"[^\n]*"msg":"metrics and probes"/.exec(service.output());
    if (line !== null) return line[1]!;
    await sleep(20);
  }
  throw new Error(`no metrics port: ${service.output()}${service.errors()}`);
}

const scrape = async () => (await readPage(`${address}/metrics`)).text;

/** The process ids of the workers, in the order of their lines in the log. */
const workerIds = () => [
  ...new Set(
    [
      ...node.output().matchAll(/"pid":(\d+)[^\n]*"msg":"(?:this process is the desk|linked to the desk)"/g),
    ].map((match) => Number(match[1])),
  ),
];

describe(`the metrics port of a node of ${WORKERS} processes`, () => {
  it('was alive and not ready while they started', () => {
    expect([whileStarting.livez.status, whileStarting.readyz.status]).toEqual([200, 503]);
    expect(whileStarting.readyz.text).toMatch(/^not ready: service: (starting|0 of 2 workers are ready)\n/);
  });

  it('has the series of every worker and of the supervisor, apart from each other', async () => {
    const hotels = () => fetch(`${base}/hotels`, { headers: { connection: 'close' } });
    for (const { status } of await Promise.all(Array.from({ length: CONNECTIONS }, hotels)))
      expect(status).toBe(401);
    const text = await scrape();
    const places = ['"0"', '"1"'].map((place) => `worker=${place}`);
    const served = places.map((place) =>
      sumOf(text, 'ihc_http_request_duration_seconds_count', place, 'route="/v1/hotels"', 'status="401"'),
    );
    expect(served[0]! + served[1]!).toBe(CONNECTIONS);
    // The desk serves no callers while the other worker can.
    expect(Math.min(...served)).toBe(0);
    expect(places.map((place) => sumOf(text, 'ihc_ready', place))).toEqual([1, 1]);
    expect(sumOf(text, 'ihc_desk_is_desk')).toBe(1);
    expect(sumOf(text, 'ihc_workers_answering')).toBe(WORKERS);
    expect(sumOf(text, 'ihc_workers_configured')).toBe(WORKERS);
    const processes = [...seriesOf(text).keys()].filter((one) =>
      one.startsWith('process_resident_memory_bytes'),
    );
    expect(processes).toHaveLength(WORKERS + 1);
    expect((await readPage(`${address}/readyz`)).text).toBe(
      'ok: service: 2 of 2 workers are ready\nok: worker 0: ready\nok: worker 1: ready\n',
    );
  });

  it('serves scrapes at once, each complete', async () => {
    const isComplete = (text: string) =>
      sumOf(text, 'ihc_workers_answering') === WORKERS && sumOf(text, 'ihc_desk_is_desk') === 1;
    // On a busy machine a worker may need longer than its second.
    await until(async () => (await Promise.all(Array.from({ length: 5 }, scrape))).every(isComplete));
  });

  it('leaves out a worker that hangs, and stays ready', async () => {
    const [, victim] = workerIds();
    process.kill(victim!, 'SIGSTOP');
    try {
      const [text, ready] = await Promise.all([scrape(), readPage(`${address}/readyz`)]);
      expect([sumOf(text, 'ihc_workers_answering'), sumOf(text, 'ihc_workers_configured')]).toEqual([1, 2]);
      expect([ready.status, ready.text.split('\n')[0]]).toEqual([
        200,
        'ok: service: 1 of 2 workers are ready',
      ]);
      expect(ready.text).toContain('does not respond');
    } finally {
      process.kill(victim!, 'SIGCONT');
    }
    await until(async () => sumOf(await scrape(), 'ihc_workers_answering') === WORKERS);
  });

  it('cannot be a port that is in use', async () => {
    const { port } = new URL(address);
    const other = spawnService({ IHC_DATA_DIR: join(directory, 'other'), IHC_METRICS_PORT: port });
    expect(await other.closed).toBe(1);
    expect(other.errors()).toBe(
      `ihc: port ${port} on 127.0.0.1 is already in use: set IHC_METRICS_PORT to another port\n`,
    );
  });

  it('says that the node stops until it has ended', async () => {
    // It never ends. The node waits for it for 2 s.
    const sender = await halfRequest(Number(new URL(base).port));
    await until(async () => sumOf(await scrape(), 'ihc_http_open_connections') > 0);
    node.process.kill('SIGTERM');
    const isStopping = async () =>
      (await readPage(`${address}/readyz`)).text.startsWith('not ready: service: stopping\n');
    await until(isStopping);
    expect((await readPage(`${address}/livez`)).status).toBe(200);
    const statuses = new Set<number | string>();
    const ended = node.exited.then(() => true);
    while (!(await Promise.race([ended, sleep(50, false)])))
      statuses.add(
        await readPage(`${address}/readyz`).then(
          ({ status }) => status,
          () => 'closed',
        ),
      );
    sender.destroy();
    expect(await node.exited).toBe(0);
    expect([...statuses].filter((status) => status !== 'closed')).toEqual([503]);
  });
});
