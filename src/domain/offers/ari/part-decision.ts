import type { Note } from './message.ts';
import type { PartChanges } from './part-state.ts';

/** What is decided about one part of a message. */
export interface PartDecision extends PartChanges {
  notes: Note[];
}
