import type { Day } from './day.ts';
import type { BookingId, QuoteId, RatePlanId, WebhookId } from './ids.ts';
import type { Currency, Minor } from './money.ts';

/** The codes of all expected refusals. http/common/errors.ts contains the HTTP status of each code. */
export type RefusalCode =
  | 'VALIDATION_ERROR'
  | 'MALFORMED_JSON'
  | 'INVALID_API_KEY'
  | 'WRONG_KEY_KIND'
  | 'HOTEL_ACCESS_DENIED'
  | 'HOTEL_NOT_FOUND'
  | 'ROOM_TYPE_NOT_FOUND'
  | 'RATE_PLAN_NOT_FOUND'
  | 'BOOKING_NOT_FOUND'
  | 'PREBOOK_NOT_FOUND'
  | 'WEBHOOK_NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INSUFFICIENT_INVENTORY'
  | 'PRICE_CHANGED'
  | 'RESTRICTION_VIOLATED'
  | 'QUOTE_EXPIRED'
  | 'PREBOOK_EXPIRED'
  | 'PREBOOK_MISMATCH'
  | 'PREBOOK_CONSUMED'
  | 'PREBOOK_LIMIT_EXCEEDED'
  | 'BOOKING_STATE_CONFLICT'
  | 'CURSOR_GONE'
  | 'WEBHOOK_EXISTS'
  | 'WEBHOOK_LIMIT_EXCEEDED'
  | 'WEBHOOK_TEST_RUNNING'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'BOOKINGS_HALTED'
  | 'OUTCOME_UNKNOWN';

/**
 * The codes of all problems that a field can have. Do not add a code, because partners' programs depend on the codes.
 */
export const FIELD_PROBLEM_CODES = [
  'REQUIRED',
  'WRONG_TYPE',
  'INVALID_FORMAT',
  'INVALID_TEXT',
  'NOT_ALLOWED',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_SMALL',
  'TOO_LARGE',
  'TOO_EARLY',
  'TOO_LATE',
  'UNKNOWN_FIELD',
  'INVALID',
] as const;
export type FieldProblemCode = (typeof FIELD_PROBLEM_CODES)[number];

/** One problem of one field of a request. */
export interface FieldProblem {
  field: string;
  code: FieldProblemCode;
  message: string;
}

/** The room limits that a party exceeds. Limits that the party does not exceed are not included. */
export type BrokenRoomLimits = Partial<Record<'maxAdults' | 'maxChildren' | 'maxOccupancy', number>>;

/**
 * The reason why a hotel does not accept a stay, with the limit that the stay violates. If the limit belongs to a rate
 * plan, `ratePlanId` is present. The stay may then be possible with another plan of the room type. For a closed day,
 * the reason contains only the date.
 */
export type RestrictionReason = { ratePlanId?: RatePlanId } & (
  | { code: 'STOP_SELL' | 'CLOSED_TO_ARRIVAL' | 'CLOSED_TO_DEPARTURE' | 'NOT_OPEN'; day: Day }
  | { code: 'MIN_STAY'; day: Day; minStay: number }
  | { code: 'MIN_STAY_THROUGH'; day: Day; minStayThrough: number }
  | { code: 'MAX_STAY'; day: Day; maxStay: number }
  | { code: 'SAME_DAY_CUTOFF'; day: Day; sameDayCutoff: string }
  | { code: 'RELEASE_PERIOD'; day: Day; releaseDays: number }
  | ({ code: 'OCCUPANCY_EXCEEDED'; day?: never } & BrokenRoomLimits)
  | { code: 'HOTEL_NOT_ACTIVE'; day?: never; hotelStatus: 'INACTIVE' | 'SUSPENDED' }
);

/**
 * The windows in which rate limits count requests. A partner has two windows. A supplier has the window `supply` for
 * each hotel, and the window `all_hotels` for all requests. An IP address has the other windows. Do not add a window,
 * because partners' programs depend on the names.
 */
export type WindowName =
  | 'looks'
  | 'bookings'
  | 'supply'
  | 'all_hotels'
  | 'address'
  | 'credentials'
  | 'daily_credentials'
  | 'pages'
  | 'documents';

/** The details that some refusals contain in addition to the message. */
export interface RefusalDetails {
  VALIDATION_ERROR: FieldProblem[];
  INSUFFICIENT_INVENTORY: { roomsRequested: number; nights: { day: Day; available: number }[] };
  PRICE_CHANGED: {
    quotedTotal: Minor;
    currentTotal: Minor;
    currency: Currency;
    changePercent: number;
    quoteId: QuoteId | null;
  };
  RESTRICTION_VIOLATED: { reasons: RestrictionReason[] };
  PREBOOK_CONSUMED: { bookingId: BookingId | null };
  PREBOOK_LIMIT_EXCEEDED: { limit: number };
  BOOKING_STATE_CONFLICT: { status: string; checkIn?: Day };
  /** Events up to this number were lost. The caller can read the events after this number. */
  CURSOR_GONE: { readFrom: number };
  WEBHOOK_EXISTS: { webhookId: WebhookId };
  WEBHOOK_LIMIT_EXCEEDED: { limit: number };
  RATE_LIMIT_EXCEEDED: { window: WindowName; limit: number; retryAfterSeconds: number };
}

type DetailsOf<Code extends RefusalCode> = Code extends keyof RefusalDetails ? [RefusalDetails[Code]] : [];

/**
 * An expected refusal. Functions return a refusal as a value. If an invariant is broken, they throw an error instead.
 */
export type Refusal = {
  [Code in RefusalCode]: { ok: false; code: Code; message: string } & (Code extends keyof RefusalDetails
    ? { details: RefusalDetails[Code] }
    : { details?: never });
}[RefusalCode];

export interface Accepted<T> {
  ok: true;
  value: T;
}

/**
 * A value, or the reason why there is no value. Functions for operators and for the hotel page use other types for
 * `Failure`.
 */
export type Outcome<T, Failure = Refusal> = Accepted<T> | Failure;

/** Why an operator's command changed nothing, with one line per problem. */
export interface Declined {
  ok: false;
  problems: string[];
}

export function accept<T>(value: T): Accepted<T> {
  return { ok: true, value };
}

export function refuse<Code extends RefusalCode>(
  code: Code,
  message: string,
  ...[details]: DetailsOf<Code>
): Refusal {
  // The compiler checks the type of `details` in every call of this function. Inside the function, the compiler cannot
  // check the type, because `Refusal` is a union.
  return (
    details === undefined ? { ok: false, code, message } : { ok: false, code, message, details }
  ) as Refusal;
}

export function refuseInput(problems: FieldProblem[]): Refusal {
  return refuse('VALIDATION_ERROR', problems.map((problem) => problem.message).join('; '), problems);
}

export function decline(...problems: string[]): Declined {
  return { ok: false, problems };
}
