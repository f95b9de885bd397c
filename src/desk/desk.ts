// Queues commands and decides them in batches.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, changesOffer, type FinalResponse, notExecuted } from '../domain/booking/command.ts';
import { patienceOf } from '../domain/offers/ari/patience.ts';
import { refuse } from '../kernel/refusal.ts';
import { monotonicNow } from '../platform/db/monotonic.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { BatchConflict, codeOf, isPassing } from './batch-conflict.ts';
import { observeResponse, observeWaits } from './desk-observer.ts';
import { type Entry, moveAll, movedElsewhere, respondWith, type Served } from './entry.ts';
import { type HotelQueue, HotelQueues } from './hotel-queues.ts';
import { didBatchCommit } from './locks.store.ts';
import {
  type BatchResult,
  type BatchTools,
  CommitUnknown,
  DeskMoved,
  faultResponse,
  PoisonedCommand,
  runBatch,
  unknownResponse,
} from './run-batch.ts';
import { readCounters } from './write/write-counters.store.ts';

export interface DeskOptions extends BatchTools {
  /** Number of batches that run at the same time. Each batch takes different hotels. */
  lanes: number;
  batchLimit: number;
  queueLimit: number;
  waitLimitMilliseconds: number;
  /** Longer than the limit of other commands, because a change waits for the last part of the change before it. */
  offerWaitLimitMilliseconds: number;
  /** Limit of queued updates from suppliers' messages, because they use memory. */
  updatesLimit: number;
  /** False only in the control test, where a hotel may be in two batches at the same time. */
  queue: boolean;
  /** Applies a committed batch to memory, before any caller gets a response. */
  onCommitted: (result: BatchResult) => void;
  /** Every command that arrived before this time is here. Another process may still be sending a later command. */
  completeUntil: () => number;
  /** Checks again whether this process is the desk. Called after the database has ended a connection. */
  hasMoved: () => Promise<boolean>;
}

const STOPPING = 'this node is stopping';
const CONFLICT_RETRIES = 5;
const STOP_LOOK_MILLISECONDS = 10;
/** How often the queue is checked for commands that have waited too long. */
const OVERDUE_CHECK_MILLISECONDS = 250;

