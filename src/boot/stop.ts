import { within } from '../platform/db/within.ts';

/**
 * The whole stop takes at most this long, even if a step does not end. The time limits of all steps together are
 * shorter than this limit.
 */
export const STOP_LIMIT_MILLISECONDS = 28_000;

/** Stops one part after another, each within a time limit. Keeps a list of the work that was abandoned. */
export class Stop {
  readonly abandoned: string[] = [];

  /**
   * Returns false if the work does not end in time. The work then continues, but the stop does not wait for it any
   * longer.
   */
  async step(name: string, limitMilliseconds: number, work: () => Promise<unknown>): Promise<boolean> {
    const ended = await within(limitMilliseconds, work()).catch((error: Error) => {
      this.abandoned.push(`${name}: ${error.message}`);
      return true;
    });
    if (!ended) this.abandoned.push(`${name}: not finished after ${limitMilliseconds / 1000} s`);
    return ended;
  }
}
