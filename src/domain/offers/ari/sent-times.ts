import type { Day } from '../../../kernel/day.ts';
import { FIELDS } from './fields.ts';
import type { Layout } from './layout.ts';
import type { PartNotes } from './part-notes.ts';

/** Reads the fields that a message sets on one day, except fields that a newer message has set. */
export class DayFields {
  private readonly layout: Layout;
  private readonly notes: PartNotes;
  private readonly sentAt: number | null;
  private readonly doneAt: number | null;
  private offset = 0;
  private day = 0 as Day;
  private stored: readonly number[] | undefined;
  private applied = 0;

  /**
   * `doneAt` is the time at which a person made the change on the hotel page. Such a change is never too old, and older
   * messages do not undo it.
   */
  constructor(layout: Layout, notes: PartNotes, sentAt: number | null, doneAt: number | null) {
    this.layout = layout;
    this.notes = notes;
    this.sentAt = sentAt;
    this.doneAt = doneAt;
  }

  open(offset: number, day: Day, stored: readonly number[] | undefined): void {
    this.offset = offset;
    this.day = day;
    this.stored = stored;
    this.applied = 0;
  }

  /**
   * The value that the message sets. Returns `otherwise` when the message sets no value, or when a newer message has
   * set the field.
   */
  read(field: number, otherwise: number): number {
    const owner = this.layout.ownerOf(field, this.offset);
    if (owner < 0) return otherwise;
    if (this.sentAt !== null && (this.stored?.[field] ?? 0) > this.sentAt) {
      for (const one of this.layout.ownersOf(field, this.offset))
        this.notes.add(one, 'OLDER_THAN_STORED', this.day, field);
      return otherwise;
    }
    this.applied |= 1 << field;
    return this.layout.valueOf(field, this.offset);
  }

  isApplied(field: number): boolean {
    return (this.applied & (1 << field)) !== 0;
  }

  /** Adds a note to each update that sets one of these fields on this day. */
  note(
    code: 'BELOW_SOLD' | 'PRICE_OUTLIER' | 'MIN_ABOVE_MAX' | 'TOO_MANY_ROOMS' | 'ALLOTMENT_NEEDED',
    fields: readonly number[],
  ): void {
    for (const field of fields)
      if (this.isApplied(field))
        for (const owner of this.layout.ownersOf(field, this.offset))
          this.notes.add(owner, code, this.day, field);
  }

  /** The times of all fields after this message. Null when the times stay the same. */
  sentAfter(isChanged: boolean): number[] | null {
    const { stored, applied } = this;
    // A day that a person's change leaves unchanged keeps its version.
    const at = this.sentAt ?? (isChanged ? this.doneAt : null);
    if (at === null || applied === 0) return null;
    const times = FIELDS.map((_, field) => {
      const time = stored?.[field] ?? 0;
      return this.isApplied(field) ? Math.max(time, at) : time;
    });
    return stored !== undefined && times.every((time, field) => time === stored[field]) ? null : times;
  }
}
