// The numbers that a process counts while it serves requests, for its metrics.

import { DeliveryCounts } from './delivery-counts.ts';
import { DeskCounts } from './desk-counts.ts';
import { RequestCounts } from './request-counts.ts';

/** The numbers of requests that one rate-limit window allowed and refused. */
interface WindowCounts {
  allowed: number;
  refused: number;
}

/**
 * Counts events as plain numbers while requests are served. When a scraper requests the metrics, the numbers are
 * converted to metrics. A process without a metrics port has no `Counts` object.
 */
export class Counts {
  readonly requests = new RequestCounts();
  readonly desk = new DeskCounts();
  readonly deliveries = new DeliveryCounts();
  readonly windows = new Map<string, WindowCounts>();
  readonly housekeeping: { failures: number; succeededAt: number | null } = {
    failures: 0,
    succeededAt: null,
  };

  /**
   * The numbers of bookings that receptions have not acknowledged. The value is null in a process that is not the desk.
   */
  openNotices: { all: number; arriving: number } | null = null;

  /** Counts a request that a rate-limit window allowed or refused. */
  judged(window: string, isAllowed: boolean): void {
    let counts = this.windows.get(window);
    if (counts === undefined) {
      counts = { allowed: 0, refused: 0 };
      this.windows.set(window, counts);
    }
    if (isAllowed) counts.allowed += 1;
    else counts.refused += 1;
  }
}
