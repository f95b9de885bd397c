// Workers share the rate limits of a node. This file contains the owner of the limits, which runs in the supervisor.

import { monotonicNow } from '../db/monotonic.ts';
import {
  type Channel,
  type Later,
  later,
  type OwnerMessage,
  type Report,
  type WorkerMessage,
} from './lease-messages.ts';
import { UseTimes } from './use-times.ts';
import { freeAt, WINDOW_MILLISECONDS } from './verdict.ts';

/** How long the owner waits for a worker to return slots. A healthy worker responds within a millisecond. */
const RECLAIM_MILLISECONDS = 1_000;
/**
 * The maximum number of slots in one grant. A worker reports the time of each use. With larger grants, sending one
 * report would delay the worker for milliseconds.
 */
const MOST_SLOTS = 256;

interface Ask {
  worker: number;
  limit: number;
  waiting: number;
}

/**
 * The slots that a worker has received and has not yet reported as used or unused. `reclaimedAt` is the time at which
 * the owner asked the worker to return its slots, or null.
 */
interface Holding {
  slots: number;
  reclaimedAt: number | null;
}

interface Account {
  caller: string;
  /** The limit for which the owner granted the slots that workers hold. */
  limit: number;
  uses: UseTimes;
  holdings: Map<number, Holding>;
  asks: Ask[];
  /** The workers to which the owner sent a `full` message. */
  toldFull: Set<number>;
  cancelTimer: (() => void) | null;
}

interface LeaseOwnerOptions {
  now?: () => number;
  later?: Later;
}

/**
 * Keeps one exact sliding window per caller for all processes of a node. A slot allows one request. The owner grants
 * slots to workers in advance, and a worker then allows requests without asking the owner. The uses and the granted
 * slots together never exceed the limit, so callers can never exceed the limit. Before the owner refuses a request, it
 * takes unused slots back from the workers, so that a caller can use the whole limit.
 */
export class LeaseOwner {
  private readonly accounts = new Map<string, Account>();
  private readonly workers = new Map<number, Channel<OwnerMessage>>();
  private readonly now: () => number;
  private readonly later: Later;

  constructor(options: LeaseOwnerOptions = {}) {
    this.now = options.now ?? monotonicNow;
    this.later = options.later ?? later;
  }

  /** Adds a worker. Its number must be new: numbers of ended workers must not be reused. */
  connect(worker: number, channel: Channel<OwnerMessage>): void {
    this.workers.set(worker, channel);
  }

  receive(worker: number, message: WorkerMessage): void {
    // Ignore messages from a worker that has ended, because the owner already treats all slots of this worker as used.
    if (!this.workers.has(worker)) return;
    if (message.say === 'report') {
      for (const report of message.reports) this.settle(this.book(worker, report));
      return;
    }
    const account = this.book(worker, message.report);
    if (message.say === 'ask' && message.waiting === 0) this.refill(account, worker, message.limit);
    else if (message.say === 'ask')
      account.asks.push({ worker, limit: message.limit, waiting: message.waiting });
    else {
      const holding = account.holdings.get(worker);
      if (holding !== undefined) holding.reclaimedAt = null;
    }
    this.settle(account);
  }

  /**
   * Removes a worker that has ended. The owner does not know how many slots the worker has used. The owner therefore
   * assumes that all slots of this worker were used at the present time, because this is the latest possible time of
   * use.
   */
  disconnect(worker: number): void {
    this.workers.delete(worker);
    for (const account of this.accounts.values()) {
      const slots = account.holdings.get(worker)?.slots ?? 0;
      for (let slot = 0; slot < slots; slot += 1) account.uses.add(this.now());
      account.holdings.delete(worker);
      account.toldFull.delete(worker);
      account.asks = account.asks.filter((ask) => ask.worker !== worker);
      this.settle(account);
    }
  }

  /** Removes callers that made no request in the last minute. */
  sweep(): void {
    for (const [caller, account] of this.accounts) {
      account.uses.forget(this.now() - WINDOW_MILLISECONDS);
      if (account.uses.count === 0 && account.holdings.size === 0 && account.asks.length === 0)
        this.accounts.delete(caller);
    }
  }

  get size(): number {
    return this.accounts.size;
  }

  /** Counts the slots that workers hold and may use at any moment. */
  protected slotsOutside(account: Pick<Account, 'holdings'>): number {
    let slots = 0;
    for (const holding of account.holdings.values()) slots += holding.slots;
    return slots;
  }

