import type { AddressInfo } from 'node:net';
import type { Service } from '../src/boot/service.ts';
import { Counts } from '../src/operations/metrics/counts.ts';
import { ProcessWatch } from '../src/operations/metrics/process-watch.ts';
import { startBenchService } from './bench-service.ts';
import { respondToParent } from './child.ts';

/** A node whose counting can be turned on and off, in its own process. */
let service: Service;
let watch: ProcessWatch | null = null;

async function start(databaseUrl: string): Promise<number> {
  service = await startBenchService(databaseUrl);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  return (service.app.server.address() as AddressInfo).port;
}

/** Turns on, or off, everything that a metrics port turns on, except scrapes. */
function meter(isOn: boolean): void {
  service.context.counts = isOn ? new Counts() : null;
  watch?.stop();
  watch = isOn ? new ProcessWatch() : null;
}

/** Returns the processor time of this process until now, in microseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

respondToParent({ start, meter, cpu }, async () => {
  watch?.stop();
  await service?.close();
});
