// Decides how many deliveries each receiver gets at the same time.

import { restAfter } from './backoff.ts';

/** A destination that failed long ago is forgotten, because it may not exist any more. */
const FORGOTTEN_AFTER_MILLISECONDS = 3_600_000;

interface Destination {
  sending: number;
  /** The number of failures since the last success. */
  failures: number;
  restsUntil: number;
}

/**
 * What this process knows about the destinations of a channel. The class decides how many deliveries each destination
 * gets at the same time. A destination that hangs or has a long queue then does not delay the others.
 */
export class Destinations {
  private readonly known = new Map<string, Destination>();

  constructor(
    private readonly limit: number,
    private readonly restOf: (failures: number) => number = restAfter,
  ) {}

  get failing(): string[] {
    return [...this.known].flatMap(([name, { failures }]) => (failures > 0 ? [name] : []));
  }

  /**
   * Returns how many more deliveries this destination may get now. While it fails, it gets one at a time, with rests
   * between.
   */
  slotsOf(name: string, now: number): number {
    const one = this.known.get(name);
    if (one === undefined) return this.limit;
    if (one.failures === 0) return Math.max(0, this.limit - one.sending);
    return one.sending === 0 && now >= one.restsUntil ? 1 : 0;
  }

  /** Returns the destinations that may get nothing now. */
  full(now: number): string[] {
    for (const [name, { sending, restsUntil }] of this.known)
      if (sending === 0 && restsUntil + FORGOTTEN_AFTER_MILLISECONDS < now) this.known.delete(name);
    return [...this.known.keys()].filter((name) => this.slotsOf(name, now) === 0);
  }

  began(name: string): void {
    const one = this.known.get(name) ?? { sending: 0, failures: 0, restsUntil: 0 };
    one.sending += 1;
    this.known.set(name, one);
  }

  ended(name: string, result: 'delivered' | 'failed' | 'skipped', now: number): void {
    const one = this.known.get(name);
    if (one === undefined) throw new Error(`nothing is being sent to ${name}`);
    one.sending -= 1;
    if (result === 'delivered') one.failures = 0;
    // Failures at the same time count as one failure. The rest begins at the last failure.
    if (result === 'failed' && (one.failures === 0 || now >= one.restsUntil)) one.failures += 1;
    if (result === 'failed') one.restsUntil = now + this.restOf(one.failures);
    if (one.sending === 0 && one.failures === 0) this.known.delete(name);
  }
}

/** Shares free slots in rounds. In each round, every destination with a free slot gets one. */
export function shareSlots(free: Map<string, number>, slots: number): Map<string, number> {
  const shares = new Map<string, number>();
  let left = slots;
  for (let round = 1; left > 0; round += 1) {
    const before = left;
    for (const [name, most] of free) {
      if (left === 0 || most < round) continue;
      shares.set(name, round);
      left -= 1;
    }
    if (left === before) break;
  }
  return shares;
}
