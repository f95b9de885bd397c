// Converts the stored notes about a message to the result that the sender receives. Each reason has a text.

import { formatDay } from '../../../kernel/day.ts';
import type { FieldProblemCode } from '../../../kernel/refusal.ts';
import { namesOf } from './fields.ts';
import { type AriResponse, isRejection, type Note, type NoteCode } from './message.ts';

export type UpdateStatus = 'APPLIED' | 'WARNING' | 'REJECTED';
export type MessageStatus = 'APPLIED' | 'PARTLY_APPLIED' | 'REJECTED';

export interface Reason {
  code: NoteCode;
  message: string;
  /** The path of the rejected field in the request body. */
  path?: string;
  /** What the sender should send instead. */
  suggestion?: string;
}

export interface UpdateResult {
  ref: string;
  status: UpdateStatus;
  reasons: Reason[];
}

export interface MessageResult {
  status: MessageStatus;
  seenEvent: number;
  results: UpdateResult[];
}

/**
 * Returns the result of the message and of each update. The result depends only on the notes that the desk has stored,
 * so a repeated message gets the same result.
 */
export function messageResult(refs: readonly string[], { seenEvent, notes }: AriResponse): MessageResult {
  const byUpdate = new Map<number, Note[]>();
  const ofAll = notes.filter(({ at }) => at === -1);
  for (const note of notes) {
    const known = byUpdate.get(note.at);
    const same = known?.findIndex(({ code, path }) => code === note.code && path === note.path) ?? -1;
    if (known === undefined) byUpdate.set(note.at, [note]);
    else if (same < 0) known.push(note);
    else known[same] = joined(known[same]!, note);
  }
  let rejected = 0;
  const results = refs.map((ref, index): UpdateResult => {
    const own = [...(byUpdate.get(index) ?? []), ...ofAll];
    const status = statusOf(own);
    if (status === 'REJECTED') rejected += 1;
    return { ref, status, reasons: own.map((note) => reasonOf(note, refs)) };
  });
  const status = rejected === 0 ? 'APPLIED' : rejected === refs.length ? 'REJECTED' : 'PARTLY_APPLIED';
  return { status, seenEvent, results };
}

/**
 * Joins two notes with the same code about one update. There are two notes if the days of the update are in two parts.
 * `first` is the note about the earlier days.
 */
function joined(first: Note, next: Note): Note {
  if (first.days === undefined || next.days === undefined) return first;
  return { ...first, days: first.days + next.days, fields: (first.fields ?? 0) | (next.fields ?? 0) };
}

function statusOf(notes: readonly Note[]): UpdateStatus {
  if (notes.length === 0) return 'APPLIED';
  return notes.some(({ code }) => isRejection(code)) ? 'REJECTED' : 'WARNING';
}

/**
 * The text for each code. The compiler checks that no text is missing. The codes of field problems have no text here,
 * because a note with such a code contains the text.
 */
const TEXTS: Record<Exclude<NoteCode, FieldProblemCode>, (note: Note, refs: readonly string[]) => string> = {
  FROM_AFTER_TO: () => 'from is after to',
  PAST: () => 'all days are before today',
  NO_DAYS: () => 'no day from `from` to `to` is one of the weekdays',
  NOTHING_SET: () => 'set has no field',
  ALLOTMENT_AND_ROOMS_LEFT: () => 'allotment and roomsLeft cannot be set together: send one of them',
  UNKNOWN_ROOM_TYPE: () => 'the hotel has no room type with this code or id',
  UNKNOWN_RATE_PLAN: () => 'the room type has no rate plan with this code or id',
  NOT_FOR_ROOM_TYPE: () => 'prices and minStayThrough belong to a rate plan: name it in ratePlan',
  NOT_FOR_RATE_PLAN: () => 'allotment, roomsLeft and blocked belong to the room type: leave out ratePlan',
  INVALID_PRICE: () =>
    'each price must be an amount in the currency of the plan and not too large; single and double must be above 0',
  CONFLICTING_UPDATES: (note, refs) =>
    `update ${refs[note.other!]} sets ${fieldsOf(note)} on ${formatDay(note.day!)} to another value; neither was applied`,
  MIN_ABOVE_MAX: (note) => `${daysOf(note)}: the minimum stay would be above the maximum stay`,
  TOO_MANY_ROOMS: (note) => `${daysOf(note)}: the allotment would be above 32767`,
  SENT_TOO_FAR_AHEAD: () => 'sentAt is more than 5 minutes ahead of our clock',
  UNKNOWN_EVENT: () => 'seenEvent is after the last event of the hotel',
  CHANGED_MEANWHILE: (note) => `${daysOf(note)}: somebody else has made a change since`,
  ALLOTMENT_NEEDED: (note) => `${daysOf(note)}: the night is not open yet; set an allotment to open it`,
  NOT_APPLIED: () => 'not applied, because another update was rejected',
  BELOW_SOLD: (note) =>
    `${daysOf(note)}: more rooms are sold or held than offered; nothing is cancelled, and nothing more is sold`,
  PRICE_OUTLIER: (note) =>
    `${daysOf(note)}: the single or double price is more than five times the usual one, or less than a fifth of it`,
  PAST_CLAMPED: (note) => `days before ${formatDay(note.day!)} were left out`,
  BEYOND_HORIZON: (note) => `days after ${formatDay(note.day!)} were left out`,
  OLDER_THAN_STORED: (note) =>
    `${daysOf(note)}: ${fieldsOf(note)} not changed, because a message with a later sentAt has set it`,
};

function reasonOf(note: Note, refs: readonly string[]): Reason {
  const { code, path, suggestion } = note;
  return { code, message: textOf(note, refs), ...(path && { path }), ...(suggestion && { suggestion }) };
}

function textOf(note: Note, refs: readonly string[]): string {
  return note.message ?? TEXTS[note.code as keyof typeof TEXTS](note, refs);
}

function daysOf({ day, days }: Note): string {
  const first = formatDay(day!);
  return days === 1 ? `on ${first}` : `on ${days} days, the first on ${first}`;
}

function fieldsOf({ fields }: Note): string {
  return namesOf(fields ?? 0).join(', ');
}
