import { ATTEMPT_RESULTS, type AttemptResult } from '../../outgoing/delivery/attempt-result.ts';
import { CHANNELS, type Channel } from '../../outgoing/delivery/delivery.ts';
import type { DeliveryQueue } from '../../outgoing/delivery/queue.store.ts';
import { counters, type Family, gauge, gauges, type Labels } from './family.ts';

/** What the deliverer of this process has done since it started. */
export class DeliveryCounts {
  /** All series exist from the start, so that the first dead delivery is seen as an increase. */
  readonly attempts = CHANNELS.flatMap((channel) =>
    ATTEMPT_RESULTS.map((result) => ({ channel, result, count: 0 })),
  );
  /** The destinations whose last attempt failed. */
  failing: (channel: Channel) => string[] = () => [];
  /** Null: another process reads the queue. */
  queue: DeliveryQueue | null = null;

  attempted(channel: Channel, result: AttemptResult): void {
    this.attempts.find((one) => one.channel === channel && one.result === result)!.count += 1;
  }
}

export function deliveryFamilies(counts: DeliveryCounts): Family[] {
  const ofChannels = (read: (channel: Channel) => number): [Labels, number][] =>
    CHANNELS.map((channel) => [{ channel }, read(channel)]);
  return [
    counters(
      'ihc_delivery_attempts_total',
      'Attempts to deliver, by channel and result. dead: it failed and is not tried again.',
      () => counts.attempts.map(({ channel, result, count }) => [{ channel, result }, count]),
    ),
    gauges(
      'ihc_delivery_failing_destinations',
      'Destinations whose last attempt by this process failed, by channel.',
      () => ofChannels((channel) => counts.failing(channel).length),
    ),
    gauges(
      'ihc_delivery_oldest_due_seconds',
      'How long the oldest due delivery has waited, by channel, without destinations that fail. Only the desk reads it.',
      () => {
        const { queue } = counts;
        return queue === null ? [] : ofChannels((channel) => queue.oldestDueSeconds[channel]);
      },
    ),
    gauges(
      'ihc_deliveries_pending',
      'Deliveries that wait, by channel, counted to 10,000. Only the desk reads it.',
      () => {
        const { queue } = counts;
        return queue === null ? [] : ofChannels((channel) => queue.pending[channel]);
      },
    ),
    gauge('ihc_deliveries_dead', 'Dead deliveries, counted to 10,000. Only the desk reads it.', () => {
      return counts.queue?.dead ?? null;
    }),
  ];
}
