// Workers share the rate limits of a node. This file contains the part that runs in each worker.

import { monotonicNow } from '../db/monotonic.ts';
import {
  type Channel,
  type Later,
  later,
  type OwnerMessage,
  type Report,
  type WorkerMessage,
} from './lease-messages.ts';
import type { NodeLimiter } from './limiter.ts';
import { refusal, secondsUntil, type Verdict, WINDOW_MILLISECONDS } from './verdict.ts';

/**
 * How long a worker waits for the owner. This is longer than the owner waits for other workers. If this time expires,
 * the owner itself does not respond.
 */
const OWNER_MILLISECONDS = 3_000;
/** A worker returns slots that it has not used for this long. */
const IDLE_MILLISECONDS = 10_000;
/** If the time of the next free slot is unknown, the refusal contains this waiting time. */
const UNSURE_MILLISECONDS = 1_000;

type Reply = Extract<OwnerMessage, { say: 'grant' | 'full' | 'unsure' }>;

interface Waiting {
  limit: number;
  done: (verdict: Verdict) => void;
}

interface Lease {
  caller: string;
  /** The limit for which the owner granted the free slots. */
  limit: number;
  free: number;
  /** When fewer slots than this number are free, the worker asks the owner for more slots in advance. */
  refillAt: number;
  /** The times of uses that were not yet reported to the owner. */
  uses: number[];
  lastUse: number;
  isAsking: boolean;
  waiting: Waiting[];
  cancelTimer: (() => void) | null;
  /** Until this time, no request is possible with the limit `fullLimit`, because the whole limit is used. */
  fullUntil: number;
  fullLimit: number;
  /** The last known state of the whole window, for response headers. */
  used: number;
  oldest: number | null;
}

interface LeasedWindowsOptions {
  channel: Channel<WorkerMessage>;
  now?: () => number;
  later?: Later;
}

/**
 * The limiter of one process on a node with several processes. The limiter allows requests with slots that the owner
 * granted in advance (see LeaseOwner), so most requests need no message to the owner. After the owner has reported that
 * a window is full, the limiter refuses requests without asking the owner again.
 */
export class LeasedWindows implements NodeLimiter {
  readonly sharing = null;
  private readonly leases = new Map<string, Lease>();
  private readonly channel: Channel<WorkerMessage>;
  private readonly now: () => number;
  private readonly later: Later;
  private isStopped = false;

  constructor(options: LeasedWindowsOptions) {
    this.channel = options.channel;
    this.now = options.now ?? monotonicNow;
    this.later = options.later ?? later;
  }

  take(caller: string, limit: number, done: (verdict: Verdict) => void): void {
    const now = this.now();
    const lease = this.leases.get(caller) ?? this.open(caller);
    if (lease.free > 0 && lease.limit === limit && lease.waiting.length === 0) {
      const verdict = use(lease, now);
      if (lease.free < lease.refillAt && !lease.isAsking) this.ask(lease);
      done(verdict);
    } else if (isFull(lease, limit, now)) done(refusal(limit, lease.fullUntil, now));
    else if (this.isStopped) done(refusal(limit, now + UNSURE_MILLISECONDS, now));
    else {
      lease.waiting.push({ limit, done });
      this.watch(lease);
      if (!lease.isAsking) this.ask(lease);
    }
  }

  peek(caller: string, limit: number): Verdict {
    const now = this.now();
    const lease = this.leases.get(caller);
    if (lease !== undefined && isFull(lease, limit, now)) return refusal(limit, lease.fullUntil, now);
    const resetSeconds = lease?.oldest == null ? 0 : secondsUntil(lease.oldest + WINDOW_MILLISECONDS, now);
    const remaining = lease === undefined || resetSeconds === 0 ? limit : remainingOf(lease, limit);
    return { allowed: remaining > 0, limit, remaining, resetSeconds, at: now };
  }

  takeBack(caller: string, at: number): void {
    const lease = this.leases.get(caller) ?? this.open(caller);
    lease.used = Math.max(0, lease.used - 1);
    // Send the report at once, because the owner may have told other workers that the window is full.
    this.channel.send({ kind: 'limits', say: 'report', reports: [reportOf(lease, 0, [at])] });
  }

  /** Returns idle slots to the owner, reports uses, and forgets inactive callers. */
  sweep(): void {
    const now = this.now();
    const reports: Report[] = [];
    for (const lease of this.leases.values()) {
      const unused = now - lease.lastUse >= IDLE_MILLISECONDS ? giveBack(lease) : 0;
      if (lease.uses.length > 0 || unused > 0) reports.push(reportOf(lease, unused));
      const isBusy = lease.free > 0 || lease.isAsking || lease.waiting.length > 0 || now < lease.fullUntil;
      if (!isBusy && now - lease.lastUse >= WINDOW_MILLISECONDS) this.leases.delete(lease.caller);
    }
    if (reports.length > 0) this.channel.send({ kind: 'limits', say: 'report', reports });
  }

