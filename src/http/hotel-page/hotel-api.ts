/**
 * The requests and responses of the hotel page, under /hotel/api. This file contains types and no code, because the
 * page imports this file too. Days are YYYY-MM-DD in Baghdad time. Instants are ISO 8601. Amounts are text, in the
 * currency of the hotel. A successful response is `{ success: true, data }`. An error has the same body as in the rest
 * of the service, except that `doc_url` may be missing.
 */

export type Role = 'MANAGER' | 'FRONT_DESK';

export interface Names {
  name_en: string;
  name_ar: string;
  /** Null if there is no Kurdish name. Missing in a room type or rate plan that a node of release 1.6 sent. */
  name_ckb?: string | null;
}

/** The response of GET /session and of every request that signs a person in. */
export interface SessionView {
  person: {
    id: string;
    name: string;
    email: string;
    role: Role;
    has_totp: boolean;
    is_test_account: boolean;
  };
  hotel: Names & { id: string; public_id: string; currency: string };
  environment: 'sandbox' | 'production';
  /** `now` is the instant of the response, and `today` is the date of this instant in Baghdad. */
  now: string;
  today: string;
  /** The public Ed25519 keys with which vouchers may be signed, in base64url, newest first. */
  voucher_keys: string[];
}

/** The body of POST /session. `code` is a one-time code from the person's app. */
export interface SignInBody {
  email: string;
  password: string;
  code?: string;
}

/**
 * The body of POST /session/enter. This route does not exist in production. The console shows a link with the `token`.
 */
export interface EnterBody {
  token: string;
}

/** The response of POST /invitations/open `{ token }`. */
export interface InvitationView {
  email: string;
  name: string;
  role: Role;
  hotel: Names;
  expires_at: string;
  /** True when the person's account keeps its one-time codes. The link then works only together with a code. */
  needs_code: boolean;
}

/** The body of POST /invitations/accept, which also signs the person in. */
export interface AcceptInvitationBody {
  token: string;
  name: string;
  password: string;
  code?: string;
}

/**
 * Some actions need the password in addition to a session, and a one-time code if the account uses codes. If the code
 * is missing, the error is CODE_REQUIRED. A test account of a sandbox has no password.
 */
export interface ProofBody {
  password?: string;
  code?: string;
}

/** The body of POST /account/password, which ends the other sessions of the person. */
export interface ChangePasswordBody {
  current: string;
  password: string;
}

/**
 * The response of POST /account/totp `{password}`, which prepares one-time codes. POST /account/totp/confirm `{code}`
 * switches the codes on. DELETE /account/totp with a ProofBody switches codes off.
 */
export interface TotpView {
  /** Base32. */
  secret: string;
  /** otpauth://… */
  url: string;
  /** The QR code of `url`, as an SVG image. */
  qr_svg: string;
}

/** One session in the response of GET /account/sessions. DELETE /account/sessions/{id} ends a session. */
export interface SessionLine {
  id: string;
  device: string;
  address: string;
  created_at: string;
  used_at: string;
  is_this: boolean;
}

/** One person in the response of GET /staff. Only managers may read this list. */
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
   * The manager who made a link for a person with one-time codes. Null if there is no link, or if the link switches the
   * codes off.
   */
  asked: { by: string; by_you: boolean } | null;
}

/**
 * The body of POST /staff, which only managers may send. POST /staff/{id}/invite with a ProofBody makes a new link.
 * When the link is used, the old password is deleted. One-time codes stay switched on, unless another manager sends
 * POST /staff/{id}/agree with a ProofBody.
 */
export interface InviteBody extends ProofBody {
  email: string;
  name: string;
  role: Role;
}
export interface InvitedView {
  staff: StaffLine;
  /** The address is shown only once and is valid for 48 hours. */
  url: string;
  expires_at: string;
}

/**
 * POST /staff/{id}/suspend returns a StaffLine. /resume, /agree and /delete return a StaffLine too, and need a
 * ProofBody. Only a suspended person can be deleted.
 */

/**
 * GET /staff/news returns AuditLines to managers: the changes that other people made to accounts. POST /staff/news/seen
 * `{last}` records that the manager has seen the changes up to the line with the id `last`.
 */

export type Status = 'CONFIRMED' | 'CHECKED_IN' | 'CHECKED_OUT' | 'NO_SHOW' | 'CANCELLED';
export type Step = 'CHECK_IN' | 'CHECK_OUT' | 'NO_SHOW' | 'CANNOT_HONOUR';
export type Board = 'ROOM_ONLY' | 'BED_AND_BREAKFAST' | 'HALF_BOARD' | 'FULL_BOARD';

/** The facts of a booking that can change when the booking is modified. */
export interface BookingFacts {
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
   * The part of an earlier penalty that the guest owes in addition to the total. The field is missing if a node of
   * release 1.6 sent the booking.
   */
  retained?: string;
  due_at_hotel: string;
  collected_by: 'HOTEL' | 'PARTNER';
  special_requests: string | null;
}

