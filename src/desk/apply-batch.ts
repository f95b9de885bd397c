import type { Hold } from '../domain/booking/hold.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { BatchResult } from './run-batch.ts';
import type { CounterValue } from './write/write-counters.store.ts';

/** The changes of a committed batch that every process applies to its memory. */
export interface BatchChanges {
  databaseNow: number;
  counters: CounterValue[];
  holds: Hold[];
}

/**
 * Returns the counters and holds that a batch has changed, or null if it has changed none. In many batches, every
 * response is a refusal or a stored response.
 */
export function changesOf({ counters, state }: BatchResult): BatchChanges | null {
  const holds = [...state.newHolds.values(), ...state.endedHolds.values()];
  if (counters.length === 0 && holds.length === 0) return null;
  return { databaseNow: state.databaseNow, counters, holds };
}

/**
 * Applies changes to memory before any caller receives a response, so that the next request of a caller sees what the
 * caller has changed.
 */
export function applyChanges(snapshot: Snapshot, { counters, holds }: BatchChanges): void {
  for (const { ledgerId, roomTypeId, day, booked, held, version } of counters)
    snapshot.countersOf(ledgerId, roomTypeId).set(day, booked, held, version);
  for (const hold of holds) snapshot.putHold(hold);
}
