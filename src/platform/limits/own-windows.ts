import { monotonicNow } from '../db/monotonic.ts';
import type { NodeLimiter } from './limiter.ts';
import { SlidingWindows } from './sliding-windows.ts';
import type { Verdict } from './verdict.ts';

/** The limiter of a node with one process. All windows are in the memory of the process. */
export class OwnWindows implements NodeLimiter {
  readonly sharing = null;
  private readonly windows = new SlidingWindows();

  constructor(private readonly now: () => number = monotonicNow) {}

  take(caller: string, limit: number, done: (verdict: Verdict) => void): void {
    done(this.windows.take(caller, limit, this.now()));
  }

  peek(caller: string, limit: number): Verdict {
    return this.windows.peek(caller, limit, this.now());
  }

  takeBack(caller: string, at: number): void {
    this.windows.takeBack(caller, at);
  }

  sweep(): void {
    this.windows.sweep(this.now());
  }

  get size(): number {
    return this.windows.size;
  }

  async stop(): Promise<void> {}
}
