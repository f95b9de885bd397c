import type { RefusalCode } from '../../../../src/kernel/refusal.ts';
import type { Values } from '../fields.ts';
import type { Group, OperationId } from '../operation.ts';
import type { Call, Data } from '../state/session.ts';
import type { PathWords } from '../words/path-en.ts';

/** An action that a reader can take in the console after an error. */
export interface Action {
  word: keyof PathWords['action'];
  /** An amount and its currency, which the text of the action contains. */
  about?: string;
  /** Values that are written into the forms before the action starts. */
  values?: Partial<Values>;
  does:
    | { kind: 'go'; operation: OperationId }
    | { kind: 'send'; withNewKey?: true }
    | { kind: 'field'; field: string }
    | { kind: 'credentials'; role: 'partner' | 'hotel' }
    | { kind: 'reset' };
}

export interface About {
  operation: OperationId;
  group: Group;
  values: Values;
  details: Data;
}

const go = (word: Action['word'], operation: OperationId, values?: Partial<Values>): Action => ({
  word,
  does: { kind: 'go', operation },
  ...(values !== undefined && { values }),
});
const SEND_AGAIN: Action = { word: 'sendAgain', does: { kind: 'send' } };
const NEW_KEY: Action = { word: 'newKey', does: { kind: 'send', withNewKey: true } };
const NEW_CREDENTIALS: Action = { word: 'newCredentials', does: { kind: 'credentials', role: 'partner' } };
const HOTEL_CREDENTIALS: Action = { word: 'hotelCredentials', does: { kind: 'credentials', role: 'hotel' } };
const RESET: Action = { word: 'reset', does: { kind: 'reset' } };
const CHECK_PRICE = go('checkPrice', 'priceCheck', { quoteId: '', expectedTotal: '' });
const PREBOOK_AGAIN = go('prebookAgain', 'prebook', { prebookToken: '' });
const WITHOUT_TOKEN: Action = {
  word: 'withoutToken',
  values: { prebookToken: '' },
  does: { kind: 'field', field: 'prebookToken' },
};
const WITHOUT_QUOTE: Action = {
  word: 'withoutQuote',
  values: { quoteId: '' },
  does: { kind: 'field', field: 'quoteId' },
};
const OTHER_DATES = go('otherDates', 'availability');
const SEARCH = go('search', 'search');

/**
 * The actions after each error, the most usual action first. The type `Record` ensures that no error code is missing.
 */
