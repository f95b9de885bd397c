import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { startService } from '../../src/boot/service.ts';
import type { DeskOptions } from '../../src/desk/desk-options.ts';
import { bookCommand } from './book-command.ts';
import { eachForItself } from './each-for-itself.ts';
import type { StayBody } from './stay.ts';
import { testConfig, testSecrets } from './test-config.ts';

/**
 * One node of a race, in its own process. When its parent gives the signal, it submits many bookings of the same room
 * at once. The parent also decides which protections against overselling are on.
 */
export interface Race {
  databaseUrl: string;
  clientId: string;
  stay: StayBody;
  attempts: number;
  desk: Partial<DeskOptions>;
  /** After its first decision, each process waits for the other process's first decision. */
  meet: { own: string; other: string } | null;
}

const PAUSE_MILLISECONDS = 20;
const MEET_MILLISECONDS = 30_000;

/** Blocks the thread without using the processor. */
function stand(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Returns a function that pauses between decision and write, so that both processes decide before either of them
 * writes.
 */
function pauseOf({ meet }: Race): () => void {
  let hasMet = meet === null;
  return () => {
    stand(PAUSE_MILLISECONDS);
    if (hasMet || meet === null) return;
    writeFileSync(meet.own, '');
    const end = performance.now() + MEET_MILLISECONDS;
    while (!existsSync(meet.other) && performance.now() < end) stand(1);
    hasMet = true;
  };
}

async function run(race: Race, untilTold: () => Promise<unknown>): Promise<void> {
  const service = await startService({
    config: testConfig(),
    secrets: testSecrets,
    databaseUrl: race.databaseUrl,
    log: pino({ level: 'silent' }),
    // Each process decides for itself, because with one common desk there would be no race.
    accessDesk: eachForItself,
    desk: { ...race.desk, onDecided: pauseOf(race) },
  });
  console.log('ready');
  await untilTold();
  const responses = await Promise.all(
    Array.from({ length: race.attempts }, () =>
      service.context.submit(bookCommand(service, { 'x-client-id': race.clientId }, race.stay)),
    ),
  );
  await service.close();
  console.log(JSON.stringify(responses.map((response) => response.status)));
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let line = await lines.next(); !line.done; line = await lines.next())
  await run(JSON.parse(line.value), () => lines.next());
process.exit(0);
