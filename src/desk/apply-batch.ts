import type { Snapshot } from '../snapshot/snapshot.ts';
import type { BatchResult } from './run-batch.ts';

/** Puts a committed batch into memory before any caller gets a response: a caller always reads its own writes. */
export function applyBatch(snapshot: Snapshot, result: BatchResult): void {
  for (const counter of result.counters)
    snapshot
      .countersOf(counter.ledgerId, counter.roomTypeId)
      .set(counter.day, counter.booked, counter.held, counter.version);
  for (const hold of result.state.newHolds.values()) snapshot.putHold(hold);
  for (const hold of result.state.endedHolds.values()) snapshot.putHold(hold);
}

/** Whether other nodes must update their memory. Many batches only refuse, or replay a stored response. */
export function isSeenByOthers({ counters, state }: BatchResult): boolean {
  return counters.length > 0 || state.newHolds.size > 0 || state.endedHolds.size > 0;
}
