// Runs a batch from BEGIN to COMMIT: lock, load, decide, write.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import {
  type Command,
  type CommittedBatch,
  type FinalResponse,
  hasCallersKey,
} from '../domain/booking/command.ts';
import type { WriteResponse } from '../domain/booking/decided.ts';
import { refuse } from '../kernel/refusal.ts';
import { monotonicNow } from '../platform/db/monotonic.ts';
import { begin, cutConnection, rollback, type Transaction } from '../platform/db/pool.ts';
import { codeOf } from './batch-conflict.ts';
import { type DecisionTools, decideCommand } from './decide-command.ts';
import type { DeskObserver } from './desk-observer.ts';
import type { DeskState } from './desk-state.ts';
import { type LoadTools, loadState } from './load/load.store.ts';
import { lockHotelLedgers, shareEpoch } from './locks.store.ts';
import type { Tenure } from './tenure.ts';
import { BatchWriter, type CommitOutcome } from './write/batch-writer.ts';
import type { CounterValue } from './write/write-counters.store.ts';

/**
 * After this many decisions, the desk sends the writes of these decisions, so that the database works while the desk
 * decides the next commands.
 */
const SENT_AT_ONCE = 16;

/**
 * After this many decisions, the event loop serves other requests. A pause after every 16 decisions was rejected,
 * because it made a batch of 128 commands 10 % slower. With these pauses, the process had already read all requests and
 * was idle while the database wrote the last rows.
 */
const DECIDED_AT_ONCE = 64;

/**
 * The two protections against overselling: the lock of the hotel, and the check of the counters in the database
 * (`guard`). Only the race test turns them off. The race test shows that each protection alone is enough, and that
 * rooms are oversold without both.
 */
export interface Protections {
  lock: boolean;
  guard: boolean;
}

export interface BatchTools extends DecisionTools, LoadTools {
  pool: pg.Pool;
  protections: Protections;
  /**
   * The epoch and the process of this desk. Null only in tests, where the process does not check whether it is the
   * desk.
   */
  tenure: Tenure | null;
  newBatchId: () => string;
  onFault: (error: unknown, command: Command) => void;
  onDecided: (command: Command) => void;
  /** Null when nothing is measured. */
  observer: DeskObserver | null;
}

export interface BatchResult {
  responses: FinalResponse[];
  state: DeskState;
  counters: CounterValue[];
  /** Null if the batch changed nothing. */
  batch: CommittedBatch | null;
}

/** Thrown when another process is the desk or is becoming the desk. This process has not executed the command. */
export class DeskMoved extends Error {
  constructor() {
    super('another process is the desk; nothing was executed here');
  }
}

/** Thrown when the desk must not decide anything, because the database has lost commits. Nothing was executed. */
export class Halted extends Error {
  constructor() {
    super('bookings are halted until an operator has checked the database');
  }
}

/**
 * Thrown when one command cannot be executed. The batch is then repeated in parts, so that its other commands do not
 * fail.
 */
class PoisonedCommand extends Error {}

/**
 * Returns true if the data of one command caused the error. The other commands of the batch can then still be executed.
 */
export function isPoisoned(error: unknown): boolean {
  return error instanceof PoisonedCommand || /^2[23]/.test(codeOf(error));
}

/** Thrown when the connection was lost after COMMIT was sent. The batch may or may not have been committed. */
export class CommitUnknown extends Error {
  readonly batchId: string;
  /** The result of the batch if it was committed, without the counters. */
  readonly result: Omit<BatchResult, 'counters'>;
  constructor(batchId: string, result: Omit<BatchResult, 'counters'>, cause: unknown) {
    super('the connection was lost during COMMIT', { cause });
    this.batchId = batchId;
    this.result = result;
  }
}

/**
 * Locks, loads, decides, writes and commits. If this function throws any error except CommitUnknown, nothing was
 * changed. `cutOff` closes the connection of the batch.
 */
export async function runBatch(
  commands: Command[],
  tools: BatchTools,
  cutOff: AbortSignal,
): Promise<BatchResult> {
  const client = await tools.pool.connect();
  const cut = () => cutConnection(client);
  cutOff.addEventListener('abort', cut);
  try {
    const result = await inside(client as Transaction, commands, tools);
    client.release();
    return result;
  } catch (error) {
    // When a connection is released with an error, the pool closes the connection, and PostgreSQL rolls back the
    // transaction. A connection in an unknown state is never used again.
    client.release(error as Error);
    throw error;
  } finally {
    cutOff.removeEventListener('abort', cut);
  }
}

