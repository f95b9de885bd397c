// Tells a desk that has lost its connections whether another desk has taken over.

import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS = 5;
const BETWEEN_MILLISECONDS = 100;

export interface MoveQuestion {
  epoch: number;
  /** Whether this process believes that it is the desk of the epoch. */
  isDesk: () => boolean;
  /** Whether another process could take over. */
  hasOthers: () => boolean;
  /** The epoch in the database. Null when the database is offline. */
  readEpoch: () => Promise<number | null>;
}

/** Whether another desk has taken over. A takeover first ends the connections of the old desk, then begins its epoch. */
export async function hasMoved({ epoch, isDesk, hasOthers, readEpoch }: MoveQuestion): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    if (!isDesk()) return true;
    const present = await readEpoch();
    if (present !== null && present !== epoch) return true;
    if (present === null || look === LOOKS || !hasOthers()) return false;
    await sleep(BETWEEN_MILLISECONDS);
  }
}
