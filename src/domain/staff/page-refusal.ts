import type { Refusal } from '../../kernel/refusal.ts';

/** Refusals that only the hotel page knows. Partners and hotel systems never get them. */
export const PAGE_STATUSES = {
  /** The session does not exist or has ended. */
  SIGN_IN_REQUIRED: 401,
  /** The e-mail address, the password or the code is wrong. The response does not say which. */
  SIGN_IN_REFUSED: 401,
  /** The password is correct, but a code from the person's app is also needed. */
  CODE_REQUIRED: 401,
  /** Too many wrong tries. `retry_after` says how many seconds to wait. */
  TOO_MANY_TRIES: 429,
  /** The link is unknown, used or too old. */
  LINK_NOT_VALID: 404,
  /** The person's role does not allow this. */
  ROLE_NOT_ALLOWED: 403,
  /** The request comes from a page of another origin. */
  OTHER_ORIGIN: 403,
  STAFF_NOT_FOUND: 404,
  /** The session does not belong to the person. */
  SESSION_NOT_FOUND: 404,
  STAFF_EXISTS: 409,
  /** The hotel has the maximum number of accounts that are not suspended. `limit` says how many. */
  STAFF_LIMIT_EXCEEDED: 409,
  /** The person is suspended and must be resumed first. */
  STAFF_SUSPENDED: 409,
  /** Only a suspended person can be deleted. */
  STAFF_NOT_SUSPENDED: 409,
  /** The person has no one-time codes, or no manager has made a link for the person. */
  NOTHING_TO_AGREE: 409,
  /** A second manager must agree, who did not make the link and whose password is at least `days` days old. */
  SECOND_MANAGER_REQUIRED: 403,
  /** One-time codes are on already, or their setup was not begun. */
  TOTP_CONFLICT: 409,
  /** A manager cannot suspend or demote the last manager, or themselves. */
  LAST_MANAGER: 409,
  /** Days were changed after the person saw them. `cells` says which days, by whom and when. */
  CHANGED_MEANWHILE: 409,
  /** An update was rejected. `reasons` says why. Nothing was changed. */
  CHANGE_REJECTED: 422,
  /** The scanned text is not a voucher of this service, or somebody has changed it. */
  VOUCHER_FORGED: 422,
  /** The voucher was issued by this service, but for another hotel. */
  VOUCHER_OF_OTHER_HOTEL: 422,
  /** The hotel has too many open streams of events. */
  TOO_MANY_STREAMS: 429,
} as const;
export type PageCode = keyof typeof PAGE_STATUSES;

export interface PageRefusal {
  ok: false;
  page: true;
  code: PageCode;
  message: string;
  details?: Record<string, unknown>;
}

/** Why a use case of the hotel page failed. */
export type PageFailure = Refusal | PageRefusal;

export function refusePage(code: PageCode, message: string, details?: Record<string, unknown>): PageRefusal {
  return { ok: false, page: true, code, message, ...(details !== undefined && { details }) };
}
