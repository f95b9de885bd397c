import type { Refusal } from '../../kernel/refusal.ts';

/**
 * The codes and HTTP statuses of refusals that only the hotel page receives. Partners and hotel systems never receive
 * these codes.
 */
export const PAGE_STATUSES = {
  /** The person has no session, or the session has ended. */
  SIGN_IN_REQUIRED: 401,
  /** The e-mail address, the password or the code is wrong. The response does not show which of these is wrong. */
  SIGN_IN_REFUSED: 401,
  /** The password is correct, but a code from the person's app is also needed. */
  CODE_REQUIRED: 401,
  /** Too many wrong tries. `retry_after` is the number of seconds to wait. */
  TOO_MANY_TRIES: 429,
  /** The link is unknown, used or too old. */
  LINK_NOT_VALID: 404,
  /** The person's role does not allow the request. */
  ROLE_NOT_ALLOWED: 403,
  /** The request comes from a page whose origin is not the hotel page's origin. */
  OTHER_ORIGIN: 403,
  STAFF_NOT_FOUND: 404,
  /** The session does not belong to the person. */
  SESSION_NOT_FOUND: 404,
  STAFF_EXISTS: 409,
  /** The hotel already has the maximum number of accounts that are not suspended. `limit` is the maximum. */
  STAFF_LIMIT_EXCEEDED: 409,
  /** The person is suspended. The account must be resumed first. */
  STAFF_SUSPENDED: 409,
  /** Only a suspended person can be deleted. */
  STAFF_NOT_SUSPENDED: 409,
  /** The person has no one-time codes, or no manager has made a link for the person. */
  NOTHING_TO_AGREE: 409,
  /**
   * A second manager must agree. This manager must not have made the link, and needs a password that is at least `days`
   * days old.
   */
  SECOND_MANAGER_REQUIRED: 403,
  /** One-time codes are already enabled, or their setup was not begun. */
  TOTP_CONFLICT: 409,
  /** Managers cannot suspend their own accounts, so that the hotel always has a manager. */
  LAST_MANAGER: 409,
  /**
   * Somebody else has changed days since the person loaded them. `cells` lists each of these days, with the time and
   * the author of the change.
   */
  CHANGED_MEANWHILE: 409,
  /** One of the updates was rejected, so nothing was changed. `reasons` contains the reasons. */
  CHANGE_REJECTED: 422,
  /** The scanned text does not come from a voucher of this service, or somebody has changed the text. */
  VOUCHER_FORGED: 422,
  /** This service issued the voucher, but for a hotel that is not the person's hotel. */
  VOUCHER_OF_OTHER_HOTEL: 422,
  /** The hotel has too many open event streams. */
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

/** A refusal by a use case of the hotel page. */
export type PageFailure = Refusal | PageRefusal;

export function refusePage(code: PageCode, message: string, details?: Record<string, unknown>): PageRefusal {
  return { ok: false, page: true, code, message, ...(details !== undefined && { details }) };
}
