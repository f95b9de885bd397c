import type { Senders } from '../delivery/delivery.ts';
import type { Context } from './context.ts';

/** Starts what carries events to partners and front desks: the sequencer and the deliverer of this process. */
export function startDeliveries(_context: Context): { stop: () => Promise<void> } {
  return { stop: async () => {} };
}

/** How this process sends on each channel. */
export function sendersOf(_context: Context): Senders {
  return { WEBHOOK: null, HOTEL_EMAIL: null, HOTEL_MESSAGE: null, OPERATOR_EMAIL: null };
}
