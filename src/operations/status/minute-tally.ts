import { COMPONENTS, type Component } from './component.ts';

/**
 * Whether a component could serve at one moment. `impaired` means that the component serves, but late or with old data.
 */
export type Verdict = 'fine' | 'impaired' | 'failing';

/**
 * The counts of a component in one minute. They are the counts of one process, or the sums of the counts of several
 * processes.
 */
export interface MinuteCounts {
  checks: number;
  impaired: number;
  failing: number;
  requests: number;
  failures: number;
}

export interface MinuteRow extends MinuteCounts {
  /** Minutes since 1970. */
  minute: number;
  component: Component;
  p99Milliseconds: number | null;
}

/** Upper bounds in milliseconds. A duration is counted at the lowest bound that is not shorter than the duration. */
export const LATENCY_BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
/**
 * The component whose durations are measured. Bookings are not measured, because their duration depends on the disk.
 */
const MEASURED: Component = 'SEARCH';
const SHARE = 0.99;

/** Counts the checks and requests of one process during one minute. */
export class MinuteTally {
  private readonly counts = new Map<Component, MinuteCounts>(
    COMPONENTS.map((component) => [
      component,
      { checks: 0, impaired: 0, failing: 0, requests: 0, failures: 0 },
    ]),
  );
  private readonly durations = new Float64Array(LATENCY_BOUNDS.length);

  served(component: Component, status: number, milliseconds: number): void {
    const counts = this.counts.get(component)!;
    counts.requests += 1;
    if (status >= 500) counts.failures += 1;
    if (component !== MEASURED) return;
    let bucket = 0;
    while (bucket < LATENCY_BOUNDS.length - 1 && milliseconds > LATENCY_BOUNDS[bucket]!) bucket += 1;
    this.durations[bucket]! += 1;
  }

  checked(verdicts: Record<Component, Verdict>): void {
    for (const [component, counts] of this.counts) {
      counts.checks += 1;
      if (verdicts[component] === 'impaired') counts.impaired += 1;
      if (verdicts[component] === 'failing') counts.failing += 1;
    }
  }

  rows(minute: number): MinuteRow[] {
    return COMPONENTS.map((component) => ({
      ...{ minute, component, ...this.counts.get(component)! },
      p99Milliseconds: component === MEASURED ? this.p99() : null,
    }));
  }

  private p99(): number | null {
    const all = this.durations.reduce((sum, count) => sum + count, 0);
    if (all === 0) return null;
    let below = 0;
    const bucket = this.durations.findIndex((count) => {
      below += count;
      return below >= all * SHARE;
    });
    return LATENCY_BOUNDS[bucket]!;
  }
}
