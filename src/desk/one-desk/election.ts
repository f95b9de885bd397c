// Makes a process the desk, notices that it is no longer the desk, and finds the current desk.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  beat,
  type Candidate,
  type DeskRow,
  ELECTION_NAME,
  endSilentDesk,
  endUnreachableDesk,
  giveUpDesk,
  readDesk,
  takeDesk,
} from './election.store.ts';
import type { Witness } from './witness.ts';

const BEAT_MILLISECONDS = 500;
/** A desk that sends no heartbeat for this long is replaced. */
export const SILENT_MILLISECONDS = 3_000;
/** How often a process without a working link to the desk looks for the desk. */
const SEARCH_MILLISECONDS = 100;
/** How often a process with a working link checks that the desk is still the same. */
const LINKED_MILLISECONDS = 1_000;
/**
 * If a process cannot reach a living desk for this long, the process replaces the desk. A desk stays at least
 * KEPT_AT_LEAST_MILLISECONDS, so that two processes do not replace each other again and again.
 */
const UNREACHABLE_MILLISECONDS = 3_000;
const KEPT_AT_LEAST_MILLISECONDS = 6_000;
/**
 * If a process loses the lock, it waits this long and lets other processes try first, because its connections may be
 * the problem.
 */
const STAND_BACK_MILLISECONDS = 1_000;
/** The longest pause between attempts to reach a database that is offline. */
const LONGEST_PAUSE_MILLISECONDS = 1_000;
const QUERY_TIMEOUT_MILLISECONDS = 3_000;
/** How long a reluctant process waits before it becomes the desk. Other processes become the desk much sooner. */
const RELUCTANT_MILLISECONDS = 1_000;

export interface ElectionOptions {
  url: string;
  self: Candidate;
  /**
   * Checks each new connection before its first use: compares the database with the batches that this process
   * remembers.
   */
  witness: Witness;
  /**
   * Called when this process becomes the desk. `hasSeenDesk` is true if this process has seen a heartbeat of another
   * desk through the same connection. The database is then still the one that the processes used before.
   */
  onTaken: (epoch: number, hasSeenDesk: boolean) => void;
  /** Called when this process stops being the desk, before it tries to become the desk again. */
  onLost: (reason: string) => void;
  /** Called each time this process has read which other process is the desk. */
  onSeen: (desk: DeskRow) => void;
  /** Returns for how many milliseconds this process has had no link to the desk. Zero while it has a link. */
  unlinkedFor: () => number;
  /** Returns true if the desk has rejected this process. A rejected process must not replace the desk. */
  isRejected: () => boolean;
  /**
   * If true, this process does not become the desk while another process can, and never ends the desk of another
   * process.
   */
  isReluctant: boolean;
  /** Returns true if other processes could become the desk. */
  hasOthers: () => boolean;
  onError: (error: Error) => void;
}

/**
 * All processes on one database elect one desk. The desk holds a session-level advisory lock on a separate connection,
 * and writes a heartbeat on the same connection. The other processes try again and again to take the lock.
 */
export class Election {
  private readonly options: ElectionOptions;
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private leading: number | null = null;
  private wakeUp: () => void = () => {};
  /** True if `wake` was called during a check. The next wait is then skipped. */
  private isAwake = false;
  private standBackUntil = 0;
  private isCandidate = true;
  private isFirstLook = true;
  private connectedAt = 0;
  private hasSeenDesk = false;

  constructor(options: ElectionOptions) {
    this.options = options;
  }

  /**
   * Resolves after the first attempt. If the database is online, this process is the desk or knows the desk after the
   * attempt.
   */
  start(): Promise<void> {
    return new Promise((attempted) => {
      this.running = this.run(attempted);
    });
  }

