// The program inside such a thread.

import { platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Drawing, drawVoucher } from './draw-voucher.usecase.ts';

/** Where all processors are busy, a third of the share of other threads: bookings come first, and vouchers do not stop. */
const NICENESS = 5;

/** The response of the thread to each drawing. */
export type Drawn = { bytes: Uint8Array } | { error: string };

/**
 * The program of a thread that draws vouchers, one at a time. On Linux it has a lower priority than the thread that
 * serves requests. Elsewhere a priority belongs to the whole process, and is left alone.
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
    // A container may forbid it. Vouchers are then drawn with the usual priority.
  }
}
