import type { Note } from './message.ts';
import type { PartChanges } from './part-state.ts';

/** The changes and notes that were decided for one part of a message. */
export interface PartDecision extends PartChanges {
  notes: Note[];
}
