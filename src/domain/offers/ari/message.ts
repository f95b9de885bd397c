import type { Day } from '../../../kernel/day.ts';
import { FIELD_PROBLEM_CODES, type FieldProblemCode } from '../../../kernel/refusal.ts';
import type { Night } from '../../inventory/night.ts';
import type { Prices } from '../../pricing/rate-plan.ts';

/**
 * The values of an update in the form in which the request contains them. An update does not change fields that it does
 * not contain.
 */
export interface UpdateFields {
  allotment?: number;
  roomsLeft?: number;
  blocked?: number;
  /** Null: the restriction is removed. */
  stopSell?: boolean | null;
  cta?: boolean | null;
  ctd?: boolean | null;
  minStay?: number | null;
  minStayThrough?: number | null;
  maxStay?: number | null;
  /** Null sets the usual prices. A price that the update does not contain stays the same. */
  prices?: { single?: string; double?: string; extraAdult?: string; child?: string } | null;
}

export interface Update {
  ref: string;
  /** The code or the id of the room type. */
  roomType: string;
  /** Null: the update changes the room type and not one of its rate plans. */
  ratePlan: string | null;
  first: Day;
  last: Day;
  /** The days of the week on which the update applies. 0 is Sunday. Null: every day of the week. */
  weekdays: readonly number[] | null;
  set: UpdateFields;
}

/**
 * An update with a value that cannot be read. The service rejects this update, but not the other updates of the
 * message.
 */
export interface InvalidUpdate {
  ref: string;
  problems: UpdateProblem[];
}

/** Why an update is rejected, and how to correct it. `path` is the path of the rejected field in the request body. */
export interface UpdateProblem {
  code: FieldProblemCode;
  path: string;
  message: string;
  suggestion: string;
}

export interface Message {
  messageId: string;
  /** The hash of the whole request. The hash does not depend on the order of the fields. */
  requestHash: string;
  /**
   * Milliseconds since 1970. Null: the message does not contain this time. The service then uses the time at which the
   * message arrives.
   */
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /**
   * The days that the sender has seen. Only messages of the hotel page have this list, and such messages are atomic.
   * Null: the versions of days are not checked.
   */
  seen: SeenCell[] | null;
  updates: (Update | InvalidUpdate)[];
}

/**
 * A day of a room type or a rate plan, and the version of this day that the sender has seen. Version 0 means that
 * nobody has changed the day yet.
 */
export interface SeenCell {
  /** The id of the room type or the rate plan. */
  product: string;
  day: Day;
  version: number;
}

/**
 * An update after its product was found. Resolved updates contain only numbers, so that a message with thousands of
 * updates stays small when it is sent to the desk.
 */
export interface ResolvedUpdate {
  /** The position in the request. */
  index: number;
  /** The position in `products`. */
  product: number;
  first: Day;
  last: Day;
  /** A bit mask of the days of the week. Bit 0 is Sunday. */
  weekdays: number;
  /** A list of numbers: field, value, field, value, … The fields are in fields.ts. */
  set: number[];
}

/** A room type or a rate plan that a message names. */
export interface NamedProduct {
  id: string;
  isPlan: boolean;
}

/**
 * A message in the form in which it is sent to the desk. Each update contains the position of its product in
 * `products`. Invalid updates occur only in `rejected`, not in `updates`.
 */
export interface ResolvedMessage {
  messageId: string;
  requestHash: string;
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /**
   * Three numbers for each day that the sender has seen: position in `products`, day and version. Not set: the versions
   * of days are not checked.
   */
  seen?: number[];
  /**
   * The hash of `products`, `updates` and the size of a part. Do not change the name of this field, because processes
   * of release 1.6.0 read it.
   */
  planHash: string;
  products: NamedProduct[];
  updates: ResolvedUpdate[];
  /** The number of updates in the request. */
  count: number;
  /** The total number of days of all updates. */
  cells: number;
  /** The rejections of the updates that are not in `updates`. */
  rejected: Note[];
}

