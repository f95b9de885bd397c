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
