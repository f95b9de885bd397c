import type { OpenDesk } from '../../src/boot/service-options.ts';
import type { DeskAccess } from '../../src/desk/one-desk/desk-access.ts';
import { QueueOnce } from '../../src/desk/queue-once.ts';
import type { WriteResponse } from '../../src/domain/booking/decided.ts';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';

/**
 * For control tests: the process decides for itself, as if it were alone. Several such processes have no common order.
 */
export function eachForItself(openDesk: OpenDesk, write: WriteResponse): DeskAccess {
  const desk = openDesk(null, {
    completeUntil: () => Number.POSITIVE_INFINITY,
    hasMoved: async () => false,
    publish: () => {},
  });
  const once = new QueueOnce(desk, write);
  return {
    start: async () => {},
    forward: (command) => once.queueOnce(command, monotonicNow()),
    keepQuote: () => null,
    markIfWanted: () => {},
    isReachable: true,
    isDesk: true,
    epoch: 0,
    witness: { halt: null },
    waiting: 0,
    handOver: async () => {},
    whenIdle: () => desk.stop(),
    abandon: () => desk.abandon(),
    stop: async () => {},
  };
}
