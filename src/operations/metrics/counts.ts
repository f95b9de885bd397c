// Holds all numbers that are counted while a process serves.

import { DeliveryCounts } from './delivery-counts.ts';
import { DeskCounts } from './desk-counts.ts';
import { RequestCounts } from './request-counts.ts';

/** Requests that a window of the rate limit has allowed and refused. */
interface WindowCounts {
  allowed: number;
  refused: number;
}

/**
 * Counts events as plain numbers while requests are served. They are converted to metrics only when they are read. A
 * process without a metrics port has no such object.
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
   * Bookings that receptions have not acknowledged. Null: this process has not counted them. Only the desk counts them.
   */
  openNotices: { all: number; arriving: number } | null = null;

  /** A request was counted in a window of the rate limit. */
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
