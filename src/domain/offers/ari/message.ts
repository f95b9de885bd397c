import type { Day } from '../../../kernel/day.ts';
import type { Night } from '../../inventory/night.ts';
import type { Prices } from '../../pricing/rate-plan.ts';

/** What an update sets, as given in the request. A field that is not named is not changed. */
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
  /** Null: the usual prices. A price that is not named keeps its current value. */
  prices?: { single?: string; double?: string; extraAdult?: string; child?: string } | null;
}

export interface Update {
  ref: string;
  /** A code or an id. */
  roomType: string;
  /** Null: the update is about the room type itself. */
  ratePlan: string | null;
  first: Day;
  last: Day;
  /** 0 is Sunday. Null: every day. */
  weekdays: readonly number[] | null;
  set: UpdateFields;
}

export interface Message {
  messageId: string;
  /** The hash of the whole request. The order of the fields does not change it. */
  requestHash: string;
  /** Milliseconds since 1970. Null: not given. */
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /** Only messages of the hotel page have this list, and they are atomic. Null: days of any version are changed. */
  seen: SeenCell[] | null;
  updates: Update[];
}

/**
 * A day of a room type or a rate plan, and the version of this day that the sender knew. Version 0 means that nobody
 * had changed the day.
 */
export interface SeenCell {
  /** An id. */
  product: string;
  day: Day;
  version: number;
}

/**
 * An update whose product is known. An update contains only numbers, because a message has thousands of updates and is
 * sent to the desk.
 */
export interface ResolvedUpdate {
  /** The position in the request. */
  index: number;
  /** The position in `products`. */
  product: number;
  first: Day;
  last: Day;
  /** Bit 0 is Sunday. */
  weekdays: number;
  /** Field, value, field, value, …: see fields.ts. */
  set: number[];
}

/** A room type or a rate plan that a message names. */
export interface NamedProduct {
  id: string;
  isPlan: boolean;
}

/**
 * A message as the desk receives it. Each update has the position of its product. An invalid update is only in
 * `rejected`.
 */
export interface ResolvedMessage {
  messageId: string;
  requestHash: string;
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /** For each day that was seen: position in `products`, day, version. Not set: days of any version are changed. */
  seen?: number[];
  /**
   * The hash of `products`, of `updates`, and of how they are cut into parts. Release 1.6.0 reads this field name on a
   * link between processes.
   */
  planHash: string;
  products: NamedProduct[];
  updates: ResolvedUpdate[];
  /** How many updates the request has. */
  count: number;
  /** The number of days of all updates together. */
  cells: number;
  /** Why updates were left out. */
  rejected: Note[];
}

export const REJECTIONS = [
  'FROM_AFTER_TO',
  'NO_DAYS',
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

/** Rejection codes that only messages with `seen` get. Hotel systems do not get them. */
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
 * A rejection or a warning about an update, as it is stored with the message. The response is written from these notes,
 * so the same message always gets the same response.
 */
export interface Note {
  /** The position of the update. -1: all updates. */
  at: number;
  code: NoteCode;
  /** The first day that the note concerns, and the number of such days. */
  day?: Day;
  days?: number;
  /** A bit mask of fields. */
  fields?: number;
  /** The position of another update. */
  other?: number;
}

export function isRejection(code: NoteCode): code is Rejection {
  return ([...REJECTIONS, ...PAGE_REJECTIONS] as readonly string[]).includes(code);
}

/** The response of the desk when a message is complete. */
export interface AriResponse {
  seenEvent: number;
  notes: Note[];
  /** Set only for a message with `seen`. Desks of release 1.4.0 do not send it. */
  cells?: MessageCells;
}

/**
 * What a message with `seen` changed, or which days had an unexpected version. This is stored, so that the same message
 * gets the same response again.
 */
export interface MessageCells {
  changed: CellChange[];
  /** Days whose version differs from the version that was seen. If there are any, nothing is changed. */
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

/** A night of a room type, or the prices of a rate plan. `prices` is null for the usual prices. */
export type CellState = { night: NightState } | { prices: Prices | null };
export type NightState = Pick<Night, 'open' | 'stopSell' | 'allotment'>;

/** Who changed a day last. */
export interface DayMark {
  version: number;
  changedAt: string;
  /** The client id of a supplier, or OPERATOR. */
  changedBy: string;
  /** The person who made the change on the hotel page. Null: a system or an operator made it. */
  person: string | null;
  messageId: string | null;
}

/** The present version of a day, and who made it. Null: the day has no version, because the sandbox was reset. */
export interface StaleCell {
  productId: string;
  day: Day;
  version: number;
  changed: { at: string; by: string } | null;
}