  /**
   * If this process is the desk, it stops being the desk, so that another process can become the desk at once. Then it
   * looks for the next desk.
   */
  withdraw(): void {
    this.isCandidate = false;
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  /** Checks at once. Called when a link was lost. */
  wake(): void {
    this.isAwake = true;
    this.wakeUp();
  }

  get epoch(): number | null {
    return this.leading;
  }

  private async run(attempted: () => void): Promise<void> {
    const { signal } = this.stopping;
    let pause = SEARCH_MILLISECONDS;
    while (!signal.aborted) {
      const client = this.createClient();
      let isOpen = true;
      client.once('end', () => {
        isOpen = false;
        this.wake();
      });
      try {
        await client.connect();
        await this.options.witness.compare(client);
        this.connectedAt = performance.now();
        this.hasSeenDesk = false;
        while (!signal.aborted && isOpen) {
          const next = await this.turn(client);
          pause = SEARCH_MILLISECONDS;
          attempted();
          await this.wait(next);
        }
        this.lose(signal.aborted ? 'this process is stopping' : 'its connection was lost');
        if (isOpen && signal.aborted) await giveUpDesk(client);
      } catch (error) {
        this.lose((error as Error).message);
        if (!signal.aborted) this.options.onError(error as Error);
      }
      attempted();
      // The end of the connection is not awaited, because a half-open connection may never close.
      client.end().catch(this.options.onError);
      if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS);
    }
  }

  /** Checks once. Returns how long to wait until the next check. */
  private async turn(client: pg.Client): Promise<number> {
    const { self, witness, onTaken, onSeen, unlinkedFor } = this.options;
    if (this.leading !== null && !this.isCandidate) {
      this.lose('this process is stopping');
      await giveUpDesk(client);
    }
    if (this.leading !== null) {
      const beaten = await beat(client, this.leading);
      if (beaten === null) throw new Error('another process has become the desk');
      witness.noticeHalt(beaten.halt);
      return BEAT_MILLISECONDS;
    }
    const isCandidate =
      this.isCandidate && performance.now() >= this.standBackUntil && !this.waitsForOthers();
    const desk = await readDesk(client, isCandidate);
    witness.noticeHalt(desk.halt);
    if (desk.isOurs) {
      this.leading = await takeDesk(client, self);
      witness.sawDesk(this.leading, self.process);
      onTaken(this.leading, this.hasSeenDesk);
      return BEAT_MILLISECONDS;
    }
    const mayEndOthers = isCandidate && !this.options.isReluctant;
    if (mayEndOthers && desk.silentFor > SILENT_MILLISECONDS) {
      await endSilentDesk(client, desk.epoch, SILENT_MILLISECONDS);
      return SEARCH_MILLISECONDS / 10;
    }
    // A heartbeat that is older than the connection proves nothing about the database behind this connection.
    this.hasSeenDesk ||= desk.silentFor < performance.now() - this.connectedAt;
    witness.sawDesk(desk.epoch, desk.process);
    onSeen(desk);
    const unlinked = unlinkedFor();
    const isUnreachable = unlinked > UNREACHABLE_MILLISECONDS && !this.options.isRejected();
    if (mayEndOthers && isUnreachable && desk.heldFor > KEPT_AT_LEAST_MILLISECONDS) {
      await endUnreachableDesk(client, desk.epoch);
      return SEARCH_MILLISECONDS / 10;
    }
    return unlinked > 0 ? SEARCH_MILLISECONDS : LINKED_MILLISECONDS;
  }

  /**
   * Returns true if a reluctant process must wait. A reluctant process need not wait at its first check, because a free
   * desk then means that no other process runs.
   */
  private waitsForOthers(): boolean {
    const isFirst = this.isFirstLook;
    this.isFirstLook = false;
    return this.options.isReluctant && !isFirst && this.options.unlinkedFor() < RELUCTANT_MILLISECONDS;
  }

  private lose(reason: string): void {
    if (this.leading === null) return;
    this.leading = null;
    if (this.options.hasOthers()) this.standBackUntil = performance.now() + STAND_BACK_MILLISECONDS;
    this.options.onLost(reason);
  }

  private async wait(milliseconds: number): Promise<void> {
    if (!this.isAwake)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.isAwake = false;
  }

  private createClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: `${ELECTION_NAME}${this.options.self.process}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 1_000,
      connectionTimeoutMillis: QUERY_TIMEOUT_MILLISECONDS,
      query_timeout: QUERY_TIMEOUT_MILLISECONDS,
    });
    // Without an error listener, one dropped connection would end the process.
    client.on('error', this.options.onError);
    return client;
  }
}