  receive(message: OwnerMessage): void {
    const lease = this.leases.get(message.caller) ?? this.open(message.caller);
    if (message.say === 'reclaim')
      this.channel.send({ kind: 'limits', say: 'returned', report: reportOf(lease, giveBack(lease)) });
    else if (message.say === 'open') lease.fullUntil = Number.NEGATIVE_INFINITY;
    else this.receiveReply(lease, message);
  }

  /** Returns all slots to the owner, so that the slots of an ending process do not count as used. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const leases = [...this.leases.values()];
    for (const lease of leases) this.refuseWaiting(lease);
    this.returnAll(leases);
  }

  get size(): number {
    return this.leases.size;
  }

  private open(caller: string): Lease {
    const lease: Lease = {
      caller,
      limit: 0,
      free: 0,
      refillAt: 0,
      uses: [],
      lastUse: this.now(),
      isAsking: false,
      waiting: [],
      cancelTimer: null,
      fullUntil: Number.NEGATIVE_INFINITY,
      fullLimit: 0,
      used: 0,
      oldest: null,
    };
    this.leases.set(caller, lease);
    return lease;
  }

  private receiveReply(lease: Lease, reply: Reply): void {
    lease.isAsking = false;
    this.unwatch(lease);
    if (reply.say === 'grant') {
      lease.free += reply.slots;
      lease.refillAt = Math.floor(reply.slots / 4);
      lease.used = reply.used + lease.uses.length;
      lease.oldest = reply.oldest;
    } else if (reply.say === 'full') {
      lease.fullUntil = reply.until;
      lease.fullLimit = reply.limit;
    } else this.refuseWaiting(lease, reply.limit);
    this.serve(lease);
    if (this.isStopped) this.returnAll([lease]);
  }

  private ask(lease: Lease): void {
    const limit = lease.waiting[0]?.limit ?? lease.limit;
    const unused = limit === lease.limit ? 0 : giveBack(lease);
    lease.limit = limit;
    lease.isAsking = true;
    const waiting = lease.waiting.length;
    this.channel.send({ kind: 'limits', say: 'ask', limit, waiting, report: reportOf(lease, unused) });
  }

  /**
   * Decides as many waiting requests as possible, in order of arrival. Asks the owner for slots for the remaining
   * requests.
   */
  private serve(lease: Lease): void {
    for (let first = lease.waiting[0]; first !== undefined; first = lease.waiting[0]) {
      const now = this.now();
      const isFree = lease.free > 0 && lease.limit === first.limit;
      if (!isFree && !isFull(lease, first.limit, now)) break;
      lease.waiting.shift();
      first.done(isFree ? use(lease, now) : refusal(first.limit, lease.fullUntil, now));
    }
    if (lease.waiting.length === 0) this.unwatch(lease);
    else {
      this.watch(lease);
      if (!lease.isAsking) this.ask(lease);
    }
  }

  private watch(lease: Lease): void {
    lease.cancelTimer ??= this.later(() => this.refuseWaiting(lease), OWNER_MILLISECONDS);
  }

  private unwatch(lease: Lease): void {
    lease.cancelTimer?.();
    lease.cancelTimer = null;
  }

  /**
   * Refuses the requests for which the owner has sent no slots. The worker may then refuse requests that are within the
   * limit. This is better than allowing requests above the limit.
   */
  private refuseWaiting(lease: Lease, limit?: number): void {
    const isRefused = (waiting: Waiting) => limit === undefined || waiting.limit === limit;
    const refused = lease.waiting.filter(isRefused);
    lease.waiting = lease.waiting.filter((waiting) => !isRefused(waiting));
    this.unwatch(lease);
    const now = this.now();
    for (const waiting of refused) waiting.done(refusal(waiting.limit, now + UNSURE_MILLISECONDS, now));
  }

  private returnAll(leases: Lease[]): void {
    const reports = leases.map((lease) => reportOf(lease, giveBack(lease)));
    if (reports.length > 0) this.channel.send({ kind: 'limits', say: 'report', reports });
  }
}

function isFull(lease: Lease, limit: number, now: number): boolean {
  return now < lease.fullUntil && lease.fullLimit === limit;
}

function use(lease: Lease, now: number): Verdict {
  lease.free -= 1;
  lease.uses.push(now);
  lease.used += 1;
  lease.lastUse = now;
  if (lease.oldest === null || now - lease.oldest >= WINDOW_MILLISECONDS) lease.oldest = lease.uses[0]!;
  const resetSeconds = secondsUntil(lease.oldest + WINDOW_MILLISECONDS, now);
  return {
    allowed: true,
    limit: lease.limit,
    remaining: remainingOf(lease, lease.limit),
    resetSeconds,
    at: now,
  };
}

/**
 * Returns how many requests are still allowed. The result may be slightly too high, because this worker does not have
 * the latest uses of other workers.
 */
function remainingOf(lease: Lease, limit: number): number {
  return Math.max(0, limit - lease.used);
}

function giveBack(lease: Lease): number {
  const { free } = lease;
  lease.free = 0;
  return free;
}

/** Creates a report of everything that was not yet reported to the owner. */
function reportOf(lease: Lease, unused: number, takenBack: number[] = []): Report {
  const { caller, uses } = lease;
  lease.uses = [];
  return { caller, uses, unused, takenBack };
}
