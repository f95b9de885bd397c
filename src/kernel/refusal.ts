/** Every "no" the service can say. The HTTP status of each stands in http/errors.ts. */
export type RefusalCode =
  | 'VALIDATION_ERROR'
  | 'MALFORMED_JSON'
  | 'INVALID_API_KEY'
  | 'HOTEL_ACCESS_DENIED'
  | 'HOTEL_NOT_FOUND'
  | 'ROOM_TYPE_NOT_FOUND'
  | 'RATE_PLAN_NOT_FOUND'
  | 'BOOKING_NOT_FOUND'
  | 'PREBOOK_NOT_FOUND'
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
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'OUTCOME_UNKNOWN';

/** One thing that is wrong with one field of a request. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** An expected no. It is a value: only a broken invariant is thrown. */
export interface Refusal {
  ok: false;
  code: RefusalCode;
  message: string;
  details?: FieldProblem[] | Record<string, unknown>;
}

export interface Accepted<T> {
  ok: true;
  value: T;
}

export type Outcome<T> = Accepted<T> | Refusal;

export function accept<T>(value: T): Accepted<T> {
  return { ok: true, value };
}

export function refuse(code: RefusalCode, message: string, details?: Refusal['details']): Refusal {
  return details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
}

export function refuseInput(problems: FieldProblem[]): Refusal {
  return refuse('VALIDATION_ERROR', problems.map((problem) => problem.message).join('; '), problems);
}