  private book(worker: number, report: Report): Account {
    const account = this.accountOf(report.caller);
    const holding = account.holdings.get(worker);
    if (holding !== undefined) {
      holding.slots -= report.uses.length + report.unused;
      if (holding.slots <= 0) account.holdings.delete(worker);
    }
    for (const time of report.uses) account.uses.add(time);
    if (report.takenBack.length > 0) {
      for (const time of report.takenBack) account.uses.remove(time);
      for (const told of account.toldFull)
        this.workers.get(told)?.send({ kind: 'limits', say: 'open', caller: account.caller });
      account.toldFull.clear();
    }
    return account;
  }

  private accountOf(caller: string): Account {
    let account = this.accounts.get(caller);
    if (account === undefined) {
      account = {
        caller,
        limit: 0,
        uses: new UseTimes(),
        holdings: new Map(),
        asks: [],
        toldFull: new Set(),
        cancelTimer: null,
      };
      this.accounts.set(caller, account);
    }
    return account;
  }

  /**
   * Refills a lease. A refill never takes slots from other workers, because no request is waiting for the new slots.
   */
  private refill(account: Account, worker: number, limit: number): void {
    const isFree = account.asks.length === 0 && account.limit === limit;
    account.uses.forget(this.now() - WINDOW_MILLISECONDS);
    this.grant(account, worker, limit, isFree ? this.shareOf(limit - this.taken(account)) : 0);
  }

  /**
   * Handles the workers' requests for slots in order. Stops at a request that must wait until other workers have
   * returned slots.
   */
  private settle(account: Account): void {
    const now = this.now();
    account.uses.forget(now - WINDOW_MILLISECONDS);
    for (let ask = account.asks[0]; ask !== undefined; ask = account.asks[0]) {
      if (this.canGrant(account, ask)) {
        account.limit = ask.limit;
        const room = ask.limit - this.taken(account);
        const slots = Math.min(room, Math.max(ask.waiting, this.shareOf(room)));
        this.grant(account, ask.worker, ask.limit, slots);
      } else if (this.slotsOutside(account) === 0) this.refuse(account, ask);
      else if (this.reclaim(account, now)) return;
      else {
        const { caller } = account;
        this.workers.get(ask.worker)?.send({ kind: 'limits', say: 'unsure', caller, limit: ask.limit });
      }
      account.asks.shift();
    }
    account.cancelTimer?.();
    account.cancelTimer = null;
  }

  /**
   * Returns true if slots can be granted now. Slots that were granted for another limit must be returned first.
   * Otherwise a worker could still use a slot of the old, lower limit when the window already has more uses than the
   * old limit allows.
   */
  private canGrant(account: Account, ask: Ask): boolean {
    const outside = this.slotsOutside(account);
    return (outside === 0 || account.limit === ask.limit) && account.uses.count + outside < ask.limit;
  }

  private taken(account: Account): number {
    return account.uses.count + this.slotsOutside(account);
  }

  /**
   * Returns the number of slots for a grant. While the window is nearly empty, grants are large, so that few messages
   * are needed. Near the limit, grants are small, so that workers need to return few slots.
   */
  private shareOf(room: number): number {
    return Math.min(MOST_SLOTS, Math.max(0, Math.floor(room / (2 * this.workers.size))));
  }

  private grant(account: Account, worker: number, limit: number, slots: number): void {
    if (slots > 0) {
      const holding = account.holdings.get(worker);
      if (holding === undefined) account.holdings.set(worker, { slots, reclaimedAt: null });
      else holding.slots += slots;
      account.toldFull.delete(worker);
    }
    const { caller, uses } = account;
    const oldest = uses.count === 0 ? null : uses.at(0);
    this.workers
      .get(worker)
      ?.send({ kind: 'limits', say: 'grant', caller, limit, slots, used: uses.count, oldest });
  }

  private refuse(account: Account, { worker, limit }: Ask): void {
    const { caller, uses } = account;
    account.toldFull.add(worker);
    this.workers
      .get(worker)
      ?.send({ kind: 'limits', say: 'full', caller, limit, until: freeAt(uses, limit) });
  }

  /** Asks the workers to return all slots. Returns false if no worker that still holds slots has responded in time. */
  private reclaim(account: Account, now: number): boolean {
    let deadline = Number.NEGATIVE_INFINITY;
    for (const [worker, holding] of account.holdings) {
      if (holding.reclaimedAt === null) {
        holding.reclaimedAt = now;
        this.workers.get(worker)?.send({ kind: 'limits', say: 'reclaim', caller: account.caller });
      }
      deadline = Math.max(deadline, holding.reclaimedAt + RECLAIM_MILLISECONDS);
    }
    if (deadline <= now) return false;
    account.cancelTimer?.();
    account.cancelTimer = this.later(() => this.settle(account), Math.ceil(deadline - now));
    return true;
  }
}
