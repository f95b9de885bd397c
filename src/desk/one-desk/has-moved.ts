// When a desk has lost its connections, finds out whether another process has become the desk.

import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS = 5;
const BETWEEN_MILLISECONDS = 100;

export interface MoveQuestion {
  epoch: number;
  /** Returns true if this process believes that it is the desk of the epoch. */
  isDesk: () => boolean;
  /** Returns true if another process could become the desk. */
  hasOthers: () => boolean;
  /** Reads the epoch from the database. Resolves with null if the database is offline. */
  readEpoch: () => Promise<number | null>;
}

/**
 * Returns true if another process has become the desk. The epoch is read several times, because a new desk first ends
 * the connections of the old desk and then begins its epoch.
 */
export async function hasMoved({ epoch, isDesk, hasOthers, readEpoch }: MoveQuestion): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    if (!isDesk()) return true;
    const present = await readEpoch();
    if (present !== null && present !== epoch) return true;
    if (present === null || look === LOOKS || !hasOthers()) return false;
    await sleep(BETWEEN_MILLISECONDS);
  }
}
