import type pg from 'pg';
import { type Command, type FinalResponse, hasCallersKey } from '../booking/command.ts';
import type { WriteResponse } from '../booking/decided.ts';
import { begin, commit, cutConnection, rollback, type Transaction } from '../db/pool.ts';
import { refuse } from '../kernel/refusal.ts';
import { BatchConflict } from './batch-conflict.ts';
import { type DecisionTools, decideCommand } from './decide-command.ts';
import type { DeskState } from './desk-state.ts';
import { type LoadTools, loadState } from './load.store.ts';
import { lockHotelLedgers, shareEpoch } from './locks.store.ts';
import { type CounterValue, writeState } from './write.store.ts';

/**
 * Both prevent overselling. They are off only in the race test, which shows that one of them is enough and that rooms
 * are oversold without both.
 */
export interface Protections {
  lock: boolean;
  guard: boolean;
}

export interface BatchTools extends DecisionTools, LoadTools {
  pool: pg.Pool;
  protections: Protections;
  /** Which desk this is. Null only in controls: then the process decides without asking who the desk is. */
  tenure: Tenure | null;
  newBatchId: () => string;
  onFault: (error: unknown, command: Command) => void;
  onDecided: (command: Command) => void;
}

/** The time during which one process is the desk. */
export interface Tenure {
  epoch: number;
  process: string;
}

export interface BatchResult {
  responses: FinalResponse[];
  state: DeskState;
  counters: CounterValue[];
}

/** Another process is the desk, or is becoming it. Nothing was executed here. */
export class DeskMoved extends Error {
  constructor() {
    super('another process is the desk; nothing was executed here');
  }
}

/** A command that cannot be executed. It must not make the other commands of its batch fail. */
export class PoisonedCommand extends Error {}

/** The connection was lost during COMMIT: the batch may or may not have been committed. */
export class CommitUnknown extends Error {
  readonly batchId: string;
  readonly result: BatchResult;
  constructor(batchId: string, result: BatchResult, cause: unknown) {
    super('the connection was lost during COMMIT', { cause });
    this.batchId = batchId;
    this.result = result;
  }
}

/**
 * Lock → load → decide → write → commit. Throws without having changed anything, or throws CommitUnknown. `cutOff` closes
 * its connection.
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
  const begun = begin(tx);
  // The locks are a separate statement: a statement that locks and counts reads a snapshot that is older than its lock.
  await Promise.all([
    begun,
    tools.protections.lock ? lockHotelLedgers(tx, commands) : null,
    tools.tenure === null ? null : shareEpoch(tx),
  ]);
  const state = await loadState(tx, commands, tools);
  if (tools.tenure !== null && tools.tenure.epoch !== state.epoch) throw new DeskMoved();
  state.expireDueHolds();
  const responses = commands.map((command) => decideAlone(state, command, tools));
  if (!state.hasChanges) {
    await rollback(tx);
    return { responses, state, counters: [] };
  }
  const batchId = tools.newBatchId();
  const counters = await writeState(
    tx,
    state,
    { id: batchId, tenure: tools.tenure },
    tools.protections.guard,
  );
  const result = { responses, state, counters };
  await commitBatch(tx, batchId, result);
  return result;
}

/**
 * When a decision throws before it has changed anything, only its command fails. Otherwise the batch is retried in
 * halves to find it.
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

async function commitBatch(tx: Transaction, batchId: string, result: BatchResult): Promise<void> {
  let committed: boolean;
  try {
    committed = await commit(tx);
  } catch (error) {
    throw new CommitUnknown(batchId, result, error);
  }
  if (!committed) throw new BatchConflict('the transaction was rolled back');
}

export function faultResponse(write: WriteResponse, command: Command): FinalResponse {
  return {
    ...write(command, refuse('INTERNAL_ERROR', 'internal error; nothing was changed')),
    undecided: true,
  };
}

/** Without an Idempotency-Key a retry could book twice, so the message does not offer it. */
export function unknownResponse(write: WriteResponse, command: Command): FinalResponse {
  const advice = hasCallersKey(command)
    ? 'retry with the same Idempotency-Key'
    : 'check your bookings before you retry';
  return write(command, refuse('OUTCOME_UNKNOWN', `the outcome is unknown: ${advice}`));
}