/**
 * Decides every command that changes rooms. Commands queue per hotel in arrival order. A batch takes all commands that
 * wait for hotels without a running batch. Under more load, more decisions therefore share one commit.
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

  /** Queues the command for its hotel, synchronously. Rejects with DeskMoved if it was not executed and will not be. */
  enqueue(command: Command, arrivedAt: number): Promise<FinalResponse> {
    const response = this.addToQueue(command, arrivedAt);
    observeResponse(this.options.observer, command, response);
    return response;
  }

  private addToQueue(command: Command, arrivedAt: number): Promise<FinalResponse> {
    if (this.hasResigned) return Promise.reject(new DeskMoved());
    if (this.abandoned.signal.aborted) return Promise.resolve(this.refusal(command, STOPPING));
    const { queueLimit, updatesLimit } = this.options;
    if (this.queues.count >= queueLimit || (command.kind === 'ari' && this.queues.updates >= updatesLimit))
      return Promise.resolve(this.refusal(command, 'the queue is full'));
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

  /** Resigns and closes the connections of its batches, which may hang. The batches' outcome must be found another way. */
  breakOff(): void {
    this.resign();
    this.cutOff.abort();
  }

  /** Checks again for commands that can be decided. Called when `completeUntil` has advanced. */
  continue(): void {
    if (this.queues.count > 0) this.schedulePump();
  }

  get waiting(): number {
    return this.queues.count;
  }

  /** Resolves when no command is queued or running, or after abandon(). */
  async stop(): Promise<void> {
    const { signal } = this.abandoned;
    while (!signal.aborted && (this.queues.count > 0 || this.running.size > 0))
      await sleep(STOP_LOOK_MILLISECONDS);
    clearInterval(this.overdueTimer);
  }

  /** Stops waiting and responds to every command with what is known now. Returns a description of the affected commands. */
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
      if (this.queues.count === 0) return;
      const { batchLimit: limit, completeUntil, queue: close } = this.options;
      // Only one batch with offers runs at a time, so that the other lane is free for bookings.
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
        // Start the next batch first: the database then loads while this process writes the responses. Without
        // setImmediate the responses come first, because the pool gives a connection only in the next turn.
        this.pump();
        setImmediate(respond);
      });
      this.running.add(work);
    }
  }

  /** Reopens the hotels of a batch. Entries with more parts wait for the next batch, unless this desk has stopped deciding. */
  private putBack(queues: HotelQueue[], entries: Entry[], unfinished: Entry[]): void {
    const isOver = this.hasResigned || this.abandoned.signal.aborted;
    this.queues.open(queues, entries, isOver ? [] : unfinished);
    if (this.hasResigned) moveAll(unfinished);
    else if (isOver) this.refuseAll(unfinished, STOPPING);
  }

  /** Executes the commands. Returns a function that responds to their callers. */
  private async serve(entries: Entry[]): Promise<Served> {
    let result: BatchResult;
    try {
      result = await this.run(entries.map((entry) => entry.command));
    } catch (error) {
      return this.serveFailure(entries, error);
    }
    return this.serveCommitted(entries, result);
  }

  /** After a commit, a fault in memory must not produce the response "nothing was executed". */
  private serveCommitted(entries: Entry[], result: BatchResult): Served {
    try {
      this.options.onCommitted(result);
    } catch (error) {
      this.options.onFault(error, entries[0]!.command);
    }
    return respondWith(entries, result.responses);
  }

  /** Retries the whole batch after a temporary error. Nothing was written, and the order is kept. */
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
    const [first] = entries;
    if (isPoisoned(error) && entries.length > 1) {
      // Retry in halves, in order, until the poisoned command is alone. The hotels stay closed to other batches.
      const middle = Math.ceil(entries.length / 2);
      const first = await this.serve(entries.slice(0, middle));
      first.respond();
      const { respond, unfinished } = await this.serve(entries.slice(middle));
      return { respond, unfinished: [...first.unfinished, ...unfinished] };
    }
    // A takeover ends the connections of the old desk. The commands were not executed, so the new desk can execute them.
    if (!isPoisoned(error) && (await this.options.hasMoved())) return movedElsewhere(entries);
    this.options.onFault(error, first!.command);
    const responses = entries.map(({ command }) =>
      isPoisoned(error)
        ? faultResponse(this.options.write, command)
        : this.refusal(command, 'the database did not respond'),
    );
    return respondWith(entries, responses);
  }

  private refusal(command: Command, reason: string): FinalResponse {
    const message = `${reason}; ${notExecuted(command)}`;
    return { ...this.options.write(command, refuse('SERVICE_UNAVAILABLE', message)), undecided: true };
  }

  private refuseAll(entries: Entry[], reason: string): void {
    for (const { command, respond } of entries) respond(this.refusal(command, reason));
  }

  /** Keeps the hotels closed until the outcome is known, even after the callers got OUTCOME_UNKNOWN. */
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
    const responses = commands.map((command) => this.refusal(command, 'the database connection was lost'));
    return respondWith(entries, responses);
  }

  private async resolveUnknown(
    commands: Command[],
    { batchId, responses, state }: CommitUnknown,
  ): Promise<BatchResult | 'rolled back' | 'stopped'> {
    for (;;) {
      if (this.abandoned.signal.aborted) return 'stopped';
      try {
        return await inTransaction(this.options.pool, 'read committed', async (tx) => {
          if (!(await didBatchCommit(tx, commands, batchId))) return 'rolled back';
          return { responses, state, counters: await readCounters(tx, state.changedNights()) };
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

/** Whether the database refuses the data. Then one command is at fault, not the whole batch. */
function isPoisoned(error: unknown): boolean {
  return error instanceof PoisonedCommand || /^2[23]/.test(codeOf(error));
}