/**
 * The penalty of a cancellation or of a no-show. GUEST: the guest owes `amount` to the hotel. PARTNER: the partner that
 * sold the booking collects the penalty, and the hotel does not see the amount. NOBODY: the penalty is 0.
 */
export interface Charge {
  owed_by: 'GUEST' | 'PARTNER' | 'NOBODY';
  amount: string | null;
}

export interface HotelBooking extends BookingFacts {
  id: string;
  voucher_id: string;
  status: Status;
  revision: number;
  /**
   * The number of the event that made this revision. If the page has two copies of a booking, the copy with the higher
   * number is newer.
   */
  event: number;
  /** The name of the partner that sold the booking, and the partner's own reference. */
  channel: string;
  channel_reference: string | null;
  created_at: string;
  updated_at: string;
  /** The person or system that confirmed this revision, and when. `needed`: true if somebody must still confirm it. */
  received: { needed: boolean; at: string | null; by: string | null };
  /** The fields that changed since the revision that the reception last saw. Empty if there is no change to confirm. */
  changed_fields: string[];
  /** The facts that the reception last saw, or null. Missing if a node of the previous release sent the booking. */
  before?: BookingFacts | null;
  /** What a no-show costs by the terms of the booking. Missing if a node of the previous release sent the booking. */
  no_show_charge?: Charge;
  /**
   * Shows when and why the booking ended: by a cancellation, by a no-show, or because the hotel did not honour it.
   * `charge` is missing if a node of the previous release sent the booking.
   */
  ended: { at: string; reason: string | null; by_hotel: boolean; charge?: Charge } | null;
  /** The revision of the check-in or check-out that can be undone, and until what time. Null: no step can be undone. */
  undo: { revision: number; until: string } | null;
}

/**
 * The response of GET /day. The response contains bookings that are open now (arriving today or earlier, in house,
 * leaving today) and bookings that ended or arrived today. The response also contains bookings that nobody has
 * confirmed. The page sorts the bookings into its lists. The response has at most 500 bookings. `has_more` is true if
 * there are more.
 */
export interface DayView {
  now: string;
  today: string;
  /** The number of the last event before this response was written. */
  event: number;
  bookings: HotelBooking[];
  has_more: boolean;
}

/** The response of GET /bookings?arrival=2027-01-15 or ?code=ABC234 (the last six characters of a voucher id). */
export interface BookingList {
  bookings: HotelBooking[];
}

/** The response of GET /bookings/{id}. */
export interface BookingDetail {
  booking: HotelBooking;
  history: HistoryLine[];
}
export interface HistoryLine {
  at: string;
  action: string;
  /** The name of a person, of a partner or of a hotel system, or SYSTEM. */
  by: string;
  revision: number;
  reason: string | null;
}

/**
 * The body of POST /bookings/{id}/check-in, /check-out, /no-show and /cannot-honour. These requests need the header
 * Idempotency-Key and return a BookingDetail. For /cannot-honour, `reason` is required. POST /bookings/{id}/received
 * `{revision}` also returns a BookingDetail.
 */
export interface StepBody {
  reason?: string;
  sell_again?: boolean;
}

/**
 * The body of POST /bookings/{id}/undo, which needs the header Idempotency-Key. The request undoes the check-in or
 * check-out that made this revision, and returns a BookingDetail. If one of the nights has no free room any more, the
 * error is 409 INSUFFICIENT_INVENTORY, which contains these nights.
 */
export interface UndoBody {
  revision: number;
}

/** The response of POST /scan `{ text }`. `text` is the text of a QR code. */
export interface ScanView {
  detail: BookingDetail;
  /** True when the booking was changed after the voucher was printed. */
  is_outdated: boolean;
}

/**
 * GET /events?after=12&staff={id of the person} opens a stream of server-sent events. The message `booking` contains a
 * LiveBooking and the id of the event, so that a browser can continue after an interruption. The message `calendar`
 * means that rooms or prices were changed. The message `end` contains a LiveEnd. The page must then close the stream.
 * Otherwise the browser would open it again.
 */
export interface LiveBooking {
  event: number;
  /** booking.confirmed, booking.modified, booking.cancelled, booking.checked_in, … or `received`. */
  kind: string;
  booking: HotelBooking;
}
/**
 * The reason why a stream ended, and what the page must do. SESSION_ENDED: sign in again. RELOAD: read GET /day again,
 * then open a new stream. TOO_MANY: the session has 3 newer streams, which is the limit, so the page must not open a
 * new stream until somebody looks at this page. For all other reasons: open a new stream.
 */
export interface LiveEnd {
  reason: 'SESSION_ENDED' | 'RELOAD' | 'TOO_MANY' | 'TOO_SLOW' | 'STOPPING';
}
