/**
 * The requests and responses of the hotel page, under /hotel/api. This file contains only types, because the page
 * imports it too. Days are YYYY-MM-DD in Baghdad, instants are ISO 8601, amounts are text in the currency of the hotel.
 * A successful response is `{ success: true, data }`. An error has the same body as in the rest of the service.
 */

export type Role = 'MANAGER' | 'FRONT_DESK';

export interface Names {
  name_en: string;
  name_ar: string;
}

/** GET /session, and the response of every request that signs in. */
export interface SessionView {
  person: {
    id: string;
    name: string;
    email: string;
    role: Role;
    has_totp: boolean;
    is_test_account: boolean;
  };
  hotel: Names & { id: string; public_id: string; name_ckb: string | null; currency: string };
  environment: 'sandbox' | 'production';
  /** The instant of the response, and its day in Baghdad. */
  now: string;
  today: string;
  /** Ed25519 public keys that may have signed vouchers, base64url. The newest first. */
  voucher_keys: string[];
}

/** POST /session. `code` is a one-time code of the person's app. */
export interface SignInBody {
  email: string;
  password: string;
  code?: string;
}

/** POST /session/enter: only in sandbox, with the token of a link that the console has made. */
export interface EnterBody {
  token: string;
}

/** POST /invitations/open `{ token }` */
export interface InvitationView {
  email: string;
  name: string;
  role: Role;
  hotel: Names & { name_ckb: string | null };
  expires_at: string;
  /** The person's one-time codes stay on, so the link works only with a code. */
  needs_code: boolean;
}

/** POST /invitations/accept signs in. */
export interface AcceptInvitationBody {
  token: string;
  name: string;
  password: string;
  code?: string;
}

/**
 * Some actions need more than a session: the password, and a one-time code if codes are on. Without a code the error is
 * CODE_REQUIRED. A test account of a sandbox has no password.
 */
export interface ProofBody {
  password?: string;
  code?: string;
}

/** POST /account/password. Ends the other sessions. */
export interface ChangePasswordBody {
  current: string;
  password: string;
}

/** POST /account/totp `{ password }` begins, POST /account/totp/confirm `{ code }` ends it, DELETE /account/totp with a ProofBody. */
export interface TotpView {
  /** Base32. */
  secret: string;
  /** otpauth://… */
  url: string;
  /** An SVG image of the address. */
  qr_svg: string;
}

/** GET /account/sessions. DELETE /account/sessions/{id} ends one. */
export interface SessionLine {
  id: string;
  device: string;
  address: string;
  created_at: string;
  used_at: string;
  is_this: boolean;
}

/** GET /staff, managers only. */
export interface StaffLine {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED';
  has_totp: boolean;
  used_at: string | null;
  is_you: boolean;
  /**
   * The manager who made a link for a person whose codes stay on. Null: there is no link, or the link removes the
   * codes.
   */
  asked: { by: string; by_you: boolean } | null;
}

/**
 * POST /staff, managers only. POST /staff/{id}/invite with a ProofBody makes a new link. The old password is deleted
 * when the link is used. Codes stay on unless another manager agrees: POST /staff/{id}/agree with a ProofBody.
 */
export interface InviteBody extends ProofBody {
  email: string;
  name: string;
  role: Role;
}
export interface InvitedView {
  staff: StaffLine;
  /** Shown only once. Valid for 48 hours. */
  url: string;
  expires_at: string;
}

/** POST /staff/{id}/suspend, and with a ProofBody /resume, /agree and /delete (of somebody who is suspended) return a StaffLine. */

/**
 * GET /staff/news, managers only: changes of accounts that others made, as AuditLines. POST /staff/news/seen `{last}`,
 * with the id of the newest line.
 */

export type AuditKind = 'ACCOUNTS' | 'SIGN_INS' | 'ROOMS' | 'REFUSED';

/** GET /audit?kind=ACCOUNTS&before=12, managers only: entries about the hotel, the newest first, 50 at a time. */
export interface AuditPage {
  lines: AuditLine[];
  /** `before` of the next page. Null: there are no more. */
  next: number | null;
}
export interface AuditLine {
  id: number;
  at: string;
  /** OTHER: a hotel system, the network address of somebody unknown, or a name that an earlier release stored. */
  by: 'PERSON' | 'OPERATOR' | 'OTHER';
  /** For a person, the current name. For an operator, `operator`. */
  who: string;
  email: string | null;
  /** A change, such as `staff invite`. A refused action begins with `refused `: see record-page-refusal.usecase.ts. */
  action: string;
  before: unknown;
  after: unknown;
}

