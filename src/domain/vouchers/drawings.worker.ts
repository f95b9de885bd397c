// Draws vouchers in threads, with a queue and a cache of the results.

import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { DrawingThread } from './draw-in-thread.worker.ts';
import type { Drawing } from './draw-voucher.usecase.ts';
import { DrawnBytes } from './drawn-bytes.ts';

export interface DrawingLimits {
  /**
   * The maximum number of drawings that run at once. A drawing uses a processor for about 0.02 s. On a machine with
   * several processors, at least one processor stays free for bookings.
   */
  atOnce: number;
  /** The maximum number of waiting requests. */
  waiting: number;
  keptBytes: number;
  drawingMilliseconds: number;
}

const LIMITS: DrawingLimits = {
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: 50,
  keptBytes: 16 * 1024 * 1024,
  drawingMilliseconds: 30_000,
};

/**
 * Draws vouchers in separate threads, because this process may be the desk: a drawing on its event loop would delay
 * bookings. The results are cached. The cache key contains everything that the drawing shows: voucher, revision,
 * language, format, and the texts of the hotel. A voucher that has changed therefore has another key and is drawn
 * again.
 */
export class Drawings {
  /** The number of vouchers that were drawn. Results from the cache do not count. */
  drawn = 0;
  private readonly limits: DrawingLimits;
  private readonly kept: DrawnBytes;
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly waiting: (() => void)[] = [];
  private readonly idle: DrawingThread[] = [];
  private readonly busy = new Set<DrawingThread>();
  private running = 0;
  private isStopped = false;

  constructor(limits: Partial<DrawingLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.kept = new DrawnBytes(this.limits.keptBytes);
  }

  /**
   * Draws a voucher for a mail. A mail always waits for its turn, even if many drawings are waiting. Many requests for
   * vouchers therefore cannot prevent mails to hotels.
   */
  draw(drawing: Drawing): Promise<Buffer> {
    const key = keyOf(drawing);
    return this.known(key) ?? this.drawOnce(key, drawing);
  }

  /** Draws a voucher for a request. Null: too many requests are already waiting. */
  async drawIfFree(drawing: Drawing): Promise<Buffer | null> {
    const key = keyOf(drawing);
    const known = this.known(key);
    if (known !== null) return known;
    return this.waiting.length >= this.limits.waiting ? null : this.drawOnce(key, drawing);
  }

  get threads(): number {
    return this.idle.length + this.busy.size;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.idle, ...this.busy].map((thread) => thread.end()));
  }

  private known(key: string): Promise<Buffer> | null {
    const kept = this.kept.find(key);
    return kept === null ? (this.underWay.get(key) ?? null) : Promise.resolve(kept);
  }

  /**
   * Draws a voucher once. If the same drawing is requested again before it is finished, both calls receive the same
   * bytes.
   */
  private drawOnce(key: string, drawing: Drawing): Promise<Buffer> {
    const drawn = this.drawInTurn(drawing)
      .then((bytes) => {
        this.kept.keep(key, bytes);
        return bytes;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, drawn);
    return drawn;
  }

  private async drawInTurn(drawing: Drawing): Promise<Buffer> {
    // Do not increase `running` after the wait. The drawing that has ended has not decreased `running`, because it has
    // started this drawing instead.
    if (this.running >= this.limits.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await this.drawInThread(drawing);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  /**
   * Starts a new thread only if all other threads are busy. Idle threads are kept, because they have already read the
   * fonts.
   */
  private async drawInThread(drawing: Drawing): Promise<Buffer> {
    if (this.isStopped) throw new Error('vouchers are not drawn any more: the service stops');
    const thread = this.idleThread() ?? new DrawingThread(this.limits.drawingMilliseconds);
    this.busy.add(thread);
    this.drawn += 1;
    try {
      return await thread.draw(drawing);
    } finally {
      this.busy.delete(thread);
      if (!thread.hasEnded) this.idle.push(thread);
    }
  }
  /** Returns an idle thread. Skips threads that have ended. Null: there is no idle thread. */
  private idleThread(): DrawingThread | null {
    const thread = this.idle.pop() ?? null;
    return thread?.hasEnded ? this.idleThread() : thread;
  }
}

function keyOf(drawing: Drawing): string {
  return createHash('sha256').update(JSON.stringify(drawing)).digest('base64');
}
