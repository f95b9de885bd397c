import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type FinalResponse, hotelLedgerKey, isChange } from '../booking/command.ts';
import { inTransaction } from '../db/pool.ts';
import { refuse } from '../kernel/refusal.ts';
import { BatchConflict } from './batch-conflict.ts';
import { didBatchCommit } from './locks.store.ts';
import {
  type BatchResult,
  type BatchTools,
  CommitUnknown,
  faultResponse,
  PoisonedCommand,
  runBatch,
  unknownResponse,
} from './run-batch.ts';

export interface DeskOptions extends BatchTools {
  /** Batches under way at once, each with hotels of its own. */
  lanes: number;
  batchLimit: number;
  queueLimit: number;
  waitLimitMilliseconds: number;
  /** Off only in the control test: then a hotel may be in two batches at once. */
  queue: boolean;
  /** Brings a committed batch into memory, before anybody is answered. */
  onCommitted: (result: BatchResult) => void;
}

interface Entry {
  command: Command;
  arrivedAt: number;
  respond: (response: FinalResponse) => void;
}

interface HotelQueue {
  waiting: Entry[];
  busy: boolean;
}

const UNKNOWN_LIMIT_MILLISECONDS = 5_000;
const STOPPING = 'this node is stopping; nothing was executed';
const CONFLICT_RETRIES = 5;
/** How often the queue is searched for commands that have waited too long. */
const OVERDUE_CHECK_MILLISECONDS = 250;

/**
 * Where everything that changes rooms is decided. Commands queue up by hotel in the order of their arrival; a
 * batch takes whatever waits for hotels that no other batch is working on, so the busier it gets, the more
 * decisions share one commit.
 */
export class Desk {
  private readonly queues = new Map<string, HotelQueue>();
  private readonly running = new Set<Promise<void>>();
  /** In a batch and not answered yet. */
  private readonly served = new Set<Entry>();
  private readonly abandoned = new AbortController();
  private waitingCount = 0;
  private pumpScheduled = false;
  private readonly options: DeskOptions;
  private readonly overdueTimer: NodeJS.Timeout;

  constructor(options: DeskOptions) {
    this.options = options;
    this.overdueTimer = setInterval(() => this.turnAwayOverdue(), OVERDUE_CHECK_MILLISECONDS);
    this.overdueTimer.unref();
  }

