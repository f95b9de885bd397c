// Keeps the commands without a response, and decides when to give them up.

import { type Command, type FinalResponse, notExecuted } from '../../domain/booking/command.ts';
import type { WriteResponse } from '../../domain/booking/decided.ts';
import {
  LEAST_PATIENCE_MILLISECONDS,
  MOST_PATIENCE_MILLISECONDS,
  patienceOf,
} from '../../domain/offers/ari/patience.ts';
import { refuse } from '../../kernel/refusal.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { unknownResponse } from '../run-batch.ts';

/** Limit of commands without a response. More commands are refused, because the desk cannot keep up. */
const LIMIT = 10_000;

/** A command of this process that has no response yet. */
export interface Pending<Desk> {
  id: number;
  command: Command;
  arrivedAt: number;
  /** The desk that works on the command. Null while the command waits for the next desk. */
  at: Desk | null;
  /** Whether the command was sent to a desk that was lost before it responded. */
  mayBeExecuted: boolean;
  /** The time at which its first desk was lost, or its arrival if it never had a desk. Null while a desk works on it. */
  lostAt: number | null;
  respond: (response: FinalResponse) => void;
}

/** The commands of this process that have no response yet, in the order of their arrival. */
export class PendingCommands<Desk> {
  private readonly commands = new Map<number, Pending<Desk>>();
  private readonly write: WriteResponse;
  private nextId = 1;

  constructor(write: WriteResponse) {
    this.write = write;
  }

  /** Calls `start` with the command, unless there are too many. Resolves with its response. */
  add(command: Command, start: (pending: Pending<Desk>) => void): Promise<FinalResponse> {
    if (this.commands.size >= LIMIT)
      return Promise.resolve(
        this.write(command, refuse('SERVICE_UNAVAILABLE', `the queue is full; ${notExecuted(command)}`)),
      );
    return new Promise((respond) => {
      const id = this.nextId++;
      const arrivedAt = monotonicNow();
      const pending = { id, command, arrivedAt, at: null, mayBeExecuted: false, lostAt: arrivedAt, respond };
      this.commands.set(id, pending);
      start(pending);
    });
  }

  find(id: number): Pending<Desk> | undefined {
    return this.commands.get(id);
  }

  /** Returns the commands that no desk works on. */
  waiting(): Pending<Desk>[] {
    return [...this.commands.values()].filter(({ at }) => at === null);
  }

  /** Completes the command. Even when this desk refuses a command, an earlier desk may have executed it. */
  finish(pending: Pending<Desk>, response: FinalResponse): void {
    if (!this.commands.delete(pending.id)) return;
    const isUnknown = pending.mayBeExecuted && response.undecided === true;
    pending.respond(isUnknown ? unknownResponse(this.write, pending.command) : response);
  }

  /** Records that the desk works on the command now. */
  place(pending: Pending<Desk>, at: Desk): void {
    pending.at = at;
    if (!pending.mayBeExecuted) pending.lostAt = null;
  }

  /**
   * Called when the desk has not executed the command and will not. False if another desk works on it or it has a
   * response.
   */
  takeFrom(desk: Desk, pending: Pending<Desk>): boolean {
    if (pending.at !== desk || !this.commands.has(pending.id)) return false;
    pending.at = null;
    pending.lostAt ??= monotonicNow();
    return true;
  }

  /** Called when a desk is lost. The desk was last heard at `lastHeard`, and may have executed commands without a response. */
  lose(desk: Desk, lastHeard: number): void {
    for (const pending of this.of(desk)) {
      pending.at = null;
      pending.lostAt ??= lastHeard;
      pending.mayBeExecuted = true;
    }
  }

  /** Starts the time limit at `since`, although the desk may still respond. */
  doubt(desk: Desk, since: number): void {
    for (const pending of this.of(desk)) pending.lostAt ??= since;
  }

  /** Called when the desk has responded to something. Ends the time limit. */
  trust(desk: Desk): void {
    for (const pending of this.of(desk)) if (!pending.mayBeExecuted) pending.lostAt = null;
  }

  giveUpOverdue(): void {
    const now = monotonicNow();
    for (const pending of this.commands.values()) if (limitOf(pending) < now) this.giveUp(pending);
  }

  giveUpAll(): void {
    for (const pending of [...this.commands.values()]) this.giveUp(pending);
  }

  private of(desk: Desk): Pending<Desk>[] {
    return [...this.commands.values()].filter(({ at }) => at === desk);
  }

  private giveUp(pending: Pending<Desk>): void {
    const { command, at, mayBeExecuted } = pending;
    const none = `no process could decide the request; ${notExecuted(command)}`;
    this.finish(
      pending,
      mayBeExecuted || at !== null
        ? unknownResponse(this.write, command)
        : this.write(command, refuse('SERVICE_UNAVAILABLE', none)),
    );
  }
}

/** Returns when a command is given up: 5 s after it was lost. A desk that works on a large message may take longer. */
function limitOf({ command, arrivedAt, lostAt, at }: Pending<unknown>): number {
  if (lostAt === null) return Number.POSITIVE_INFINITY;
  const since = Math.max(lostAt, arrivedAt);
  const least = since + LEAST_PATIENCE_MILLISECONDS;
  if (at === null) return least;
  return Math.max(least, Math.min(since + patienceOf(command), arrivedAt + MOST_PATIENCE_MILLISECONDS));
}
