import { Deliverer } from '../delivery/deliverer.ts';
import type { Channel, Senders } from '../delivery/delivery.ts';
import { watchQueue } from '../delivery/watch-queue.ts';
import type { DeliveryCounts } from '../metrics/delivery-counts.ts';
import type { Context } from './context.ts';
import type { ServiceOptions } from './service.ts';

/** Starts what carries events to partners and front desks: the sequencer and the deliverer of this process. */
export function startDeliveries(
  context: Context,
  { clockShift = () => 0, deliverer: changes }: Pick<ServiceOptions, 'clockShift' | 'deliverer'>,
): { stop: () => Promise<void> } {
  const { pool, counts, sequencer } = context;
  const onError = (error: Error) => context.log.warn({ reason: error.message }, 'deliveries are late');
  const deliverer = new Deliverer({
    ...{ pool, clockShift, onError },
    senders: sendersOf(context),
    ...(counts !== null && {
      onAttempt: (channel, result) => counts.deliveries.attempted(channel, result),
    }),
    ...changes,
  });
  deliverer.start();
  sequencer.start();
  const watch = counts === null ? null : watchDeliveries(context, counts.deliveries, deliverer, clockShift);
  return { stop: async () => void (await Promise.all([sequencer.stop(), deliverer.stop(), watch?.stop()])) };
}

/** For the metrics. */
function watchDeliveries(
  { pool, desk, log }: Context,
  counts: DeliveryCounts,
  deliverer: Deliverer,
  clockShift: () => number,
): { stop: () => Promise<void> } {
  const failing = (channel: Channel) => deliverer.failing(channel);
  counts.failing = failing;
  return watchQueue({
    ...{ pool, failing, clockShift },
    isChosen: () => desk.isDesk,
    onRead: (queue) => {
      counts.queue = queue;
    },
    onError: (error) => log.warn({ reason: error.message }, 'waiting deliveries could not be counted'),
  });
}

/** How this process sends on each channel. */
export function sendersOf(_context: Context): Senders {
  return { WEBHOOK: null, HOTEL_EMAIL: null, HOTEL_MESSAGE: null, OPERATOR_EMAIL: null };
}
