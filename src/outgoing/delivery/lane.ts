// Claims deliveries of one channel and sends them.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Transaction } from '../../platform/db/pool.ts';
import type { AttemptResult } from './attempt-result.ts';
import { nextAttempt, type Schedule } from './backoff.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  claiming,
  findDueDestinations,
} from './claim.store.ts';
import type { Channel, Delivery, Send, SendResult } from './delivery.ts';
import { Destinations, shareSlots } from './destinations.ts';
import { ERROR_LIMIT, type Mark } from './mark.store.ts';

/**
 * The lowest and the highest number of extra rows that a claim reads per destination. Extra rows are necessary, because
 * some rows must wait for an earlier delivery. If all rows of a claim must wait, the next claim reads more extra rows.
 */
const LEAST_SPARE = 4;
const MOST_SPARE = 1_024;

/** How many deliveries a lane may send at the same time while `mustYield` returns true. */
const SLOTS_WHILE_YIELDING = 8;
/** The minimum time between two claims while `mustYield` returns true. */
const CLAIM_MILLISECONDS_WHILE_YIELDING = 250;

export interface LaneOptions {
  pool: pg.Pool;
  channel: Channel;
  send: Send;
  clockShift: () => number;
  sendingLimit: number;
  destinationLimit: number;
  leaseMilliseconds: number;
  schedule: Schedule;
  restOf?: (failures: number) => number;
  pollMilliseconds: number;
  /** The minimum time between two claims. */
  claimMilliseconds: number;
  mustYield: () => boolean;
  onResult: (mark: Mark) => void;
  onAttempt: (result: AttemptResult) => void;
  onError: (error: Error) => void;
}

/**
 * Sends the deliveries of one channel. Each channel has its own slots, so a mail server that does not respond delays no
 * webhook.
 */
