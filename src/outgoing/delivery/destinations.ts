// Decides how many deliveries each receiver gets at the same time.

import { restAfter } from './backoff.ts';

/**
 * After a failure, a destination rests: the service sends nothing to it for some time. When this time has passed since
 * the end of the rest, the destination is removed from memory, because it may not exist any more.
 */
const FORGOTTEN_AFTER_MILLISECONDS = 3_600_000;

interface Destination {
  sending: number;
  /** The number of failures since the last success. */
  failures: number;
  restsUntil: number;
}

/**
 * Stores what this process has observed about the destinations of a channel. The class decides how many deliveries each
 * destination gets at the same time. A destination that does not respond or that has a long queue therefore does not
 * delay the other destinations.
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
   * Returns how many more deliveries may be sent to this destination now. A failing destination receives only one
   * delivery at a time. After each failure, the service sends nothing to it for some time.
   */
  slotsOf(name: string, now: number): number {
    const one = this.known.get(name);
    if (one === undefined) return this.limit;
    if (one.failures === 0) return Math.max(0, this.limit - one.sending);
    return one.sending === 0 && now >= one.restsUntil ? 1 : 0;
  }

  /** Returns the destinations to which nothing may be sent now. */
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
    // An attempt that began before a destination's rest may fail during the rest. Such a failure is not counted, but
    // the rest begins again.
    if (result === 'failed' && (one.failures === 0 || now >= one.restsUntil)) one.failures += 1;
    if (result === 'failed') one.restsUntil = now + this.restOf(one.failures);
    if (one.sending === 0 && one.failures === 0) this.known.delete(name);
  }
}

/**
 * Distributes slots over destinations in rounds. In each round, every destination that can take one more delivery gets
 * one slot.
 */
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
