import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startService } from '../../src/boot/service.ts';
import type { OneDesk } from '../../src/desk/one-desk/one-desk.ts';
import type { Command, FinalResponse } from '../../src/domain/booking/command.ts';
import { type Resolve, resolveHere } from '../../src/outgoing/http-client/resolve.ts';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';
import type { Ask, Decided, ProcessOptions, StreamResult } from './cluster.ts';
import { eachForItself } from './each-for-itself.ts';
import { testConfig, testSecrets } from './test-config.ts';

/** Runs the whole service as one process of a cluster in a test. The parent process sends the commands to submit. */
const options: ProcessOptions = JSON.parse(process.argv[2]!);
const decided: Decided[] = [];
let onHeld: (() => void) | null = null;
const resolveUnlessHeld: Resolve = (name) => {
  if (onHeld === null) return resolveHere(name);
  onHeld();
  return new Promise(() => {});
};
const service = await startService({
  config: testConfig(options.desk),
  secrets: testSecrets,
  databaseUrl: options.databaseUrl,
  log: pino({ level: process.env.IHC_TEST_LOG || 'silent' }, pino.destination(2)),
  ...(options.node !== undefined && { node: options.node }),
  ...(options.userAgent !== undefined && {
    outbound: { userAgent: options.userAgent, resolve: resolveUnlessHeld },
  }),
  ...(options.deliverer && { deliverer: options.deliverer }),
  ...(options.eachForItself && { accessDesk: eachForItself }),
  desk: {
    onDecided: (command: Command) => {
      if (command.kind !== 'book') return;
      const { requestId, hotelLedger } = command;
      decided.push({ requestId, hotelId: hotelLedger.hotelId, at: monotonicNow() });
    },
  },
});

const UNDER_WAY_LIMIT = 500;

async function stream(commands: Command[], everyMilliseconds: number): Promise<StreamResult[]> {
  const results: Promise<StreamResult>[] = [];
  let underWay = 0;
  let due = performance.now();
  for (const command of commands) {
    due += everyMilliseconds;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    else if (results.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    while (underWay >= UNDER_WAY_LIMIT) await sleep(1);
    underWay += 1;
    const readAfter = monotonicNow();
    const { requestId } = command as { requestId: string };
    const response = service.context.submit(command);
    const readBefore = monotonicNow();
    results.push(
      response.then(({ status, body }: FinalResponse) => {
        underWay -= 1;
        return { requestId, readAfter, readBefore, status, body, respondedAt: monotonicNow() };
      }),
    );
  }
  return Promise.all(results);
}

async function run(ask: Ask): Promise<unknown> {
  const desk = service.context.desk as OneDesk;
  switch (ask.ask) {
    case 'submit':
      return Promise.all(ask.commands.map((command) => service.context.submit(command)));
    case 'stream':
      return stream(ask.commands, ask.everyMilliseconds);
    case 'decided':
      return decided;
    case 'state':
      return { isDesk: desk.isDesk, isReachable: desk.isReachable, epoch: desk.epoch, process: desk.process };
    case 'listen': {
      await service.app.listen({ port: 0, host: '127.0.0.1' });
      return (service.app.server.address() as { port: number }).port;
    }
    case 'holdSending':
      return new Promise<void>((resolve) => {
        onHeld = resolve;
      });
    case 'close':
      await service.close();
      process.exit(0);
  }
}

process.on('message', async ({ id, ask }: { id: string; ask: Ask }) => {
  process.send!({ id, result: await run(ask) });
});
process.on('disconnect', () => process.exit(0));
process.send!({ id: 'ready' });
