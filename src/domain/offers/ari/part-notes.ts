import type { Day } from '../../../kernel/day.ts';
import { isRejection, type Note, type NoteCode } from './message.ts';

/**
 * Collects notes about updates. There is one note per update and code. Each note contains the first day that it
 * concerns and the number of days.
 */
export class PartNotes {
  private readonly notes = new Map<string, Note & { day: Day; days: number; fields: number }>();
  private readonly lastDays = new Map<string, Day>();

  /**
   * Adds a day to the note about an update. Call this method in the order of the days. A day is counted only once, even
   * if the note concerns several fields of this day.
   */
  add(at: number, code: NoteCode, day: Day, field: number): void {
    const key = `${at} ${code}`;
    const known = this.notes.get(key);
    if (known === undefined) {
      this.notes.set(key, { at, code, day, days: 1, fields: 1 << field });
      this.lastDays.set(key, day);
      return;
    }
    known.fields |= 1 << field;
    if (this.lastDays.get(key) === day) return;
    known.days += 1;
    this.lastDays.set(key, day);
  }

  get rejected(): Set<number> {
    return new Set([...this.notes.values()].filter(({ code }) => isRejection(code)).map(({ at }) => at));
  }

  list(): Note[] {
    return [...this.notes.values()];
  }

  /** Returns the notes with the reasons why these updates are rejected. */
  listOf(rejected: ReadonlySet<number>): Note[] {
    return this.list().filter(({ at, code }) => rejected.has(at) && isRejection(code));
  }
}
