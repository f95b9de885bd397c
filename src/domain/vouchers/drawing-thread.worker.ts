// The program of a thread that draws vouchers.

import { platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Drawing, drawVoucher } from './draw-voucher.usecase.ts';

/**
 * The priority of the thread. If all processors are busy, it gets a third of the time of another thread. So bookings
 * come first, and vouchers do not stop.
 */
const NICENESS = 5;

/** The response of the thread to each drawing. */
export type Drawn = { bytes: Uint8Array } | { error: string };

/**
 * The thread draws one voucher at a time. On Linux it has a lower priority than the thread that serves requests. On
 * other systems a priority applies to the whole process, so it is not changed.
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
    // A container may forbid this change. Vouchers are then drawn with the usual priority.
  }
}
