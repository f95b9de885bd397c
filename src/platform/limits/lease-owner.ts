// The owner's side of the rate limits that workers share. It runs in the supervisor.

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

/** A healthy worker responds within a millisecond. A worker that needs longer than this is stuck. */
const RECLAIM_MILLISECONDS = 1_000;
/** A report contains the time of each use. With more slots per grant, one message would delay a worker for milliseconds. */
const MOST_SLOTS = 256;

interface Ask {
  worker: number;
  limit: number;
  waiting: number;
}

/** Slots that a worker holds and has not reported. `reclaimedAt` is the time when the owner asked for them back, or null. */
interface Holding {
  slots: number;
  reclaimedAt: number | null;
}

interface Account {
  caller: string;
  /** The limit under which the slots of the workers were granted. */
  limit: number;
  uses: UseTimes;
  holdings: Map<number, Holding>;
  asks: Ask[];
  /** Workers that were told that the window is full. */
  toldFull: Set<number>;
  cancelTimer: (() => void) | null;
}

interface LeaseOwnerOptions {
  now?: () => number;
  later?: Later;
}

/**
 * Keeps one exact sliding window per caller for all processes of a node. The owner grants slots of a window to workers,
 * which use them without asking. Uses and granted slots together never exceed the limit, so the limit holds at every
 * moment. Before the owner refuses a request, it asks for unused slots back, so a caller gets the whole limit.
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

  /** The number of a worker must not be reused after the worker has ended. */
  connect(worker: number, channel: Channel<OwnerMessage>): void {
    this.workers.set(worker, channel);
  }

  receive(worker: number, message: WorkerMessage): void {
    // The slots of a worker that has ended were counted as used. The last messages of that worker would count the slots
    // twice.
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

  /** Nobody knows what an ended worker did with its slots. The slots count as used now, which is the latest possible time. */
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

  /** Forgets callers without uses in the last minute. */
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

  /** The slots that workers hold and may use at any moment. */
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

  /** Refills a lease. No request waits for a refill, so it never takes slots from other workers. */
  private refill(account: Account, worker: number, limit: number): void {
    const isFree = account.asks.length === 0 && account.limit === limit;
    account.uses.forget(this.now() - WINDOW_MILLISECONDS);
    this.grant(account, worker, limit, isFree ? this.shareOf(limit - this.taken(account)) : 0);
  }

  /** Responds to requests in order, until a request must wait for slots that were asked back. */
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
   * Slots granted under another limit must be returned first. Otherwise a worker with an old limit could use such a
   * slot when the window already has more uses than that limit.
   */
  private canGrant(account: Account, ask: Ask): boolean {
    const outside = this.slotsOutside(account);
    return (outside === 0 || account.limit === ask.limit) && account.uses.count + outside < ask.limit;
  }

  private taken(account: Account): number {
    return account.uses.count + this.slotsOutside(account);
  }

  /**
   * Large while the window is nearly empty, so that messages are rare. Small near the limit, so that few slots are
   * returned.
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

  /** Asks for all slots back. False if only workers that did not respond in time still hold slots. */
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
