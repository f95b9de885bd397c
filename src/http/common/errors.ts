// Determines the HTTP status and the body of each refusal.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatDay } from '../../kernel/day.ts';
import { formatMoney } from '../../kernel/money.ts';
import type { Refusal, RefusalCode, RefusalDetails, RestrictionReason } from '../../kernel/refusal.ts';

/** The type requires a status for every error code. If a status is missing, the program does not compile. */
const STATUSES: Record<RefusalCode, number> = {
  VALIDATION_ERROR: 400,
  MALFORMED_JSON: 400,
  INVALID_API_KEY: 401,
  WRONG_KEY_KIND: 403,
  HOTEL_ACCESS_DENIED: 403,
  HOTEL_NOT_FOUND: 404,
  ROOM_TYPE_NOT_FOUND: 404,
  RATE_PLAN_NOT_FOUND: 404,
  BOOKING_NOT_FOUND: 404,
  PREBOOK_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CURSOR_GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INSUFFICIENT_INVENTORY: 409,
  PRICE_CHANGED: 409,
  RESTRICTION_VIOLATED: 409,
  QUOTE_EXPIRED: 409,
  PREBOOK_EXPIRED: 409,
  PREBOOK_MISMATCH: 409,
  PREBOOK_CONSUMED: 409,
  PREBOOK_LIMIT_EXCEEDED: 409,
  BOOKING_STATE_CONFLICT: 409,
  WEBHOOK_EXISTS: 409,
  WEBHOOK_LIMIT_EXCEEDED: 409,
  WEBHOOK_TEST_RUNNING: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  BOOKINGS_HALTED: 503,
  OUTCOME_UNKNOWN: 503,
};

export const REFUSAL_CODES = Object.keys(STATUSES) as RefusalCode[];

/**
 * A request that failed with one of these codes may succeed later without a change. OUTCOME_UNKNOWN is not in this
 * list, because a retry is not safe for every request: see write-response.ts.
 */
const RETRYABLE: ReadonlySet<RefusalCode> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
  'BOOKINGS_HALTED',
  'IDEMPOTENCY_IN_PROGRESS',
  'WEBHOOK_TEST_RUNNING',
]);

export function statusOf(code: RefusalCode): number {
  return STATUSES[code];
}

export function isRetried(code: RefusalCode): boolean {
  return RETRYABLE.has(code);
}

/** Returns the address of the page that explains an error code. */
function docUrl(code: RefusalCode, publicUrl: string): string {
  return `${publicUrl}/errors/${code}`;
}

export function errorBody(
  refusal: Refusal,
  requestId: string,
  publicUrl: string,
  retryable = isRetried(refusal.code),
) {
  const { code, message } = refusal;
  const error = { code, message, doc_url: docUrl(code, publicUrl), request_id: requestId, retryable };
  const details = detailsView(refusal);
  return { success: false as const, error: details === undefined ? error : { ...error, details } };
}

/**
 * The type requires a view for the details of every error code that has details. If a view is missing, the program does
 * not compile.
 */
const DETAILS: { [Code in keyof RefusalDetails]: (details: RefusalDetails[Code]) => unknown } = {
  VALIDATION_ERROR: (problems) => problems,
  INSUFFICIENT_INVENTORY: ({ roomsRequested, nights }) => ({
    rooms_requested: roomsRequested,
    nights: nights.map(({ day, available }) => ({ date: formatDay(day), available })),
  }),
  PRICE_CHANGED: ({ quotedTotal, currentTotal, currency, changePercent, quoteId }) => ({
    quoted_total: formatMoney(quotedTotal, currency),
    current_total: formatMoney(currentTotal, currency),
    currency,
    change_percent: changePercent,
    quote_id: quoteId,
  }),
  RESTRICTION_VIOLATED: ({ reasons }) => ({ reasons: reasons.map(reasonView) }),
  PREBOOK_CONSUMED: ({ bookingId }) => ({ booking_id: bookingId }),
  PREBOOK_LIMIT_EXCEEDED: ({ limit }) => ({ limit }),
  BOOKING_STATE_CONFLICT: ({ status, checkIn }) =>
    checkIn === undefined ? { status } : { status, check_in: formatDay(checkIn) },
  CURSOR_GONE: ({ readFrom }) => ({ read_from: readFrom }),
  WEBHOOK_EXISTS: ({ webhookId }) => ({ webhook_id: webhookId }),
  WEBHOOK_LIMIT_EXCEEDED: ({ limit }) => ({ limit }),
  RATE_LIMIT_EXCEEDED: ({ window, limit, retryAfterSeconds }) => ({
    window,
    limit,
    retry_after: retryAfterSeconds,
  }),
};

/** The JSON name of each limit that a reason can contain. The type requires a name for every limit. */
const BOUNDS: Record<Exclude<AnyKey<RestrictionReason>, 'code' | 'day' | 'ratePlanId'>, string> = {
  minStay: 'min_stay',
  minStayThrough: 'min_stay_through',
  maxStay: 'max_stay',
  maxAdults: 'max_adults',
  maxChildren: 'max_children',
  maxOccupancy: 'max_occupancy',
  sameDayCutoff: 'same_day_cutoff',
  releaseDays: 'release_days',
  hotelStatus: 'hotel_status',
};

type AnyKey<Union> = Union extends unknown ? keyof Union : never;

function reasonView({ code, day, ratePlanId, ...bounds }: RestrictionReason) {
  return {
    code,
    ...(day !== undefined && { date: formatDay(day) }),
    ...(ratePlanId !== undefined && { rate_plan_id: ratePlanId }),
    ...Object.fromEntries(
      Object.entries(bounds).map(([name, bound]) => [BOUNDS[name as keyof typeof BOUNDS], bound]),
    ),
  };
}

function detailsView({ code, details }: Refusal): unknown {
  if (details === undefined) return undefined;
  const view = DETAILS[code as keyof RefusalDetails] as (details: unknown) => unknown;
  return view(details);
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  request.errorCode = refusal.code;
  if (refusal.code === 'SERVICE_UNAVAILABLE' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', 1);
  const limited = refusal.code === 'RATE_LIMIT_EXCEEDED' ? refusal.details : undefined;
  if (limited !== undefined)
    reply.header('retry-after', (limited as RefusalDetails['RATE_LIMIT_EXCEEDED']).retryAfterSeconds);
  return reply.code(statusOf(refusal.code)).send(errorBody(refusal, request.id, request.server.publicUrl()));
}
