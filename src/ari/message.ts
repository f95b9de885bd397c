import type { Day } from '../kernel/day.ts';

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
  updates: Update[];
}

/** An update whose product is known. Numbers only, because a message has thousands and is sent to the desk. */
export interface PlannedUpdate {
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

export interface Product {
  id: string;
  isPlan: boolean;
}

/** A message as the desk receives it. Each update has the position of its product. Invalid updates are in `rejected` only. */
export interface PlannedMessage {
  messageId: string;
  requestHash: string;
  sentAt: number | null;
  isAtomic: boolean;
  seenEvent: number | null;
  /** Of `products` and `updates`, and of how they are cut into parts. */
  planHash: string;
  products: Product[];
  updates: PlannedUpdate[];
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
export type Rejection = (typeof REJECTIONS)[number];

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
  return (REJECTIONS as readonly string[]).includes(code);
}

/** What the desk answers when a message is complete. */
export interface AriAnswer {
  seenEvent: number;
  notes: Note[];
}
