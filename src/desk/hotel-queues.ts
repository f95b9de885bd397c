// Keeps the order of waiting commands, and chooses which of them a batch may take.

import {
  blocksNights,
  type Command,
  changesOffer,
  hotelLedgerKey,
  isChange,
} from '../domain/booking/command.ts';
import { PART_CELLS } from '../domain/offers/ari/parts.ts';
import { countCells } from '../domain/offers/offer-change.ts';
import type { Entry } from './entry.ts';

export interface HotelQueue {
  /** The waiting entries, in arrival order. */
  waiting: Entry[];
  /**
   * A change of the offer that was executed only in part. The next change of the offer waits until all parts of this
   * change are executed.
   */
  begun: Entry | null;
  /** True after a part of a change was executed, so that the other waiting commands run before the next part. */
  isTurnOfOthers: boolean;
  busy: boolean;
}

export interface TakeOptions {
  limit: number;
  /**
   * Commands that arrived after this time stay in the queue, because a command that arrived earlier may still be on its
   * way to this desk.
   */
  completeUntil: number;
  /**
   * If true, the hotels of this batch are closed to other batches until this batch ends. False only in the control
   * test.
   */
  close: boolean;
  /** False while another batch with changes of offers is running, because only one such batch may run at a time. */
  withOffers: boolean;
}

/**
 * The waiting commands, in one queue per hotel and ledger. Each queue is in arrival order. A batch contains either
 * changes of offers or other commands, so a booking never waits while the offer of another hotel is written.
 */
export class HotelQueues {
  private readonly queues = new Map<string, HotelQueue>();
  private waitingCount = 0;
  private waitingUpdates = 0;
  private waitingOffers = 0;
  /**
   * True if the first hotel of the last batch with changes of offers was chosen out of turn. The next batch with
   * changes of offers takes the hotels in the order of their turns.
   */
  private wasOutOfTurn = false;

  get count(): number {
    return this.waitingCount;
  }

  /** The number of updates in the suppliers' messages that wait in the queues. Each update uses memory. */
  get updates(): number {
    return this.waitingUpdates;
  }

  add(entry: Entry): void {
    const key = hotelLedgerKey(entry.command.hotelLedger);
    const queue = this.queues.get(key) ?? newQueue();
    this.queues.set(key, queue);
    insertByArrival(queue.waiting, entry);
    this.recount(entry, 1);
  }

  /** Takes commands that can share a batch, from hotels without a running batch. */
  take(options: TakeOptions): { entries: Entry[]; queues: HotelQueue[] } {
    const batch: Batch = { entries: [], queues: [], left: options.limit };
    const outOfTurn = options.withOffers && this.waitingOffers > 0 && !this.wasOutOfTurn ? this.heldUp() : [];
    for (const [key, queue] of outOfTurn) this.takeInto(batch, key, queue, options);
    const isOutOfTurn = batch.entries.length > 0;
    for (const [key, queue] of this.queues) {
      if (batch.left <= 0) break;
      this.takeInto(batch, key, queue, options);
    }
    const { entries, queues } = batch;
    if (entries.length > 0 && changesOffer(entries[0]!.command)) this.wasOutOfTurn = isOutOfTurn;
    for (const entry of entries) this.recount(entry, -1);
    return { entries, queues };
  }

  /**
   * Finds hotels in which a change of the offer has not begun and bookings wait behind this change. The first part of
   * the change is executed at once, before the turn of the hotel. If the change waited for the turn of the hotel, the
   * bookings would also wait while one part of a change is executed for every other hotel that pushes. Every second
   * batch with changes of offers takes the hotels in turn.
   */
  private heldUp(): [string, HotelQueue][] {
    const found: [string, HotelQueue][] = [];
    for (const turn of this.queues) if (isHeldUp(turn[1])) found.push(turn);
    return found;
  }

  private takeInto(batch: Batch, key: string, queue: HotelQueue, options: TakeOptions): void {
    if (queue.busy || batch.left <= 0) return;
    const taken = takeFrom(queue, batch.left, options, batch.entries[0]?.command ?? null);
    if (taken.length === 0) return;
    batch.entries.push(...taken);
    batch.left -= Math.max(weightOf(taken[0]!.command), taken.length);
    batch.queues.push(queue);
    queue.busy = options.close;
    // The hotel moves behind the hotels that have waited longer, so that the hotels take turns.
    this.queues.delete(key);
    this.queues.set(key, queue);
  }

  /**
   * Allows other batches to take the hotels of a batch that has ended. An entry with more parts keeps its place in the
   * queue.
   */
  open(queues: HotelQueue[], entries: Entry[], unfinished: readonly Entry[] = []): void {
    for (const queue of queues) queue.busy = false;
    for (const entry of unfinished) {
      const key = hotelLedgerKey(entry.command.hotelLedger);
      const queue = this.queues.get(key) ?? newQueue();
      this.queues.set(key, queue);
      queue.begun = entry;
      queue.isTurnOfOthers = true;
      this.recount(entry, 1);
    }
    for (const { command } of entries) this.forgetIfEmpty(hotelLedgerKey(command.hotelLedger));
  }

  /** Removes all entries, including entries that were executed in part. */
  removeAll(): Entry[] {
    const begun: Entry[] = [];
    for (const queue of this.queues.values()) {
      if (queue.begun !== null) begun.push(queue.begun);
      queue.begun = null;
    }
    for (const entry of begun) this.recount(entry, -1);
    return [...begun, ...this.removeIf(() => true)];
  }