export const REJECTIONS = [
  ...FIELD_PROBLEM_CODES,
  'FROM_AFTER_TO',
  'NO_DAYS',
  'PAST',
  'NOTHING_SET',
  'ALLOTMENT_AND_ROOMS_LEFT',
  'UNKNOWN_ROOM_TYPE',
  'UNKNOWN_RATE_PLAN',
  'NOT_FOR_ROOM_TYPE',
  'NOT_FOR_RATE_PLAN',
  'INVALID_PRICE',
  'CONFLICTING_UPDATES',
  'MIN_ABOVE_MAX',
  'TOO_MANY_ROOMS',
  'SENT_TOO_FAR_AHEAD',
  'UNKNOWN_EVENT',
  'NOT_APPLIED',
] as const;

/** Rejection codes of messages with `seen`. Hotel systems do not receive these codes. */
const PAGE_REJECTIONS = ['CHANGED_MEANWHILE', 'ALLOTMENT_NEEDED'] as const;
export type Rejection = (typeof REJECTIONS)[number] | (typeof PAGE_REJECTIONS)[number];

export const ARI_WARNINGS = [
  'BELOW_SOLD',
  'PRICE_OUTLIER',
  'PAST_CLAMPED',
  'BEYOND_HORIZON',
  'OLDER_THAN_STORED',
] as const;
export type AriWarning = (typeof ARI_WARNINGS)[number];

export type NoteCode = Rejection | AriWarning;

/**
 * A rejection or a warning about an update, as it is stored with the message. The response is computed from these
 * stored notes, so a repeated message gets the same response.
 */
export interface Note {
  /** The position of the update. -1: the note concerns all updates. */
  at: number;
  code: NoteCode;
  /** The first day that the note concerns, and the number of days that it concerns. */
  day?: Day;
  days?: number;
  /** A bit mask of fields. */
  fields?: number;
  /** The position of another update, which contradicts this update. */
  other?: number;
  /** The path of the rejected field in the request body. */
  path?: string;
  /** The text of the reason, if the code alone does not determine it. */
  message?: string;
  /** What the sender should send instead. */
  suggestion?: string;
}

export function isRejection(code: NoteCode): code is Rejection {
  return !(ARI_WARNINGS as readonly string[]).includes(code);
}

/** The desk's response to a complete message. */
export interface AriResponse {
  seenEvent: number;
  notes: Note[];
  /** Set only for a message with `seen`. Desks of release 1.4.0 do not send this field. */
  cells?: MessageCells;
}

/**
 * The days that a message with `seen` has changed or, if the message changed nothing, the days that prevented the
 * change. The lists are stored, so that a repeated message gets the same response.
 */
export interface MessageCells {
  changed: CellChange[];
  /**
   * The days whose version differs from the version that the sender has seen. If this list is not empty, the message
   * has changed nothing.
   */
  stale: StaleCell[];
}

/** A day that a message has changed. `version` is the new version. */
export interface CellChange {
  productId: string;
  day: Day;
  version: number;
  before: CellState;
  after: CellState;
}

/**
 * The state of a night of a room type, or the prices of a rate plan on a day. If `prices` is null, the usual prices
 * apply.
 */
export type CellState = { night: NightState } | { prices: Prices | null };
export type NightState = Pick<Night, 'open' | 'stopSell' | 'allotment'>;

/** The last change of a day: its version, time and author. */
export interface DayMark {
  version: number;
  changedAt: string;
  /** The client id of a supplier, or OPERATOR. */
  changedBy: string;
  /** The person who made the change on the hotel page. Null: a system or an operator made the change. */
  person: string | null;
  messageId: string | null;
}

/**
 * A day with its present version and the author of this version. If `changed` is null, no version of the day is stored,
 * because the sandbox was reset.
 */
export interface StaleCell {
  productId: string;
  day: Day;
  version: number;
  changed: { at: string; by: string } | null;
}
