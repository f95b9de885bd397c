import type pg from 'pg';
import { ringDoorbell } from './doorbell.store.ts';

/** Calls the other nodes to their feeds. Only a hint: what is not rung for, or rung in vain, is found by polling. */
export class Doorbell {
  private readonly pool: pg.Pool;
  private readonly node: string;
  private readonly onError: (error: Error) => void;
  private wanted = false;
  private ringing = false;
  private lastRing: Promise<void> = Promise.resolve();

  constructor(pool: pg.Pool, node: string, onError: (error: Error) => void) {
    this.pool = pool;
    this.node = node;
    this.onError = onError;
  }

  /** After a commit. However many commits come while one ring is under way, one more ring tells of them all. */
  ring(): void {
    this.wanted = true;
    if (!this.ringing) this.lastRing = this.send();
  }

  /** Resolves when everything rung for has been sent. */
  stop(): Promise<void> {
    return this.lastRing;
  }

  private async send(): Promise<void> {
    this.ringing = true;
    while (this.wanted) {
      this.wanted = false;
      await ringDoorbell(this.pool, this.node).catch(this.onError);
    }
    this.ringing = false;
  }
}