  /**
   * Removes the changes of offers that arrived before `offersArrivedAt`, and other commands that arrived before
   * `arrivedAt`. An entry that was executed in part stays.
   */
  removeBefore(arrivedAt: number, offersArrivedAt: number): Entry[] {
    return this.removeIf((entry) => {
      const limit = changesOffer(entry.command) ? offersArrivedAt : arrivedAt;
      return entry.arrivedAt < limit;
    });
  }

  private removeIf(isRemoved: (entry: Entry) => boolean): Entry[] {
    const removed: Entry[] = [];
    for (const [key, queue] of this.queues) {
      const found = queue.waiting.filter(isRemoved);
      if (found.length > 0) queue.waiting = queue.waiting.filter((entry) => !isRemoved(entry));
      removed.push(...found);
      this.forgetIfEmpty(key);
    }
    for (const entry of removed) this.recount(entry, -1);
    return removed;
  }

  private forgetIfEmpty(key: string): void {
    const queue = this.queues.get(key);
    if (queue !== undefined && !queue.busy && queue.begun === null && queue.waiting.length === 0)
      this.queues.delete(key);
  }

  private recount({ command }: Entry, by: 1 | -1): void {
    this.waitingCount += by;
    if (changesOffer(command)) this.waitingOffers += by;
    if (command.kind === 'ari') this.waitingUpdates += by * command.message.updates.length;
  }
}

/** A batch that is being filled. */
interface Batch {
  entries: Entry[];
  queues: HotelQueue[];
  left: number;
}

/** Returns true if a change of the offer has not begun and a booking waits behind this change. */
function isHeldUp({ waiting, begun, busy }: HotelQueue): boolean {
  if (busy || begun !== null || waiting.length < 2 || !changesOffer(waiting[0]!.command)) return false;
  return waiting.some(({ command }) => !changesOffer(command));
}

function newQueue(): HotelQueue {
  return { waiting: [], begun: null, isTurnOfOthers: false, busy: false };
}

/**
 * Inserts an entry in the order of arrival, because a command that arrived earlier in another process may reach the
 * desk later.
 */
function insertByArrival(waiting: Entry[], entry: Entry): void {
  let at = waiting.length;
  while (at > 0 && waiting[at - 1]!.arrivedAt > entry.arrivedAt) at -= 1;
  waiting.splice(at, 0, entry);
}

/**
 * Takes the entries of one queue that can join a batch. `first` is the first command of the batch, or null if the batch
 * is empty.
 */
function takeFrom(queue: HotelQueue, left: number, options: TakeOptions, first: Command | null): Entry[] {
  const offersFit = first === null ? options.withOffers : changesOffer(first);
  const othersFit = first === null || !changesOffer(first);
  if (queue.begun !== null) {
    const others = othersFit && (queue.isTurnOfOthers || !offersFit) ? takeOthers(queue, left, options) : [];
    if (others.length > 0 || !offersFit) return others;
    return takeOffer(queue, queue.begun, left, first);
  }
  const [next] = queue.waiting;
  if (next === undefined || next.arrivedAt > options.completeUntil) return [];
  if (changesOffer(next.command)) return offersFit ? takeOffer(queue, next, left, first) : [];
  return othersFit ? queue.waiting.splice(0, ready(queue.waiting, left, options.completeUntil)) : [];
}

/** Takes other commands between two parts of a change of the offer, so that bookings do not wait for the last part. */
function takeOthers(queue: HotelQueue, left: number, { completeUntil }: TakeOptions): Entry[] {
  const others = queue.waiting.filter(({ command }) => !changesOffer(command));
  const taken = others.slice(0, ready(others, left, completeUntil));
  if (taken.length === 0) return [];
  const gone = new Set(taken);
  queue.waiting = queue.waiting.filter((entry) => !gone.has(entry));
  queue.isTurnOfOthers = false;
  return taken;
}

function takeOffer(queue: HotelQueue, offer: Entry, left: number, first: Command | null): Entry[] {
  // A change of the offer that does not fit waits for the next batch, in which it is the first command.
  if (first !== null && weightOf(offer.command) > left) return [];
  if (queue.begun === offer) queue.begun = null;
  else queue.waiting.shift();
  return [offer];
}

/**
 * An operator's change writes many rows. This number of nights and prices uses as much of a batch's capacity as one
 * other command. A batch therefore has room for about 2,000 nights and prices.
 */
const CELLS_PER_COMMAND = 8;
/** A season applies to all room types and plans of its hotel, so the command that sets a season fills a batch. */
const FULL_WEIGHT = 256;

/** Returns how much of a batch's capacity a command uses. */
function weightOf(command: Command): number {
  if (command.kind === 'ari')
    return Math.max(1, Math.min(FULL_WEIGHT, Math.ceil((command.message.cells / PART_CELLS) * FULL_WEIGHT)));
  if (command.kind !== 'offer') return 1;
  if (command.season !== null) return FULL_WEIGHT;
  return Math.max(1, Math.ceil(countCells(command.change) / CELLS_PER_COMMAND));
}

/**
 * Counts the commands that can share a batch. The count stops at the first command that arrived after `completeUntil`,
 * or at the first change of the offer. The count includes at most one change per booking, because the data that a
 * change needs depends on the change before it. A command that blocks nights is counted only alone.
 */
function ready(waiting: Entry[], limit: number, completeUntil: number): number {
  const changed = new Set<string>();
  for (const [index, { command, arrivedAt }] of waiting.entries()) {
    if (index === limit || arrivedAt > completeUntil || changesOffer(command)) return index;
    if (blocksNights(command)) return Math.max(1, index);
    if (!isChange(command)) continue;
    if (changed.has(command.bookingId)) return index;
    changed.add(command.bookingId);
  }
  return waiting.length;
}
