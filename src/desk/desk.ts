// Queues commands and decides them in batches.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, changesOffer, type FinalResponse, notExecuted } from '../domain/booking/command.ts';
import { patienceOf } from '../domain/offers/ari/patience.ts';
import { refuse } from '../kernel/refusal.ts';
import { monotonicNow } from '../platform/db/monotonic.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { BatchConflict, isPassing } from './batch-conflict.ts';
import { observeResponse, observeWaits } from './desk-observer.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Entry, moveAll, movedElsewhere, nameBatch, respondWith, type Served } from './entry.ts';
import { type HotelQueue, HotelQueues } from './hotel-queues.ts';
import { didBatchCommit } from './locks.store.ts';
import {
  type BatchResult,
  CommitUnknown,
  DeskMoved,
  faultResponse,
  Halted,
  isPoisoned,
  runBatch,
  unknownResponse,
} from './run-batch.ts';
import { readCounters } from './write/write-counters.store.ts';

const STOPPING = 'this node is stopping';
const CONFLICT_RETRIES = 5;
const STOP_LOOK_MILLISECONDS = 10;
/** How often the queue is checked for commands that have waited too long. */
const OVERDUE_CHECK_MILLISECONDS = 250;

/**
 * Decides every command that changes rooms. Each hotel has a queue in arrival order. A batch takes all waiting commands
 * of the hotels that are in no other batch. When the load is higher, more decisions therefore share one commit.
 */
export class Desk {
  private readonly queues = new HotelQueues();
  private readonly running = new Set<Promise<void>>();
  private hasResigned = false;
  private readonly cutOff = new AbortController();
  /** Commands in a running batch that have no response yet. */
  private readonly served = new Set<Entry>();
  private readonly abandoned = new AbortController();
  private pumpScheduled = false;
  private hasOffersRunning = false;
  private readonly options: DeskOptions;
  private readonly overdueTimer: NodeJS.Timeout;

  constructor(options: DeskOptions) {
    this.options = options;
    this.overdueTimer = setInterval(() => this.turnAwayOverdue(), OVERDUE_CHECK_MILLISECONDS);
    this.overdueTimer.unref();
  }

  /**
   * Adds the command to the queue before the function returns. Rejects with DeskMoved if another process must execute
   * the command.
   */
  enqueue(command: Command, arrivedAt: number): Promise<FinalResponse> {
    const response = this.addToQueue(command, arrivedAt);
    observeResponse(this.options.observer, command, response);
    return response;
  }

  private addToQueue(command: Command, arrivedAt: number): Promise<FinalResponse> {
    if (this.hasResigned) return Promise.reject(new DeskMoved());
    if (this.abandoned.signal.aborted) return Promise.resolve(this.refusal(command, STOPPING, false));
    const { queueLimit, updatesLimit } = this.options;
    if (this.queues.count >= queueLimit || (command.kind === 'ari' && this.queues.updates >= updatesLimit))
      return Promise.resolve(this.refusal(command, 'the queue is full', false));
    return new Promise((respond, reject) => {
      this.queues.add({ command, arrivedAt, respond, move: () => reject(new DeskMoved()) });
      this.schedulePump();
    });
  }

  /** Stops deciding, because another process is the desk. Running batches still complete. */
  resign(): void {
    this.hasResigned = true;
    clearInterval(this.overdueTimer);
    moveAll(this.queues.removeAll());
  }

  /** Resigns and closes the connections of running batches. The database shows later which batches were committed. */
  breakOff(): void {
    this.resign();
    this.cutOff.abort();
  }

  /** Checks again which commands can be decided. Called when `completeUntil` returns a later time than before. */
  continue(): void {
    if (this.queues.count > 0) this.schedulePump();
  }

  get waiting(): number {
    return this.queues.count;
  }

  /** Resolves when no command waits or runs, or when `abandon` was called. */
  async stop(): Promise<void> {
    const { signal } = this.abandoned;
    while (!signal.aborted && (this.queues.count > 0 || this.running.size > 0))
      await sleep(STOP_LOOK_MILLISECONDS);
    clearInterval(this.overdueTimer);
  }

  /**
   * Responds to every command at once, even if the outcome of the command is not known. Returns a description of the
   * affected commands.
   */
  abandon(): string[] {
    this.abandoned.abort();
    clearInterval(this.overdueTimer);
    const lost: string[] = [];
    if (this.served.size > 0) lost.push(`${this.served.size} commands in progress: outcome unknown`);
    if (this.queues.count > 0) lost.push(`${this.queues.count} commands in the queue: not executed`);
    for (const { command, respond } of this.served) respond(unknownResponse(this.options.write, command));
    this.refuseAll(this.queues.removeAll(), STOPPING);
    this.served.clear();
    return lost;
  }

