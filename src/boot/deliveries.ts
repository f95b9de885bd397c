import { Deliverer } from '../delivery/deliverer.ts';
import type { Senders } from '../delivery/delivery.ts';
import type { Context } from './context.ts';
import type { ServiceOptions } from './service.ts';

/** Starts what carries events to partners and front desks: the sequencer and the deliverer of this process. */
export function startDeliveries(
  context: Context,
  { clockShift = () => 0, deliverer: changes }: Pick<ServiceOptions, 'clockShift' | 'deliverer'>,
): { stop: () => Promise<void> } {
  const deliverer = new Deliverer({
    pool: context.pool,
    senders: sendersOf(context),
    clockShift,
    onError: (error) => context.log.warn({ reason: error.message }, 'deliveries are late'),
    ...changes,
  });
  deliverer.start();
  return { stop: () => deliverer.stop() };
}

/** How this process sends on each channel. */
export function sendersOf(_context: Context): Senders {
  return { WEBHOOK: null, HOTEL_EMAIL: null, HOTEL_MESSAGE: null, OPERATOR_EMAIL: null };
}