export type Status = 'CONFIRMED' | 'CHECKED_IN' | 'CHECKED_OUT' | 'NO_SHOW' | 'CANCELLED';
export type Step = 'CHECK_IN' | 'CHECK_OUT' | 'NO_SHOW' | 'CANNOT_HONOUR';
export type Board = 'ROOM_ONLY' | 'BED_AND_BREAKFAST' | 'HALF_BOARD' | 'FULL_BOARD';

/** A booking as a reception needs it. */
export interface HotelBooking {
  id: string;
  voucher_id: string;
  status: Status;
  revision: number;
  /**
   * The number of the event that made this revision. Of two copies of a booking, the copy with the larger number is
   * newer.
   */
  event: number;
  guest: { name: string; phone: string | null; email: string | null };
  room_type: Names;
  board: Board;
  check_in: string;
  check_out: string;
  nights: number;
  rooms: number;
  adults: number;
  children: number;
  currency: string;
  total: string;
  /**
   * The part of an earlier penalty that is payable in addition to the total. Missing if a node of release 1.6 sent the
   * booking.
   */
  retained?: string;
  /** What the guest pays at the hotel. */
  due_at_hotel: string;
  collected_by: 'HOTEL' | 'PARTNER';
  special_requests: string | null;
  /** The name of the partner that sold the booking, and the partner's own reference. */
  channel: string;
  channel_reference: string | null;
  created_at: string;
  updated_at: string;
  /** Whether somebody at the hotel has seen this revision. `needed` is true if nobody has seen it and somebody must. */
  received: { needed: boolean; at: string | null; by: string | null };
  /** What changed in the last revision that was not received, for example `check_in`. Empty for a new booking. */
  changed_fields: string[];
  /** The reason of a cancellation, a no-show or a booking that was not honoured. */
  ended: { at: string; reason: string | null; by_hotel: boolean } | null;
  /** The check-in or check-out that can be undone, and until when. Null: no step can be undone. */
  undo: { revision: number; until: string } | null;
}

/**
 * GET /day: bookings that are open now (arriving today or earlier, in house, leaving today), bookings that ended or
 * arrived today, and bookings that nobody has received. The page sorts them into its lists. The response has at most
 * 500 bookings. `has_more` is true if there are more.
 */
export interface DayView {
  now: string;
  today: string;
  /** The number of the last event that this response includes. */
  event: number;
  bookings: HotelBooking[];
  has_more: boolean;
}

/** GET /bookings?code=ABC234 finds by the last six characters of the voucher id, GET /bookings?arrival=2027-01-15 by day. */
export interface BookingList {
  bookings: HotelBooking[];
}

/** GET /bookings/{id} */
export interface BookingDetail {
  booking: HotelBooking;
  history: HistoryLine[];
}
export interface HistoryLine {
  at: string;
  action: string;
  /** The person, or the client id of a system, or SYSTEM. */
  by: string;
  revision: number;
  reason: string | null;
}

/**
 * POST /bookings/{id}/check-in, /check-out, /no-show, /cannot-honour, with the header Idempotency-Key. Return a
 * BookingDetail. `reason` is needed for cannot-honour. POST /bookings/{id}/received `{ revision }` returns one too.
 */
export interface StepBody {
  reason?: string;
  sell_again?: boolean;
}

/**
 * POST /bookings/{id}/undo, with the header Idempotency-Key. Takes back the check-in or check-out that made this revision.
 * Returns a BookingDetail. 409 INSUFFICIENT_INVENTORY names the nights that are not free any more.
 */
export interface UndoBody {
  revision: number;
}

/** POST /scan `{ text }`: the text of a QR code. */
export interface ScanView {
  detail: BookingDetail;
  /** The printed voucher is out of date, because the booking was changed later. */
  is_outdated: boolean;
}

/**
 * GET /events?after=12&staff={id of the person}: server-sent events. The message `booking` has a LiveBooking and the id
 * of the event, so that a browser continues where it stopped. `calendar` means that rooms or prices were changed. `end`
 * has a LiveEnd. A browser reopens a stream that has ended, so the page must close it.
 */
export interface LiveBooking {
  event: number;
  /** booking.confirmed, booking.modified, booking.cancelled, booking.checked_in, … or `received`. */
  kind: string;
  booking: HotelBooking;
}
/**
 * Why a stream ends. SESSION_ENDED: sign in again. RELOAD: read GET /day again, then open a new stream. TOO_MANY: newer
 * pages of the same session are open, and only 3 are allowed. Open a new stream only when somebody looks at this page.
 * Others: open a new stream.
 */
export interface LiveEnd {
  reason: 'SESSION_ENDED' | 'RELOAD' | 'TOO_MANY' | 'TOO_SLOW' | 'STOPPING';
}
