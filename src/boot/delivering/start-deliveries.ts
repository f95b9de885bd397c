import type { Context, Sending } from '../../context.ts';
import { linksFor } from '../../domain/vouchers/voucher-qr.ts';
import { eventView } from '../../http/partner/events/event.view.ts';
import { Deliverer } from '../../outgoing/delivery/deliverer.ts';
import type { Channel, Send } from '../../outgoing/delivery/delivery.ts';
import { startQueueMetrics } from '../../outgoing/delivery/queue-metrics.worker.ts';
import { findClientEvent } from '../../outgoing/events/client-events.store.ts';
import { openReceptionSenders } from '../../outgoing/hotel-notices/reception-senders.usecase.ts';
import { webhookSender } from '../../outgoing/webhooks/send-to-webhook.usecase.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { ServiceOptions } from '../service-options.ts';
import { startReminders } from './reminders.ts';

/**
 * Starts the parts that send events to partners and receptions: the sequencer, the reminders and the deliverer of this
 * process.
 */
export function startDeliveries(
  context: Context,
  { clockShift = () => 0, deliverer: changes }: Pick<ServiceOptions, 'clockShift' | 'deliverer'>,
): { stop: () => Promise<void> } {
  const { pool, counts, sequencer, announcer, deskLoad } = context;
  const onError = (error: Error) => context.log.warn({ reason: error.message }, 'deliveries are late');
  const reception = openReceptionSenders(context);
  const deliverer = new Deliverer({
    ...{ pool, clockShift, onError },
    mustYield: () => deskLoad.mustYield(monotonicNow()),
    senders: { WEBHOOK: openWebhookSender(context), ...reception.senders },
    ...(counts !== null && {
      onAttempt: (channel, result) => counts.deliveries.attempted(channel, result),
    }),
    ...changes,
  });
  deliverer.start();
  sequencer.start(() => deliverer.wake());
  announcer.start(() => deliverer.wake());
  const reminders = startReminders(context);
  const watch = watchDeliveries(context, deliverer, clockShift);
  return {
    stop: async () => {
      await Promise.all([sequencer, announcer, reminders, deliverer, watch].map((part) => part.stop()));
      await reception.close();
    },
  };
}

/** Creates the sender of webhooks. A webhook contains the same event that the partner can read with a request. */
function openWebhookSender(context: Sending): Send {
  const { pool } = context;
  const linksOf = linksFor(context);
  return webhookSender(context, {
    find: (clientId, number) => findClientEvent(pool, clientId, number),
    write: (event) => JSON.stringify(eventView(context.snapshot, linksOf, event)),
  });
}

/** Adds the state of deliveries to the metrics and the status. */
function watchDeliveries(
  { pool, desk, log, counts, status }: Context,
  deliverer: Deliverer,
  clockShift: () => number,
): { stop: () => Promise<void> } {
  const failing = (channel: Channel) => deliverer.failing(channel);
  if (counts !== null) counts.deliveries.failing = failing;
  return startQueueMetrics({
    ...{ pool, failing, clockShift },
    isChosen: () => desk.isDesk,
    onRead: (queue) => {
      if (counts !== null) counts.deliveries.queue = queue;
      status.webhookDelaySeconds = queue?.oldestDueSeconds.WEBHOOK ?? 0;
    },
    onError: (error) => log.warn({ reason: error.message }, 'waiting deliveries could not be counted'),
  });
}
