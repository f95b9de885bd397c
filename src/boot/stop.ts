import { within } from '../db/within.ts';

/** A stop as a whole takes no longer, whatever hangs. Its steps below have limits of their own that fit into it. */
export const STOP_LIMIT_MILLISECONDS = 28_000;

/** Ends one thing after another, each within its limit, and keeps a list of what was given up. */
export class Stop {
  readonly abandoned: string[] = [];

  /** False when the work has not ended in time: it goes on, and nobody waits for it any more. */
  async step(name: string, limitMilliseconds: number, work: () => Promise<unknown>): Promise<boolean> {
    const ended = await within(limitMilliseconds, work()).catch((error: Error) => {
      this.abandoned.push(`${name}: ${error.message}`);
      return true;
    });
    if (!ended) this.abandoned.push(`${name}: not ended after ${limitMilliseconds / 1000} s`);
    return ended;
  }
}
