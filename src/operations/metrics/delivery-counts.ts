import { ATTEMPT_RESULTS, type AttemptResult } from '../../outgoing/delivery/attempt-result.ts';
import { CHANNELS, type Channel } from '../../outgoing/delivery/delivery.ts';
import type { QueueMetrics } from '../../outgoing/delivery/queue-metrics.store.ts';
import { counters, type Family, gauge, gauges, type Labels } from './family.ts';

/** Counts the delivery attempts of this process since its start. */
export class DeliveryCounts {
  /**
   * Every series exists from the start with the value 0. Otherwise Prometheus would not see the first dead delivery as
   * an increase.
   */
  readonly attempts = CHANNELS.flatMap((channel) =>
    ATTEMPT_RESULTS.map((result) => ({ channel, result, count: 0 })),
  );
  /** Returns the destinations whose last attempt failed. */
  failing: (channel: Channel) => string[] = () => [];
  /** Null when another process reads the queue. */
  queue: QueueMetrics | null = null;

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
      'Delivery attempts, by channel and result. The result dead means that the delivery failed and is not retried.',
      () => counts.attempts.map(({ channel, result, count }) => [{ channel, result }, count]),
    ),
    gauges(
      'ihc_delivery_failing_destinations',
      'Destinations whose last attempt by this process failed, by channel.',
      () => ofChannels((channel) => counts.failing(channel).length),
    ),
    gauges(
      'ihc_delivery_oldest_due_seconds',
      'Delay of the oldest delivery that should already be sent, by channel. Failing destinations are not included. Only the desk reads this value.',
      () => {
        const { queue } = counts;
        return queue === null ? [] : ofChannels((channel) => queue.oldestDueSeconds[channel]);
      },
    ),
    gauges(
      'ihc_deliveries_pending',
      'Waiting deliveries, by channel. The count stops at 10,000. Only the desk reads this value.',
      () => {
        const { queue } = counts;
        return queue === null ? [] : ofChannels((channel) => queue.pending[channel]);
      },
    ),
    gauge(
      'ihc_deliveries_dead',
      'Dead deliveries. The count stops at 10,000. Only the desk reads this value.',
      () => {
        return counts.queue?.dead ?? null;
      },
    ),
  ];
}