  /** Takes the next position in the queue of the command's hotel, at once and without waiting for anything. */
  submit(command: Command): Promise<FinalResponse> {
    if (this.abandoned.signal.aborted) return Promise.resolve(this.refusal(command, STOPPING));
    if (this.waitingCount >= this.options.queueLimit)
      return Promise.resolve(this.refusal(command, 'too many bookings are waiting; nothing was executed'));
    return new Promise((respond) => {
      const key = hotelLedgerKey(command.hotelLedger);
      const queue = this.queues.get(key) ?? { waiting: [], busy: false };
      this.queues.set(key, queue);
      queue.waiting.push({ command, arrivedAt: performance.now(), respond });
      this.waitingCount += 1;
      this.schedulePump();
    });
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** Resolves when nothing waits and nothing runs, or when that is given up. */
  async stop(): Promise<void> {
    const { signal } = this.abandoned;
    while (!signal.aborted && (this.waitingCount > 0 || this.running.size > 0))
      await Promise.race([...this.running, sleep(20)]);
    clearInterval(this.overdueTimer);
  }

  /** Waits for nothing any more: answers everybody with what is known now, and says how many that were. */
  abandon(): string[] {
    this.abandoned.abort();
    clearInterval(this.overdueTimer);
    const lost: string[] = [];
    if (this.served.size > 0) lost.push(`${this.served.size} commands under way: their outcome is not known`);
    if (this.waitingCount > 0) lost.push(`${this.waitingCount} commands in the queue: not executed`);
    for (const { command, respond } of this.served) respond(unknownResponse(this.options.write, command));
    for (const queue of this.queues.values())
      for (const { command, respond } of queue.waiting.splice(0)) respond(this.refusal(command, STOPPING));
    this.served.clear();
    this.waitingCount = 0;
    return lost;
  }

  /** After the sockets of this turn have been read, so that requests that arrived together share a batch. */
  private schedulePump(): void {
    if (this.pumpScheduled) return;
    this.pumpScheduled = true;
    setImmediate(() => {
      this.pumpScheduled = false;
      this.pump();
    });
  }

  private pump(): void {
    while (this.running.size < this.options.lanes && !this.abandoned.signal.aborted) {
      const { entries, queues } = this.takeBatch();
      if (entries.length === 0) return;
      for (const entry of entries) this.served.add(entry);
      const work: Promise<void> = this.serve(entries).finally(() => {
        for (const entry of entries) this.served.delete(entry);
        for (const queue of queues) queue.busy = false;
        this.running.delete(work);
        this.forgetEmpty(entries);
        this.schedulePump();
      });
      this.running.add(work);
    }
  }

  private takeBatch(): { entries: Entry[]; queues: HotelQueue[] } {
    const entries: Entry[] = [];
    const queues: HotelQueue[] = [];
    for (const [key, queue] of this.queues) {
      if (entries.length >= this.options.batchLimit) break;
      if (queue.busy || queue.waiting.length === 0) continue;
      const room = this.options.batchLimit - entries.length;
      entries.push(...queue.waiting.splice(0, untilSecondChange(queue.waiting, room)));
      queues.push(queue);
      queue.busy = this.options.queue;
      // Hotels take turns: this one goes behind those that have waited for longer.
      this.queues.delete(key);
      this.queues.set(key, queue);
    }
    this.waitingCount -= entries.length;
    return { entries, queues };
  }

  private forgetEmpty(entries: Entry[]): void {
    for (const { command } of entries) {
      const key = hotelLedgerKey(command.hotelLedger);
      const queue = this.queues.get(key);
      if (queue !== undefined && !queue.busy && queue.waiting.length === 0) this.queues.delete(key);
    }
  }

  private async serve(entries: Entry[]): Promise<void> {
    try {
      const result = await this.run(entries.map((entry) => entry.command));
      this.options.onCommitted(result);
      entries.forEach((entry, index) => {
        entry.respond(result.responses[index]!);
      });
    } catch (error) {
      await this.serveFailure(entries, error);
    }
  }

  /** What passes by itself is tried again as a whole: nothing was written, and the order is kept. */
  private async run(commands: Command[]): Promise<BatchResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runBatch(commands, this.options);
      } catch (error) {
        const limit = error instanceof BatchConflict ? CONFLICT_RETRIES : isPassing(error) ? 1 : 0;
        if (attempt > limit) throw error;
      }
    }
  }

  private async serveFailure(entries: Entry[], error: unknown): Promise<void> {
    if (error instanceof CommitUnknown) return this.serveUnknown(entries, error);
    const [first] = entries;
    if (isPoisoned(error) && entries.length > 1) {
      // Halves, in order, the hotels still closed to others: whoever carries the poison ends up alone.
      const middle = Math.ceil(entries.length / 2);
      await this.serve(entries.slice(0, middle));
      await this.serve(entries.slice(middle));
      return;
    }
    this.options.onFault(error, first!.command);
    for (const { command, respond } of entries)
      respond(
        isPoisoned(error)
          ? faultResponse(this.options.write, command)
          : this.refusal(command, 'the database did not answer; nothing was executed'),
      );
  }

  private refusal(command: Command, message: string): FinalResponse {
    return this.options.write(command, refuse('SERVICE_UNAVAILABLE', message));
  }

  /** The hotels stay closed until the truth is known, even after the callers have been told that it is not. */
  private async serveUnknown(entries: Entry[], unknown: CommitUnknown): Promise<void> {
    const commands = entries.map((entry) => entry.command);
    const respondAll = (responseTo: (index: number) => FinalResponse) => {
      entries.forEach((entry, index) => {
        entry.respond(responseTo(index));
      });
    };
    const patience = setTimeout(() => {
      respondAll((index) => unknownResponse(this.options.write, commands[index]!));
    }, UNKNOWN_LIMIT_MILLISECONDS);
    const committed = await this.resolveUnknown(commands, unknown.batchId);
    clearTimeout(patience);
    if (committed === null) return;
    if (committed) this.options.onCommitted(unknown.result);
    respondAll((index) =>
      committed
        ? unknown.result.responses[index]!
        : this.refusal(commands[index]!, 'the database went away; nothing was executed'),
    );
  }

  /** Null when this node stops before it is known. */
  private async resolveUnknown(commands: Command[], batchId: string): Promise<boolean | null> {
    for (;;) {
      if (this.abandoned.signal.aborted) return null;
      try {
        return await inTransaction(this.options.pool, 'read committed', (tx) =>
          didBatchCommit(tx, commands, batchId),
        );
      } catch (error) {
        this.options.onFault(error, commands[0]!);
        await sleep(200);
      }
    }
  }

  private turnAwayOverdue(): void {
    const limit = performance.now() - this.options.waitLimitMilliseconds;
    for (const queue of this.queues.values())
      while (queue.waiting.length > 0 && queue.waiting[0]!.arrivedAt < limit) {
        const { command, respond } = queue.waiting.shift()!;
        this.waitingCount -= 1;
        respond(this.refusal(command, 'waited too long in the queue; nothing was executed'));
      }
  }
}

/**
 * How many commands can share a batch: at most one change of each booking. What a change needs to be loaded depends on
 * how the change before it left the booking.
 */
function untilSecondChange(waiting: Entry[], limit: number): number {
  const changed = new Set<string>();
  for (const [index, { command }] of waiting.entries()) {
    if (index === limit) return limit;
    if (!isChange(command)) continue;
    if (changed.has(command.bookingId)) return index;
    changed.add(command.bookingId);
  }
  return waiting.length;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Deadlock and lock timeout. */
function isPassing(error: unknown): boolean {
  return ['40P01', '55P03'].includes(codeOf(error));
}

/** Data that the database refuses: one command's fault, not its neighbours'. */
function isPoisoned(error: unknown): boolean {
  return error instanceof PoisonedCommand || /^2[23]/.test(codeOf(error));
}
