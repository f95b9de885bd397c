import type pg from 'pg';
import { ringDoorbell } from './doorbell.store.ts';

/**
 * Notifies other nodes that they must read the feed. If a notification is lost, the regular readings of the other nodes
 * still find the changes.
 */
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

  /**
   * Notifies other nodes about a commit. All commits that happen while a notification is being sent share the next
   * notification.
   */
  ring(): void {
    this.wanted = true;
    if (!this.ringing) this.lastRing = this.send();
  }

  /** Resolves when all requested notifications have been sent. */
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
