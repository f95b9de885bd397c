import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal, RefusalCode } from '../../kernel/refusal.ts';

/** Exhaustive by its type: a new code without a status does not compile. */
const STATUSES: Record<RefusalCode, number> = {
  VALIDATION_ERROR: 400,
  MALFORMED_JSON: 400,
  INVALID_API_KEY: 401,
  HOTEL_ACCESS_DENIED: 403,
  HOTEL_NOT_FOUND: 404,
  ROOM_TYPE_NOT_FOUND: 404,
  RATE_PLAN_NOT_FOUND: 404,
  BOOKING_NOT_FOUND: 404,
  PREBOOK_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
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
  IDEMPOTENCY_IN_PROGRESS: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
};

export const REFUSAL_CODES = Object.keys(STATUSES) as RefusalCode[];

/** The same request may succeed later, unchanged. Anything else needs a change on the caller's side. */
const RETRYABLE: ReadonlySet<RefusalCode> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
]);

export function statusOf(code: RefusalCode): number {
  return STATUSES[code];
}

export function isRetried(code: RefusalCode): boolean {
  return RETRYABLE.has(code);
}

export function errorBody(refusal: Refusal, requestId: string, retryable = isRetried(refusal.code)) {
  const { code, message, details } = refusal;
  const error = { code, message, request_id: requestId, retryable };
  return { success: false as const, error: details === undefined ? error : { ...error, details } };
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'SERVICE_UNAVAILABLE' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', 1);
  return reply.code(statusOf(refusal.code)).send(errorBody(refusal, request.id));
}