  /** Starts batches after the requests of this event loop turn were read, so that these requests share a batch. */
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
      if (this.queues.count === 0) return;
      const { batchLimit: limit, completeUntil, queue: close } = this.options;
      // Only one batch with changes of offers runs at a time. The other lanes stay free for bookings.
      const withOffers = !this.hasOffersRunning;
      const { entries, queues } = this.queues.take({
        limit,
        completeUntil: completeUntil(),
        close,
        withOffers,
      });
      if (entries.length === 0) return;
      const isOffers = changesOffer(entries[0]!.command);
      this.hasOffersRunning ||= isOffers;
      for (const entry of entries) this.served.add(entry);
      const begunAt = observeWaits(this.options.observer, entries);
      const work: Promise<void> = this.serve(entries).then(({ respond, unfinished }) => {
        for (const entry of entries) this.served.delete(entry);
        if (isOffers) this.hasOffersRunning = false;
        this.putBack(queues, entries, unfinished);
        this.running.delete(work);
        this.options.observer?.ranBatch(entries.length, monotonicNow() - begunAt);
        // The next batch starts before the responses are written, so that the database and this process work at the
        // same time. setImmediate is necessary, because the pool gives a connection only in the next event loop turn.
        this.pump();
        setImmediate(respond);
      });
      this.running.add(work);
    }
  }

  /**
   * Allows other batches to take the hotels of this batch again. Entries with more parts to execute return to the queue
   * if this desk still decides commands.
   */
  private putBack(queues: HotelQueue[], entries: Entry[], unfinished: Entry[]): void {
    const isOver = this.hasResigned || this.abandoned.signal.aborted;
    this.queues.open(queues, entries, isOver ? [] : unfinished);
    if (this.hasResigned) moveAll(unfinished);
    else if (isOver) this.refuseAll(unfinished, STOPPING);
  }

  /** Executes the commands. The result contains a function that sends the responses to the callers. */
  private async serve(entries: Entry[]): Promise<Served> {
    let result: BatchResult;
    try {
      result = await this.run(entries.map((entry) => entry.command));
    } catch (error) {
      return this.serveFailure(entries, error);
    }
    return this.serveCommitted(entries, result);
  }

  /**
   * Applies a committed batch to memory. An error here must not lead to the response "nothing was executed", because
   * the batch is committed.
   */
  private serveCommitted(entries: Entry[], result: BatchResult): Served {
    try {
      this.options.onCommitted(result);
    } catch (error) {
      this.options.onFault(error, entries[0]!.command);
    }
    return respondWith(entries, nameBatch(entries, result.responses, result.batch));
  }

  /** Runs a batch. After a temporary error, which writes nothing, the whole batch is repeated. */
  private async run(commands: Command[]): Promise<BatchResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runBatch(commands, this.options, this.cutOff.signal);
      } catch (error) {
        const limit = error instanceof BatchConflict ? CONFLICT_RETRIES : isPassing(error) ? 1 : 0;
        if (attempt > limit) throw error;
      }
    }
  }

  private async serveFailure(entries: Entry[], error: unknown): Promise<Served> {
    if (error instanceof CommitUnknown) return this.serveUnknown(entries, error);
    if (error instanceof DeskMoved) return movedElsewhere(entries);
    if (error instanceof Halted) return this.refused(entries, error.message, true);
    const [first] = entries;
    if (isPoisoned(error) && entries.length > 1) {
      // The batch is repeated in halves until the failing command is alone. The hotels stay closed to other batches.
      const middle = Math.ceil(entries.length / 2);
      const first = await this.serve(entries.slice(0, middle));
      first.respond();
      const { respond, unfinished } = await this.serve(entries.slice(middle));
      return { respond, unfinished: [...first.unfinished, ...unfinished] };
    }
    // A new desk ends the connections of the old desk. The old desk has not executed these commands, so the new desk
    // can execute them.
    if (!isPoisoned(error) && (await this.options.hasMoved())) return movedElsewhere(entries);
    this.options.onFault(error, first!.command);
    const responses = entries.map(({ command }) =>
      isPoisoned(error)
        ? faultResponse(this.options.write, command)
        : this.refusal(command, 'the database did not respond', false),
    );
    return respondWith(entries, responses);
  }

  private refusal(command: Command, reason: string, isHalted: boolean): FinalResponse {
    const code = isHalted ? 'BOOKINGS_HALTED' : 'SERVICE_UNAVAILABLE';
    const message = `${reason}; ${notExecuted(command)}`;
    return { ...this.options.write(command, refuse(code, message)), undecided: true };
  }

  private refused(entries: Entry[], reason: string, isHalted = false): Served {
    return { respond: () => this.refuseAll(entries, reason, isHalted), unfinished: [] };
  }

  private refuseAll(entries: Entry[], reason: string, isHalted = false): void {
    for (const { command, respond } of entries) respond(this.refusal(command, reason, isHalted));
  }

  /** Keeps the hotels closed until the outcome is known, even if the callers have already received OUTCOME_UNKNOWN. */
  private async serveUnknown(entries: Entry[], unknown: CommitUnknown): Promise<Served> {
    const commands = entries.map((entry) => entry.command);
    this.options.onFault(unknown.cause, commands[0]!);
    const patience = entries.map(({ command, respond }) =>
      setTimeout(() => respond(unknownResponse(this.options.write, command)), patienceOf(command)),
    );
    const resolved = await this.resolveUnknown(commands, unknown);
    for (const timer of patience) clearTimeout(timer);
    if (resolved === 'stopped') return { respond: () => {}, unfinished: [] };
    if (resolved !== 'rolled back') return this.serveCommitted(entries, resolved);
    if (await this.options.hasMoved()) return movedElsewhere(entries);
    return this.refused(entries, 'the database connection was lost');
  }

  private async resolveUnknown(
    commands: Command[],
    { batchId, result }: CommitUnknown,
  ): Promise<BatchResult | 'rolled back' | 'stopped'> {
    for (;;) {
      if (this.abandoned.signal.aborted) return 'stopped';
      try {
        return await inTransaction(this.options.pool, 'read committed', async (tx) => {
          if (!(await didBatchCommit(tx, commands, batchId))) return 'rolled back';
          return { ...result, counters: await readCounters(tx, result.state.changedNights()) };
        });
      } catch (error) {
        this.options.onFault(error, commands[0]!);
        await sleep(200);
      }
    }
  }

  private turnAwayOverdue(): void {
    const now = monotonicNow();
    const { waitLimitMilliseconds, offerWaitLimitMilliseconds } = this.options;
    const overdue = this.queues.removeBefore(now - waitLimitMilliseconds, now - offerWaitLimitMilliseconds);
    this.refuseAll(overdue, 'the request waited too long in the queue');
  }
}
