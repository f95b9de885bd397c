import type { Day } from '../../../kernel/day.ts';
import type { Night } from '../../inventory/night.ts';
import type { Prices } from '../../pricing/rate-plan.ts';

/** What an update sets, as the request has it. A field that is not named is not changed. */
export interface UpdateFields {
  allotment?: number;
  roomsLeft?: number;
  blocked?: number;
  /** Null: not restricted. */
  stopSell?: boolean | null;
  cta?: boolean | null;
  ctd?: boolean | null;
  minStay?: number | null;
  minStayThrough?: number | null;
  maxStay?: number | null;
  /** Null: the usual prices. A price that is not named stays as it is in force. */
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
  /** Of the whole request. The order of its fields does not matter. */
  requestHash: string;
  /** Milliseconds since 1970. Null: not given. */
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /** Null: the message is applied to days of any version. Only messages of the hotel page have it. They are atomic. */
  seen: SeenCell[] | null;
  updates: Update[];
}

/** A day of a room type or a rate plan, and the version of it that the sender knew. 0: nobody has changed it yet. */
export interface SeenCell {
  /** An id. */
  product: string;
  day: Day;
  version: number;
}

/** An update whose product is known. Numbers only, because a message has thousands and is sent to the desk. */
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

/** A message as the desk receives it. Each update has the position of its product. Invalid updates are in `rejected` only. */
export interface ResolvedMessage {
  messageId: string;
  requestHash: string;
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /** Position in `products`, day, version, and so on. Not set: days of any version are changed. */
  seen?: number[];
  /** Of `products` and `updates`, and of how they are cut into parts. Release 1.6.0 reads this name on a link. */
  planHash: string;
  products: NamedProduct[];
  updates: ResolvedUpdate[];
  /** How many updates the request has. */
  count: number;
  /** Days of all updates together. */
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

/** Rejections of messages with `seen`. Hotel systems do not get them. */
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
 * A rejection or a warning of an update, as it is stored with the message. The response is written from it, so the
 * same message always gets the same response.
 */
export interface Note {
  /** The position of the update. -1: all updates. */
  at: number;
  code: NoteCode;
  /** The first day that is concerned, and how many are. */
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
  /** Of a message with `seen`. Desks of 1.4.0 do not send it. */
  cells?: MessageCells;
}

/** What a message with `seen` did, or what it did not expect. Stored with it: sent again, it gets the same response. */
export interface MessageCells {
  changed: CellChange[];
  /** Days whose version is another than the one that was seen. Nothing is changed then. */
  stale: StaleCell[];
}

/** A day that a message has changed. `version` is the new one. */
export interface CellChange {
  productId: string;
  day: Day;
  version: number;
  before: CellState;
  after: CellState;
}

/** A night of a room type, or the prices of a rate plan: null for the usual ones. */
export type CellState = { night: NightState } | { prices: Prices | null };
export type NightState = Pick<Night, 'open' | 'stopSell' | 'allotment'>;

/** Who changed a day last. */
export interface DayMark {
  version: number;
  changedAt: string;
  /** The client id of a supplier, or OPERATOR. */
  changedBy: string;
  /** Who did it on the hotel page. Null: a system or an operator did. */
  person: string | null;
  messageId: string | null;
}

/** The present version of a day, and who made it. Null: nobody has, because the sandbox was reset. */
export interface StaleCell {
  productId: string;
  day: Day;
  version: number;
  changed: { at: string; by: string } | null;
}
