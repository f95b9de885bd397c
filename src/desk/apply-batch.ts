import type { Snapshot } from '../snapshot/snapshot.ts';
import type { BatchResult } from './run-batch.ts';

/** What a batch committed, brought into memory before anybody is answered: an own write is never seen stale. */
export function applyBatch(snapshot: Snapshot, result: BatchResult): void {
  for (const counter of result.counters)
    snapshot
      .countersOf(counter.ledgerId, counter.roomTypeId)
      .set(counter.day, counter.booked, counter.held, counter.version);
  for (const hold of result.state.newHolds.values()) snapshot.putHold(hold);
  for (const hold of result.state.endedHolds.values()) snapshot.putHold(hold);
}

/** Whether a batch left anything for another node to bring into memory: many only refuse, or answer from a record. */
export function isSeenByOthers({ counters, state }: BatchResult): boolean {
  return counters.length > 0 || state.newHolds.size > 0 || state.endedHolds.size > 0;
}