export class Lane {
  readonly channel: Channel;
  private readonly destinations: Destinations;
  private readonly sending = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isWoken = false;
  private isStopped = false;
  /** True when there may be more deliveries to send. The lane then claims again as soon as a slot is free. */
  private hasMore = false;
  /**
   * The last destination that the previous claim found. Claims find destinations in the order of their names. The next
   * claim begins after this destination, so that no destination waits for ever.
   */
  private after = '';
  private spare = LEAST_SPARE;
  private claimedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: LaneOptions) {
    this.channel = options.channel;
    this.destinations = new Destinations(options.destinationLimit, options.restOf);
  }

  get failing(): string[] {
    return this.destinations.failing;
  }

  wake(): void {
    this.isWoken = true;
    if (this.running !== null || this.isStopped) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.running = this.run();
  }

  /** Stops claiming deliveries. Returns when no attempt is running. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
    await Promise.all(this.sending);
  }

  private async run(): Promise<void> {
    while (this.isWoken && !this.isStopped) {
      // Pause between two claims, so that more slots become free. A few large claims slow down bookings less than many
      // small claims.
      const early = this.claimedAt + this.leastPause() - performance.now();
      if (early > 0) await sleep(early);
      if (this.isStopped) break;
      this.isWoken = false;
      this.claimedAt = performance.now();
      try {
        await this.claim();
      } catch (error) {
        this.options.onError(error as Error);
        break;
      }
    }
    this.running = null;
    if (this.isStopped) return;
    // The pause contains a random part, so that the processes do not all poll at the same moment.
    const pause = this.options.pollMilliseconds * (0.8 + 0.4 * Math.random());
    this.timer = setTimeout(() => this.wake(), pause);
  }

  private async claim(): Promise<void> {
    const slots = this.freeSlots();
    this.hasMore = slots === 0;
    if (slots === 0) return;
    const { claimed, deferred } = await claiming(this.options.pool, (tx) => this.claimUpTo(tx, slots));
    if (this.isStopped) return this.giveBack(claimed);
    for (const one of claimed) this.begin(one);
    const isFrontFull = deferred > 0 && claimed.length === 0;
    this.spare = isFrontFull ? Math.min(this.spare * 4, MOST_SPARE) : LEAST_SPARE;
    if (deferred > 0) this.isWoken = true;
  }

  private leastPause(): number {
    const { claimMilliseconds, mustYield } = this.options;
    return mustYield() ? Math.max(claimMilliseconds, CLAIM_MILLISECONDS_WHILE_YIELDING) : claimMilliseconds;
  }

  private freeSlots(): number {
    const { sendingLimit, mustYield } = this.options;
    const limit = mustYield() ? Math.min(sendingLimit, SLOTS_WHILE_YIELDING) : sendingLimit;
    return Math.max(0, limit - this.sending.size);
  }

  private async claimUpTo(tx: Transaction, slots: number): Promise<Claim> {
    const { channel, leaseMilliseconds } = this.options;
    const clockShift = this.options.clockShift();
    const due = await this.findDue(tx, slots, clockShift);
    if (due.length === 0) return { claimed: [], deferred: 0 };
    const now = performance.now();
    const free = new Map(due.map((name) => [name, this.destinations.slotsOf(name, now)]));
    const shares = shareSlots(free, slots);
    const { spare } = this;
    const lease = randomUUID();
    const claim = await claimDeliveries(tx, { channel, shares, spare, lease, leaseMilliseconds, clockShift });
    const taken = new Map<string, number>();
    for (const { delivery } of claim.claimed)
      taken.set(delivery.destination, (taken.get(delivery.destination) ?? 0) + 1);
    this.hasMore = due.length === slots || [...shares].some(([name, share]) => taken.get(name) === share);
    return claim;
  }

  private async findDue(tx: Transaction, limit: number, clockShift: number): Promise<string[]> {
    const except = this.destinations.full(performance.now());
    const query = { channel: this.channel, except, clockShift };
    const { after } = this;
    const found = await findDueDestinations(tx, { ...query, after, limit });
    if (after !== '' && found.length < limit) {
      const first = await findDueDestinations(tx, { ...query, after: '', limit: limit - found.length });
      for (const name of first) if (!found.includes(name)) found.push(name);
    }
    this.after = found.length === limit ? found.at(-1)! : '';
    return found;
  }

  /**
   * Ends the leases of deliveries that were claimed but not sent, so that every process can claim them at once.
   * Otherwise other processes would have to wait for the end of the leases.
   */
  private giveBack(claimed: ClaimedDelivery[]): void {
    for (const { delivery, lease, now } of claimed)
      this.options.onResult({ id: delivery.id, lease, state: 'PENDING', dueAt: now, error: null });
  }

  private begin(claimed: ClaimedDelivery): void {
    this.destinations.began(claimed.delivery.destination);
    const sending: Promise<void> = this.sendOne(claimed).finally(() => {
      this.sending.delete(sending);
      if (this.hasMore) this.wake();
    });
    this.sending.add(sending);
  }

  private async sendOne({ delivery, lease, since, now: claimedAt }: ClaimedDelivery): Promise<void> {
    const { schedule, onResult, onAttempt } = this.options;
    const startedAt = performance.now();
    const result = await this.attempt(delivery);
    const endedAt = performance.now();
    // All slots of this destination were in use until now. The last claim may have skipped this destination, so the
    // destination may have more deliveries to send.
    if (this.destinations.slotsOf(delivery.destination, endedAt) === 0) this.hasMore = true;
    this.destinations.ended(delivery.destination, result.kind, endedAt);
    const mark = { id: delivery.id, lease, dueAt: null, error: null };
    if (result.kind === 'delivered') {
      onResult({ ...mark, state: 'DELIVERED' });
      onAttempt('delivered');
    } else if (result.kind === 'skipped') {
      onResult({ ...mark, state: 'SKIPPED', error: storable(result.reason) });
      onAttempt('skipped');
    } else {
      const now = claimedAt + (endedAt - startedAt);
      const { attempts } = delivery;
      const dueAt = nextAttempt({ attempts, since, now, random: Math.random() }, schedule);
      const error = storable(result.error);
      onResult({ ...mark, state: dueAt === null ? 'DEAD' : 'PENDING', dueAt, error });
      onAttempt(dueAt === null ? 'dead' : 'failed');
    }
  }

  /**
   * Calls the sender. Every sender has a time limit. If a sender nevertheless does not return before the end of the
   * lease, the attempt is recorded as failed, and the slot becomes free.
   */
  private async attempt(delivery: Delivery): Promise<SendResult> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<SendResult>((resolve) => {
      const error = 'sending did not end before the lease did';
      timer = setTimeout(() => resolve({ kind: 'failed', error }), this.options.leaseMilliseconds);
    });
    try {
      return await Promise.race([this.options.send(delivery), late]);
    } catch (error) {
      this.options.onError(error as Error);
      return { kind: 'failed', error: (error as Error).message };
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Replaces control characters. PostgreSQL refuses a text with a zero byte, and would refuse all results that are
 * written in the same statement. The other control characters are dangerous in a terminal, which would execute them.
 */
function storable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, ERROR_LIMIT);
}
