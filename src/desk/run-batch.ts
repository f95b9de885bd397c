// A batch from BEGIN to COMMIT: lock, load, decide, write.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { type Command, type FinalResponse, hasCallersKey } from '../domain/booking/command.ts';
import type { WriteResponse } from '../domain/booking/decided.ts';
import { refuse } from '../kernel/refusal.ts';
import { monotonicNow } from '../platform/db/monotonic.ts';
import { begin, cutConnection, rollback, type Transaction } from '../platform/db/pool.ts';
import { type DecisionTools, decideCommand } from './decide-command.ts';
import type { DeskObserver } from './desk-observer.ts';
import type { DeskState } from './desk-state.ts';
import { type LoadTools, loadState } from './load/load.store.ts';
import { lockHotelLedgers, shareEpoch } from './locks.store.ts';
import type { Tenure } from './tenure.ts';
import { BatchWriter, type CommitOutcome } from './write/batch-writer.ts';
import type { CounterValue } from './write/write-counters.store.ts';

/** After this many decisions their writes are sent. The database then works while the desk decides the next commands. */
const SENT_AT_ONCE = 16;

/**
 * After this many decisions the event loop serves other requests. Rejected: after every 16 decisions. A batch of 128
 * was then a tenth slower, because no request was left to read while the database wrote the end of the batch.
 */
const DECIDED_AT_ONCE = 64;

/**
 * Both protections prevent overselling. The protections are off only in the race test. The test shows that either of
 * them is enough, and that rooms are oversold when both are off.
 */
export interface Protections {
  lock: boolean;
  guard: boolean;
}

export interface BatchTools extends DecisionTools, LoadTools {
  pool: pg.Pool;
  protections: Protections;
  /** The term of this desk. Null only in controls, where the process decides without checking who the desk is. */
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
}

/** Another process is the desk, or is becoming it. This process has executed nothing. */
export class DeskMoved extends Error {
  constructor() {
    super('another process is the desk; nothing was executed here');
  }
}

/** A command that cannot be executed. Such a command must not make the rest of its batch fail. */
export class PoisonedCommand extends Error {}

/** The connection was lost after COMMIT was sent: the batch may or may not have been committed. */
export class CommitUnknown extends Error {
  readonly batchId: string;
  readonly responses: FinalResponse[];
  readonly state: DeskState;
  constructor(batchId: string, responses: FinalResponse[], state: DeskState, cause: unknown) {
    super('the connection was lost during COMMIT', { cause });
    this.batchId = batchId;
    this.responses = responses;
    this.state = state;
  }
}

/**
 * Locks, loads, decides, writes and commits. When it throws, it has changed nothing, unless it throws CommitUnknown.
 * `cutOff` closes its connection.
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
    // Closing the connection rolls back. A connection in an unknown state is never reused.
    client.release(error as Error);
    throw error;
  } finally {
    cutOff.removeEventListener('abort', cut);
  }
}

async function inside(tx: Transaction, commands: Command[], tools: BatchTools): Promise<BatchResult> {
  const state = await openState(tx, commands, tools);
  if (tools.tenure !== null && tools.tenure.epoch !== state.epoch) throw new DeskMoved();
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
    return { responses, state, counters: [] };
  }
  return commitBatch(writer, responses, state, tools);
}

/**
 * Sends BEGIN, the locks and the load together. The database executes them one after another. The locks are a separate
 * statement, because a statement that locks and counts reads a snapshot older than its lock.
 */
async function openState(tx: Transaction, commands: Command[], tools: BatchTools): Promise<DeskState> {
  const locked = [
    begin(tx),
    tools.protections.lock ? lockHotelLedgers(tx, commands) : null,
    tools.tenure === null ? null : shareEpoch(tx),
  ];
  const loaded = loadState(tx, commands, tools);
  // This is not the first error. After one failure every later statement fails with "current transaction is aborted".
  loaded.catch(() => {});
  for (const outcome of await Promise.allSettled(locked))
    if (outcome.status === 'rejected') throw outcome.reason;
  return loaded;
}

/**
 * When a decision throws before it has changed anything, only its command fails. Otherwise the batch is retried in
 * halves to find the command.
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
  let outcome: CommitOutcome;
  const sentAt = observer === null ? 0 : monotonicNow();
  try {
    outcome = await writer.commit({ batchId, tenure });
  } catch (error) {
    throw new CommitUnknown(batchId, responses, state, error);
  }
  if ('fault' in outcome) throw outcome.fault;
  observer?.committed(monotonicNow() - sentAt);
  return { responses, state, counters: outcome.counters };
}

const BROKEN = 'internal error; nothing was changed';
/** Sent when earlier parts of the message may have been applied. */
const BROKEN_OFF = 'internal error; the message was not applied to its end';

export function faultResponse(write: WriteResponse, command: Command): FinalResponse {
  return {
    ...write(command, refuse('INTERNAL_ERROR', command.kind === 'ari' ? BROKEN_OFF : BROKEN)),
    undecided: true,
  };
}

/** Without an Idempotency-Key a retry could book twice, so the response does not offer a retry. */
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
