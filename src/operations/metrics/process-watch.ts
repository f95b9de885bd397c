// Measures the delay of the event loop and the time of garbage collection continuously.

import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { Histogram } from './histogram.ts';

const EVERY_MILLISECONDS = 20;
const DELAYS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const PAUSES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

const GC_KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

interface GcEntry {
  detail: { kind: number };
}

/**
 * This class replaces the default metrics of prom-client, which lose data. Each scrape resets those metrics, so two
 * scrapers would each receive only a part of the data. In addition, those metrics count only the first garbage
 * collection in each turn of the event loop.
 */
export class ProcessWatch {
  readonly eventLoopDelay = new Histogram(DELAYS);
  readonly garbageCollections = new Map<string, Histogram>();
  private readonly timer: NodeJS.Timeout;
  private readonly observer: PerformanceObserver;

  constructor() {
    for (const kind of Object.values(GC_KINDS)) this.garbageCollections.set(kind, new Histogram(PAUSES));
    let due = performance.now() + EVERY_MILLISECONDS;
    this.timer = setInterval(() => {
      const now = performance.now();
      this.eventLoopDelay.observe(Math.max(0, now - due) / 1_000);
      due = now + EVERY_MILLISECONDS;
    }, EVERY_MILLISECONDS).unref();
    this.observer = new PerformanceObserver((list) => {
      // The type definitions of Node 20 do not contain `detail`.
      for (const { duration, detail } of list.getEntries() as (PerformanceEntry & GcEntry)[])
        this.garbageCollections.get(GC_KINDS[detail.kind] ?? '')?.observe(duration / 1_000);
    });
    this.observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    clearInterval(this.timer);
    this.observer.disconnect();
  }
}
