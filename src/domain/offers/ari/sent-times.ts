import type { Day } from '../../../kernel/day.ts';
import { FIELDS } from './fields.ts';
import type { Layout } from './layout.ts';
import type { PartNotes } from './part-notes.ts';
import type { PartState } from './part-state.ts';

/**
 * Reads the fields that a message sets on one day. Leaves out fields that are already set by a message with a later
 * sending time.
 */
export class DayFields {
  private readonly layout: Layout;
  private readonly notes: PartNotes;
  private readonly sentAt: number | null;
  /**
   * The time at which the message was sent or, if it has no `sentAt`, arrived. The message does not change a field
   * whose stored time is later. Null: the message changes every field that it sets.
   */
  private readonly orderedBy: number | null;
  /** The time that is stored for the fields if the message has no `sentAt`. */
  private readonly doneAt: number | null;
  private offset = 0;
  private day = 0 as Day;
  private stored: readonly number[] | undefined;
  private applied = 0;

  /**
   * If a hotel system's message has no `sentAt`, the service uses the time at which the message arrived. For a change
   * on the hotel page, the service uses the time at which the person made the change, and never rejects the change as
   * too old. If a message with an earlier `sentAt` arrives later, it undoes neither such a message nor such a change.
   */
  constructor(
    layout: Layout,
    notes: PartNotes,
    { sentAt, arrivedAt, seen }: Pick<PartState, 'sentAt' | 'arrivedAt' | 'seen'>,
  ) {
    this.layout = layout;
    this.notes = notes;
    this.sentAt = sentAt;
    this.orderedBy = sentAt ?? arrivedAt;
    this.doneAt = arrivedAt ?? seen?.doneAt ?? null;
  }

  open(offset: number, day: Day, stored: readonly number[] | undefined): void {
    this.offset = offset;
    this.day = day;
    this.stored = stored;
    this.applied = 0;
  }

  /**
   * Returns the value that the message sets. Returns `otherwise` if the message sets no value, or if the stored time of
   * the field is later than the time of the message.
   */
  read(field: number, otherwise: number): number {
    const owner = this.layout.ownerOf(field, this.offset);
    if (owner < 0) return otherwise;
    if (this.orderedBy !== null && (this.stored?.[field] ?? 0) > this.orderedBy) {
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

  /** Adds a note to each update that sets one of the given fields on the day that was last passed to `open`. */
  note(
    code: 'BELOW_SOLD' | 'PRICE_OUTLIER' | 'MIN_ABOVE_MAX' | 'TOO_MANY_ROOMS' | 'ALLOTMENT_NEEDED',
    fields: readonly number[],
  ): void {
    for (const field of fields)
      if (this.isApplied(field))
        for (const owner of this.layout.ownersOf(field, this.offset))
          this.notes.add(owner, code, this.day, field);
  }

  /**
   * Returns for each field of the day the time at which the field was last sent. The times include this message. Null:
   * the stored times stay the same.
   */
  sentAfter(isChanged: boolean): number[] | null {
    const { stored, applied } = this;
    // Many systems send the whole calendar again and again. If a message without `sentAt` sets only values that the day
    // already has, the day therefore keeps its times and its version.
    const at = this.sentAt ?? (isChanged ? this.doneAt : null);
    if (at === null || applied === 0) return null;
    const times = FIELDS.map((_, field) => {
      const time = stored?.[field] ?? 0;
      return this.isApplied(field) ? Math.max(time, at) : time;
    });
    return stored !== undefined && times.every((time, field) => time === stored[field]) ? null : times;
  }
}
