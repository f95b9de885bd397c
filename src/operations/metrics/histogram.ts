/** Counts values in buckets. `observe` changes two numbers and creates no object. */
export class Histogram {
  /** Upper bounds, inclusive, in ascending order. */
  readonly bounds: Float64Array;
  /** The number of values per bucket, not cumulative. The last bucket counts all values above the highest bound. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = Float64Array.from(bounds);
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]!) bucket += 1;
    this.counts[bucket]! += 1;
    this.sum += value;
  }

  get count(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }
}

/**
 * Bounds in seconds. Even a read from memory takes longer than the lowest bound. The highest bound is the longest time
 * that a command may wait for the desk.
 */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