async function inside(tx: Transaction, commands: Command[], tools: BatchTools): Promise<BatchResult> {
  const state = await openState(tx, commands, tools);
  if (tools.tenure !== null && tools.tenure.epoch !== state.epoch) throw new DeskMoved();
  if (tools.tenure !== null && state.isHalted) throw new Halted();
  state.expireDueHolds();
  const writer = new BatchWriter(tx, state, tools.protections.guard);
  const responses: FinalResponse[] = [];
  for (const command of commands) {
    const decided = responses.length;
    if (decided > 0 && decided % SENT_AT_ONCE === 0) writer.sendDecided();
    if (decided > 0 && decided % DECIDED_AT_ONCE === 0) await nextTurn();
    responses.push(decideAlone(state, command, tools));
  }
  if (!state.hasChanges) {
    await rollback(tx);
    return { responses, state, counters: [], batch: null };
  }
  return commitBatch(writer, responses, state, tools);
}

/**
 * Sends BEGIN, the locks and the load together. The database executes these statements one after another. The locks
 * need a separate statement, because a statement that takes a lock and also reads would read rows as they were before
 * the lock was granted.
 */
async function openState(tx: Transaction, commands: Command[], tools: BatchTools): Promise<DeskState> {
  const locked = [
    begin(tx),
    tools.protections.lock ? lockHotelLedgers(tx, commands) : null,
    tools.tenure === null ? null : shareEpoch(tx),
  ];
  const loaded = loadState(tx, commands, tools);
  // If a lock fails, the load fails too, with "current transaction is aborted". Only the error of the lock is thrown.
  loaded.catch(() => {});
  for (const outcome of await Promise.allSettled(locked))
    if (outcome.status === 'rejected') throw outcome.reason;
  return loaded;
}

/**
 * Decides one command. If the decision throws before it has changed anything, only this command fails. If the decision
 * has already changed something, the batch is repeated in halves to find the command.
 */
function decideAlone(state: DeskState, command: Command, tools: BatchTools): FinalResponse {
  const changesBefore = state.changeCount;
  try {
    tools.onDecided(command);
    return decideCommand(state, command, tools);
  } catch (error) {
    tools.onFault(error, command);
    if (state.changeCount !== changesBefore)
      throw new PoisonedCommand('a decision failed after it had changed the state', { cause: error });
    return faultResponse(tools.write, command);
  }
}

async function commitBatch(
  writer: BatchWriter,
  responses: FinalResponse[],
  state: DeskState,
  { newBatchId, tenure, observer }: BatchTools,
): Promise<BatchResult> {
  const batchId = newBatchId();
  const number = tenure === null ? null : ++tenure.batches;
  const batch = tenure === null ? null : { id: batchId, epoch: tenure.epoch, number: tenure.batches };
  let outcome: CommitOutcome;
  const sentAt = observer === null ? 0 : monotonicNow();
  try {
    outcome = await writer.commit({ batchId, tenure, number });
  } catch (error) {
    throw new CommitUnknown(batchId, { responses, state, batch }, error);
  }
  if ('fault' in outcome) throw outcome.fault;
  observer?.committed(monotonicNow() - sentAt);
  return { responses, state, counters: outcome.counters, batch };
}

const BROKEN = 'internal error; nothing was changed';
/** The text of the error when earlier parts of a supplier's message may have been applied. */
const BROKEN_OFF = 'internal error; the message was not applied to its end';

export function faultResponse(write: WriteResponse, command: Command): FinalResponse {
  return {
    ...write(command, refuse('INTERNAL_ERROR', command.kind === 'ari' ? BROKEN_OFF : BROKEN)),
    undecided: true,
  };
}

/**
 * Returns the response to a command with an unknown outcome. Without an Idempotency-Key, the response does not suggest
 * a retry, because a retry could book twice.
 */
export function unknownResponse(write: WriteResponse, command: Command): FinalResponse {
  const advice =
    command.kind === 'ari'
      ? 'send the same message again'
      : hasCallersKey(command)
        ? 'retry with the same Idempotency-Key'
        : 'check your bookings before you retry';
  return {
    ...write(command, refuse('OUTCOME_UNKNOWN', `the outcome is unknown: ${advice}`)),
    isUnknown: true,
  };
}
