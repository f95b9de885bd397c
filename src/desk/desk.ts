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
  /** Number of batches that run at the same time. Each has different hotels. */
  lanes: number;
  batchLimit: number;
  queueLimit: number;
  waitLimitMilliseconds: number;
  /** False only in the control test: a hotel may then be in two batches at once. */
  queue: boolean;
  /** Puts a committed batch into memory, before any caller gets a response. */
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
/** How often the queue is checked for commands that have waited too long. */
const OVERDUE_CHECK_MILLISECONDS = 250;

/**
 * Decides everything that changes rooms. Commands queue per hotel in arrival order. A batch takes everything that waits
 * for hotels without a running batch: under more load, more decisions share one commit.
 */
export class Desk {
  private readonly queues = new Map<string, HotelQueue>();
  private readonly running = new Set<Promise<void>>();
  /** Commands in a running batch that have no response yet. */
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

  /** Queues the command for its hotel, synchronously. */
  submit(command: Command): Promise<FinalResponse> {
    if (this.abandoned.signal.aborted) return Promise.resolve(this.refusal(command, STOPPING));
    if (this.waitingCount >= this.options.queueLimit)
      return Promise.resolve(this.refusal(command, 'the queue is full; nothing was executed'));
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

  /** Resolves when nothing is queued or running, or after abandon(). */
  async stop(): Promise<void> {
    const { signal } = this.abandoned;
    while (!signal.aborted && (this.waitingCount > 0 || this.running.size > 0))
      await Promise.race([...this.running, sleep(20)]);
    clearInterval(this.overdueTimer);
  }

  /** Stops waiting: responds to every command with what is known now. Returns how many commands were affected. */
  abandon(): string[] {
    this.abandoned.abort();
    clearInterval(this.overdueTimer);
    const lost: string[] = [];
    if (this.served.size > 0) lost.push(`${this.served.size} commands in progress: outcome unknown`);
    if (this.waitingCount > 0) lost.push(`${this.waitingCount} commands in the queue: not executed`);
    for (const { command, respond } of this.served) respond(unknownResponse(this.options.write, command));
    for (const queue of this.queues.values())
      for (const { command, respond } of queue.waiting.splice(0)) respond(this.refusal(command, STOPPING));
    this.served.clear();
    this.waitingCount = 0;
    return lost;
  }

  /** Runs after the sockets of this event loop turn were read, so that requests that arrived together share a batch. */
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
      // Hotels take turns: this one moves behind those that have waited longer.
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

  /** Retries the whole batch after errors that pass: nothing was written, and the order is kept. */
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
      // Retry in halves, in order, while the hotels stay closed to other batches, until the poisoned command is alone.
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
          : this.refusal(command, 'the database did not respond; nothing was executed'),
      );
  }

  private refusal(command: Command, message: string): FinalResponse {
    return this.options.write(command, refuse('SERVICE_UNAVAILABLE', message));
  }

  /** The hotels stay closed until the outcome is known, even after the callers got OUTCOME_UNKNOWN. */
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
        : this.refusal(commands[index]!, 'the database connection was lost; nothing was executed'),
    );
  }

  /** Null when this node stops before the outcome is known. */
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
        respond(this.refusal(command, 'the request waited too long in the queue; nothing was executed'));
      }
  }
}

/**
 * How many commands can share a batch: at most one change per booking. What a change must load depends on how the
 * previous change left the booking.
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

/** Data that the database refuses: the fault of one command, not of the whole batch. */
function isPoisoned(error: unknown): boolean {
  return error instanceof PoisonedCommand || /^2[23]/.test(codeOf(error));
}