const ADVICE: Record<RefusalCode, (about: About) => Action[]> = {
  VALIDATION_ERROR: ({ details }) => [
    { word: 'firstField', does: { kind: 'field', field: String(details?.[0]?.field ?? '') } },
  ],
  MALFORMED_JSON: () => [SEND_AGAIN],
  INVALID_API_KEY: () => [NEW_CREDENTIALS],
  WRONG_KEY_KIND: ({ group }) => [group === 'supply' ? HOTEL_CREDENTIALS : NEW_CREDENTIALS],
  HOTEL_ACCESS_DENIED: ({ group }) =>
    group === 'supply' ? [HOTEL_CREDENTIALS] : [SEARCH, go('listHotels', 'listHotels')],
  HOTEL_NOT_FOUND: ({ group }) => [go('listHotels', group === 'supply' ? 'supplyHotels' : 'listHotels')],
  ROOM_TYPE_NOT_FOUND: ({ group }) => [
    go('listRoomTypes', group === 'supply' ? 'supplyProducts' : 'listRoomTypes'),
  ],
  RATE_PLAN_NOT_FOUND: ({ group }) => [
    go('listRatePlans', group === 'supply' ? 'supplyProducts' : 'listRatePlans'),
  ],
  BOOKING_NOT_FOUND: ({ group }) =>
    group === 'supply' ? [go('readReservations', 'readReservations')] : [SEARCH],
  PREBOOK_NOT_FOUND: () => [PREBOOK_AGAIN, WITHOUT_TOKEN],
  WEBHOOK_NOT_FOUND: () => [go('listWebhooks', 'listWebhooks', { webhookId: '' })],
  ROUTE_NOT_FOUND: () => [SEND_AGAIN],
  METHOD_NOT_ALLOWED: () => [SEND_AGAIN],
  PAYLOAD_TOO_LARGE: () => [SEND_AGAIN],
  UNSUPPORTED_MEDIA_TYPE: () => [SEND_AGAIN],
  INSUFFICIENT_INVENTORY: ({ operation, values }) => [
    ...(operation === 'createBooking' && values.prebookToken === '' ? [go('prebook', 'prebook')] : []),
    OTHER_DATES,
    SEARCH,
  ],
  PRICE_CHANGED: ({ details }) => [
    {
      word: 'acceptTotal',
      about: `${details?.current_total ?? ''} ${details?.currency ?? ''}`,
      values: { expectedTotal: String(details?.current_total ?? '') },
      does: { kind: 'field', field: 'expectedTotal' },
    },
    CHECK_PRICE,
    go('prebook', 'prebook'),
  ],
  RESTRICTION_VIOLATED: () => [OTHER_DATES, SEARCH],
  QUOTE_EXPIRED: () => [CHECK_PRICE, WITHOUT_QUOTE],
  PREBOOK_EXPIRED: () => [PREBOOK_AGAIN, WITHOUT_TOKEN],
  PREBOOK_MISMATCH: () => [PREBOOK_AGAIN, WITHOUT_TOKEN],
  PREBOOK_CONSUMED: ({ details }) => [
    go('seeBooking', 'getBooking', { bookingId: String(details?.booking_id ?? ''), prebookToken: '' }),
    PREBOOK_AGAIN,
  ],
  PREBOOK_LIMIT_EXCEEDED: () => [go('book', 'createBooking'), RESET],
  BOOKING_STATE_CONFLICT: ({ group }) => [
    group === 'supply' ? go('readReservations', 'readReservations') : go('seeBooking', 'getBooking'),
  ],
  CURSOR_GONE: () => [{ word: 'firstField', does: { kind: 'field', field: 'cursor' } }],
  WEBHOOK_EXISTS: ({ details }) => [
    go('seeWebhook', 'getWebhook', { webhookId: String(details?.webhook_id ?? '') }),
  ],
  WEBHOOK_LIMIT_EXCEEDED: () => [go('listWebhooks', 'listWebhooks'), go('deleteWebhook', 'deleteWebhook')],
  WEBHOOK_TEST_RUNNING: () => [SEND_AGAIN],
  IDEMPOTENCY_IN_PROGRESS: () => [SEND_AGAIN],
  IDEMPOTENCY_KEY_REUSED: () => [NEW_KEY],
  RATE_LIMIT_EXCEEDED: () => [SEND_AGAIN],
  INTERNAL_ERROR: () => [SEND_AGAIN],
  SERVICE_UNAVAILABLE: () => [SEND_AGAIN],
  BOOKINGS_HALTED: () => [SEND_AGAIN],
  OUTCOME_UNKNOWN: () => [SEND_AGAIN],
};

/**
 * Returns the actions after an error. A service that is newer than this page may send codes that are not in `ADVICE`.
 */
export function adviceFor(code: string, about: About): Action[] {
  return ADVICE[code as RefusalCode]?.(about) ?? [SEND_AGAIN];
}

/** The seconds to wait before a retry, by error code. A `Retry-After` header takes precedence. */
const WAIT_SECONDS: Record<string, number> = { WEBHOOK_TEST_RUNNING: 5, IDEMPOTENCY_IN_PROGRESS: 1 };

/**
 * The time from which the same request may be sent again, in milliseconds since 1970. Null if it may be sent at once.
 */
export function retryAt({ at, response }: Call): number | null {
  const told = response?.headers.find(([name]) => name === 'retry-after')?.[1];
  const seconds = Number(told ?? WAIT_SECONDS[response?.body?.error?.code] ?? 0);
  return seconds > 0 ? at + response!.milliseconds + seconds * 1000 : null;
}
