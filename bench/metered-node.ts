import type { AddressInfo } from 'node:net';
import { Counter, Histogram, Registry } from 'prom-client';
import type { Service } from '../src/boot/service.ts';
import { Counts } from '../src/operations/metrics/counts.ts';
import { SECONDS } from '../src/operations/metrics/histogram.ts';
import { ProcessWatch } from '../src/operations/metrics/process-watch.ts';
import { startBenchService } from './bench-service.ts';
import { answerParent } from './child.ts';

/** A node whose counting can be turned on and off, in its own process. */
const LOOPS = 1_000_000;
let service: Service;
let watch: ProcessWatch | null = null;

async function start(databaseUrl: string): Promise<number> {
  service = await startBenchService(databaseUrl);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  return (service.app.server.address() as AddressInfo).port;
}

/** On: everything that a metrics port turns on, except the scrapes. */
function meter(isOn: boolean): void {
  service.context.counts = isOn ? new Counts() : null;
  watch?.stop();
  watch = isOn ? new ProcessWatch() : null;
}

/** Microseconds of processor time until now. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Nanoseconds of processor time that the counting of one request takes, by our own counts and by prom-client. */
function loops(): { own: number; library: number } {
  const counts = new Counts();
  const own = timed(() => {
    counts.requests.observe('GET', '/v1/availability', 200, 0.3);
    counts.judged('calls', true);
  });
  const registers = [new Registry()];
  const names = { name: 'seconds', help: 'seconds', labelNames: ['method', 'route', 'status'] };
  const seconds = new Histogram({ ...names, registers, buckets: SECONDS });
  const windows = new Counter({ name: 'c', help: 'c', labelNames: ['window', 'verdict'], registers });
  const library = timed(() => {
    seconds.observe({ method: 'GET', route: '/v1/availability', status: '200' }, 0.0003);
    windows.inc({ window: 'calls', verdict: 'allowed' });
  });
  return { own, library };
}

/** The first pass compiles the code. */
function timed(work: () => void): number {
  for (let turn = 0; turn < LOOPS / 10; turn += 1) work();
  const before = cpu();
  for (let turn = 0; turn < LOOPS; turn += 1) work();
  return ((cpu() - before) * 1_000) / LOOPS;
}

answerParent({ start, meter, cpu, loops }, async () => {
  watch?.stop();
  await service?.close();
});
