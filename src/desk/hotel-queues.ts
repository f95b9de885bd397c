import { type Command, type FinalResponse, hotelLedgerKey, isChange } from '../booking/command.ts';
import { countCells } from '../offers/offer-change.ts';

/** A command in the queue, with what its caller waits for. */
export interface Entry {
  command: Command;
  /** When the process that received the request had read it, on our monotonic clock. */
  arrivedAt: number;
  respond: (response: FinalResponse) => void;
  /** The command was not executed and will not be: another process is the desk. */
  move: () => void;
}

export interface HotelQueue {
  waiting: Entry[];
  busy: boolean;
}

/** Commands that wait, one queue per hotel and ledger, each in the order of arrival. */
export class HotelQueues {
  private readonly queues = new Map<string, HotelQueue>();
  private waitingCount = 0;

  get count(): number {
    return this.waitingCount;
  }

  add(entry: Entry): void {
    const key = hotelLedgerKey(entry.command.hotelLedger);
    const queue = this.queues.get(key) ?? { waiting: [], busy: false };
    this.queues.set(key, queue);
    insertByArrival(queue.waiting, entry);
    this.waitingCount += 1;
  }

  /** Takes what can share a batch, of hotels without a running batch. With `close`, no other batch gets these hotels. */
  take(limit: number, completeUntil: number, close: boolean): { entries: Entry[]; queues: HotelQueue[] } {
    const entries: Entry[] = [];
    const queues: HotelQueue[] = [];
    let left = limit;
    for (const [key, queue] of this.queues) {
      if (left <= 0) break;
      const [first] = queue.waiting;
      if (queue.busy || first === undefined || first.arrivedAt > completeUntil) continue;
      const weight = weightOf(first.command);
      // It waits for the next batch, where it is the first.
      if (weight > left && entries.length > 0) continue;
      const taken = queue.waiting.splice(0, ready(queue.waiting, left, completeUntil));
      entries.push(...taken);
      left -= Math.max(weight, taken.length);
      queues.push(queue);
      queue.busy = close;
      // Hotels take turns: this one moves behind those that have waited longer.
      this.queues.delete(key);
      this.queues.set(key, queue);
    }
    this.waitingCount -= entries.length;
    return { entries, queues };
  }

  /** Opens the hotels of a batch that has ended. */
  open(queues: HotelQueue[], entries: Entry[]): void {
    for (const queue of queues) queue.busy = false;
    for (const { command } of entries) {
      const key = hotelLedgerKey(command.hotelLedger);
      const queue = this.queues.get(key);
      if (queue !== undefined && !queue.busy && queue.waiting.length === 0) this.queues.delete(key);
    }
  }

  /** Removes everything that arrived before a time. */
  removeBefore(arrivedAt: number): Entry[] {
    const removed: Entry[] = [];
    for (const [key, { waiting, busy }] of this.queues) {
      while (waiting.length > 0 && waiting[0]!.arrivedAt < arrivedAt) removed.push(waiting.shift()!);
      if (waiting.length === 0 && !busy) this.queues.delete(key);
    }
    this.waitingCount -= removed.length;
    return removed;
  }
}

/** A command of another process may come after one that arrived later. */
function insertByArrival(waiting: Entry[], entry: Entry): void {
  let at = waiting.length;
  while (at > 0 && waiting[at - 1]!.arrivedAt > entry.arrivedAt) at -= 1;
  waiting.splice(at, 0, entry);
}

/** A change of an offer writes many rows: a batch has room for about 2,000 nights and prices. */
const CELLS_PER_COMMAND = 8;
/** A season applies to all room types and plans of its hotel: it fills a batch. */
const SEASON_WEIGHT = 256;

/** How much of a batch a command takes. */
function weightOf(command: Command): number {
  if (command.kind !== 'offer') return 1;
  if (command.season !== null) return SEASON_WEIGHT;
  return Math.max(1, Math.ceil(countCells(command.change) / CELLS_PER_COMMAND));
}

/**
 * How many commands can share a batch: none that arrived after `completeUntil`, and at most one change per booking.
 * What a change must load depends on how the previous change left the booking. A change of the offer is taken alone.
 */
function ready(waiting: Entry[], limit: number, completeUntil: number): number {
  const changed = new Set<string>();
  for (const [index, { command, arrivedAt }] of waiting.entries()) {
    if (index === limit || arrivedAt > completeUntil) return index;
    // The state of a batch does not contain what an offer changes, so no other command of this hotel shares its batch.
    if (command.kind === 'offer') return Math.max(1, index);
    if (!isChange(command)) continue;
    if (changed.has(command.bookingId)) return index;
    changed.add(command.bookingId);
  }
  return waiting.length;
}
