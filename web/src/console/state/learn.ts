import type { Credentials } from '../../api/keys.ts';
import type { ApiResponse } from '../../api/request.ts';
import { type FieldName, newKey, type Values } from '../fields.ts';
import type { OperationId } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { withResponse } from './responses.ts';
import { type Call, type Data, firstSession, type Session } from './session.ts';
import { withValues } from './values.ts';

export type Event =
  | { kind: 'credentials'; credentials: Credentials | null }
  | { kind: 'field'; field: FieldName; value: string }
  | { kind: 'fields'; values: Partial<Values> }
  | { kind: 'hotels'; hotels: Data[] }
  | { kind: 'rooms'; hotelId: string; roomTypes: Data[]; ratePlans: Data[] }
  | { kind: 'sent'; call: Call }
  | { kind: 'responded'; id: number; response: ApiResponse | null; isCancelled: boolean }
  | { kind: 'shownAgain'; call: Call }
  | { kind: 'historyCleared' }
  | { kind: 'hotelPane'; isOpen: boolean }
  | { kind: 'lockOver' }
  | { kind: 'reset' };

/** How many requests the history keeps. */
export const HISTORY_LIMIT = 60;

/** Returns the session after an event. */
export function learn(session: Session, event: Event): Session {
  const next = withEvent(session, event);
  if (next === session || event.kind === 'credentials') return next;
  const spent = KEYS.filter((key) => isKeySpent(key, session, next, event));
  return spent.length === 0
    ? next
    : {
        ...next,
        values: { ...next.values, ...Object.fromEntries(spent.map(({ field }) => [field, newKey()])) },
      };
}

const fieldsIn = (id: OperationId) => OPERATIONS.find((operation) => operation.id === id)!.body!;

/**
 * For each field with an idempotency key: the operation that sends the key, and the fields in the body of this
 * operation.
 */
const KEYS: { field: FieldName; operation: OperationId; of: FieldName[] }[] = [
  { field: 'idempotencyKey', operation: 'createBooking', of: fieldsIn('createBooking') },
  { field: 'messageId', operation: 'pushAri', of: fieldsIn('pushAri') },
];

/**
 * Whether the form needs a new key. A key belongs to one request body. After the service has stored a response under
 * the key, the key cannot be used for a new attempt.
 */
function isKeySpent(
  { field, operation, of }: (typeof KEYS)[number],
  before: Session,
  after: Session,
  event: Event,
): boolean {
  if (before.values[field] !== after.values[field]) return false;
  if (event.kind === 'responded' && isStored(event.response)) {
    const call = before.history.find(({ id }) => id === event.id);
    if (call?.operation === operation && isSentWith(call, before.values[field])) return true;
  }
  return of.some((one) => before.values[one] !== after.values[one]);
}

/** Whether this request was sent with this key. The reader may have typed a new key after the request was sent. */
function isSentWith({ request }: Call, key: string): boolean {
  return [request.headers['Idempotency-Key'], request.body?.messageId].includes(key);
}

/**
 * True if the response shows that the key cannot be used for a new attempt: the service has stored the response, or has
 * stored the key with another body. After other responses, or without a response, a retry uses the same key.
 */
function isStored(response: ApiResponse | null): boolean {
  if (response?.body?.error?.code === 'IDEMPOTENCY_IN_PROGRESS') return false;
  return response !== null && [200, 409, 422].includes(response.status);
}

function withEvent(session: Session, event: Event): Session {
  switch (event.kind) {
    case 'credentials':
      return withValues(firstSession(event.credentials), keptOf(session, event.credentials));
    case 'field':
      return filledIn(session, { [event.field]: event.value });
    case 'fields':
      return filledIn(session, event.values);
    case 'hotels':
      return withValues(
        { ...session, hotels: event.hotels },
        { hotelId: session.values.hotelId || (event.hotels[0]?.public_id ?? '') },
      );
    case 'rooms':
      return withRooms(session, event);
    case 'sent':
      return { ...session, history: [...session.history, event.call].slice(-HISTORY_LIMIT) };
    case 'responded':
      return responded(session, event);
    case 'shownAgain':
      return { ...session, responses: { ...session.responses, [event.call.operation]: event.call } };
    case 'historyCleared':
      return { ...session, history: session.history.filter(({ outcome }) => outcome === 'pending') };
    case 'hotelPane':
      return { ...session, hotelPane: event.isOpen };
    case 'lockOver':
      return withValues(session, { prebookToken: '' });
    case 'reset':
      return withValues(
        { ...session, quote: null, lock: null, booking: null, responses: {}, step: 'search' },
        { prebookToken: '', quoteId: '', expectedTotal: '' },
      );
  }
}

function filledIn(session: Session, values: Partial<Values>): Session {
  const given = session.clientId === null ? { ...session.given, ...values } : session.given;
  return withValues({ ...session, given }, values);
}

/**
 * Returns the values that stay in the forms when the credentials change. When the reader gets the first credentials,
 * the values that the reader or a link has filled in stay. After every later change, no values stay.
 */
function keptOf({ clientId, given }: Session, credentials: Credentials | null): Partial<Values> {
  if (clientId !== null) return {};
  if (credentials?.hotel === undefined) return given;
  // A hotel tester can book only the private hotel.
  const { destination, hotelId, roomTypeId, ratePlanId, ...rest } = given;
  return rest;
}

/**
 * Returns the session after a response. If the request is not in the history, it was sent with earlier credentials, and
 * the response is ignored.
 */
function responded(session: Session, event: Extract<Event, { kind: 'responded' }>): Session {
  const sent = session.history.find(({ id }) => id === event.id);
  if (sent === undefined) return session;
  const { response, isCancelled } = event;
  const call: Call = {
    ...sent,
    response,
    outcome: response !== null ? 'response' : isCancelled ? 'cancelled' : 'none',
  };
  const history = session.history.map((one) => (one.id === call.id ? call : one));
  return withResponse({ ...session, history }, call);
}

/**
 * Stores the room types and rate plans of the hotel. If the form contains another room type, the first room type is
 * chosen.
 */
function withRooms(
  session: Session,
  { hotelId, roomTypes, ratePlans }: { hotelId: string; roomTypes: Data[]; ratePlans: Data[] },
): Session {
  // While these rooms were loading, the reader chose another hotel.
  if (hotelId !== session.values.hotelId) return session;
  const roomTypeId = roomTypes.some((room) => room.id === session.values.roomTypeId)
    ? session.values.roomTypeId
    : (roomTypes[0]?.id ?? '');
  return withValues({ ...session, roomTypes, ratePlans }, { roomTypeId });
}
