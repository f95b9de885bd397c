// The program that runs in a thread and draws vouchers.

import { platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Drawing, drawVoucher } from './draw-voucher.usecase.ts';

/**
 * The priority of the thread. If all processors are busy, the thread gets a third of the processor time of a normal
 * thread. Bookings are therefore hardly delayed, and vouchers are still drawn.
 */
const NICENESS = 5;

/** The message that the thread sends for each drawing. */
export type Drawn = { bytes: Uint8Array } | { error: string };

/**
 * The thread draws one voucher at a time. On Linux, the thread has a lower priority than the thread that serves
 * requests. On other systems, a priority would apply to the whole process, so the thread keeps the usual priority.
 */
const port = parentPort!;
if (platform() === 'linux') yieldToOthers();
port.on('message', (drawing: Drawing) => {
  drawVoucher(drawing).then(
    (bytes) => port.postMessage({ bytes } satisfies Drawn),
    (error: Error) => port.postMessage({ error: error.message } satisfies Drawn),
  );
});

function yieldToOthers(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // A container may forbid changes of the priority. The thread then draws with the usual priority.
  }
}
