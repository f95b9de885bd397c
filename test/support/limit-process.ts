import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';
import { isLimitsMessage, type OwnerMessage } from '../../src/platform/limits/lease-messages.ts';
import { LeasedWindows } from '../../src/platform/limits/leased-windows.ts';
import { OwnWindows } from '../../src/platform/limits/own-windows.ts';

/**
 * One worker of a node, in its own process. When its parent gives the signal, it sends requests to the limiter in
 * bursts. It reports the times of the accepted requests of each caller. With `own`, each process has separate windows,
 * as a control.
 */
interface Race {
  /** Each attempt counts in the windows of all these callers. */
  callers: { caller: string; limit: number }[];
  attempts: number;
  windows: 'leased' | 'own';
}

const BURST = 7;
/** Long enough that, on a busy machine, no process uses up a window before the others begin. */
const PAUSE_MILLISECONDS = 10;
const race: Race = JSON.parse(process.argv[2]!);
const leased = new LeasedWindows({ channel: { send: (message) => process.send!(message, () => {}) } });
const limiter = race.windows === 'own' ? new OwnWindows() : leased;

process.on('message', async (message) => {
  if (isLimitsMessage(message)) leased.receive(message as OwnerMessage);
  else if (message === 'clock') process.send!({ clock: monotonicNow() });
  else if (message === 'go') process.send!({ accepted: await hammer() });
});
process.send!('ready');

/** Sends bursts with pauses between them, so that messages of the three processes mix. */
async function hammer(): Promise<number[][]> {
  const accepted: number[][] = race.callers.map(() => []);
  const decided: Promise<void>[] = [];
  for (let attempt = 0; attempt < race.attempts; attempt += 1) {
    for (const [index, { caller, limit }] of race.callers.entries())
      decided.push(
        new Promise((resolve) => {
          limiter.take(caller, limit, (verdict) => {
            if (verdict.allowed) accepted[index]!.push(verdict.at);
            resolve();
          });
        }),
      );
    if (attempt % BURST === 0) await sleep(PAUSE_MILLISECONDS);
  }
  await Promise.all(decided);
  return accepted;
}
