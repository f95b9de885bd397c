import { within } from '../platform/db/within.ts';

/** The whole stop takes no longer than this, even if a step does not end. The limits of its steps fit into it. */
export const STOP_LIMIT_MILLISECONDS = 28_000;

/** Stops one part after another, each within its limit. Keeps a list of what was abandoned. */
export class Stop {
  readonly abandoned: string[] = [];

  /** Returns false if the work did not end in time. The work then continues, but nothing waits for it. */
  async step(name: string, limitMilliseconds: number, work: () => Promise<unknown>): Promise<boolean> {
    const ended = await within(limitMilliseconds, work()).catch((error: Error) => {
      this.abandoned.push(`${name}: ${error.message}`);
      return true;
    });
    if (!ended) this.abandoned.push(`${name}: not finished after ${limitMilliseconds / 1000} s`);
    return ended;
  }
}
