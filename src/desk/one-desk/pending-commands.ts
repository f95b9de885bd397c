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

/**
 * How many commands may wait for a response. Further commands are refused, because the desk cannot decide them in time.
 */
const LIMIT = 10_000;

/** A command of this process that has no response yet. */
export interface Pending<Desk> {
  id: number;
  command: Command;
  arrivedAt: number;
  /** The desk that works on the command. Null while the command waits for the next desk. */
  at: Desk | null;
  /** True if the command was sent to a desk that was lost before it responded. */
  mayBeExecuted: boolean;
  /**
   * The time at which the first desk of the command was lost. If the command never had a desk, this is the time of its
   * arrival. Null while a desk works on the command.
   */
  lostAt: number | null;
  respond: (response: FinalResponse) => void;
}

/** The commands of this process that have no response yet, in the order of their arrival. */
export class PendingCommands<Desk> {
  private readonly commands = new Map<number, Pending<Desk>>();
  private readonly write: WriteResponse;
  private readonly onResponse: (command: Command, response: FinalResponse) => void;
  private nextId = 1;

  /** `onResponse` is called before the caller gets the response. */
  constructor(write: WriteResponse, onResponse: (command: Command, response: FinalResponse) => void) {
    this.write = write;
    this.onResponse = onResponse;
  }

  /** Calls `start` with the command, unless too many commands wait. Resolves with the response to the command. */
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

  /**
   * Gives the command its response. If the desk refuses the command but an earlier desk may have executed it, the
   * response says that the outcome is unknown.
   */
  finish(pending: Pending<Desk>, response: FinalResponse): void {
    if (!this.commands.delete(pending.id)) return;
    const isUnknown = pending.mayBeExecuted && response.undecided === true;
    const final = isUnknown ? unknownResponse(this.write, pending.command) : response;
    this.onResponse(pending.command, final);
    pending.respond(final);
  }

  /** Records that the desk works on the command now. */
  place(pending: Pending<Desk>, at: Desk): void {
    pending.at = at;
    if (!pending.mayBeExecuted) pending.lostAt = null;
  }

  /**
   * Takes a command back from a desk that has not executed the command and will not execute it. Returns false if
   * another desk works on the command, or if the command has a response.
   */
  takeFrom(desk: Desk, pending: Pending<Desk>): boolean {
    if (pending.at !== desk || !this.commands.has(pending.id)) return false;
    pending.at = null;
    pending.lostAt ??= monotonicNow();
    return true;
  }

  /**
   * Called when a desk is lost. Its last message arrived at `lastHeard`. A lost desk may have executed commands that
   * have no response.
   */
  lose(desk: Desk, lastHeard: number): void {
    for (const pending of this.of(desk)) {
      pending.at = null;
      pending.lostAt ??= lastHeard;
      pending.mayBeExecuted = true;
    }
  }

  /** Starts the time limit of the desk's commands at `since`. The desk may still respond before the limit ends. */
  doubt(desk: Desk, since: number): void {
    for (const pending of this.of(desk)) pending.lostAt ??= since;
  }

  /** A silent link may be lost, so its commands have a time limit until the desk is heard again. */
  judge(desk: Desk, { isSilent, lastHeard }: { isSilent: boolean; lastHeard: number }): void {
    if (isSilent) this.doubt(desk, lastHeard);
    else this.trust(desk);
  }

  /** Called when the desk was heard again. Removes the time limit of its commands. */
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

/**
 * Returns the time at which a command is given up: 5 s after its desk was lost, or later if a desk works on a large
 * message.
 */
function limitOf({ command, arrivedAt, lostAt, at }: Pending<unknown>): number {
  if (lostAt === null) return Number.POSITIVE_INFINITY;
  const since = Math.max(lostAt, arrivedAt);
  const least = since + LEAST_PATIENCE_MILLISECONDS;
  if (at === null) return least;
  return Math.max(least, Math.min(since + patienceOf(command), arrivedAt + MOST_PATIENCE_MILLISECONDS));
}
