import { useReducer } from 'react';
import { recall, remember } from '../browser/storage.ts';
import type { ApiResponse, Credentials } from './api-request.ts';
import { type FieldName, firstValues, hotelValues, newKey, type Values } from './fields.ts';
import { offersOf, valuesOf } from './offers.ts';
import { OPERATIONS, type OperationId, type Step } from './operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: the console shows any response of the service as it is.
export type Data = any;

/** Everything that the console knows. Each response fills in what the next form needs. */
export interface Session {
  credentials: Credentials | null;
  values: Values;
  hotels: Data[];
  roomTypes: Data[];
  ratePlans: Data[];
  quote: Data | null;
  lock: Data | null;
  booking: Data | null;
  answers: Partial<Record<OperationId, ApiResponse | null>>;
  step: Step;
}

export type Event =
  | { kind: 'credentials'; credentials: Credentials }
  | { kind: 'field'; field: FieldName; value: string }
  | { kind: 'fields'; values: Partial<Values> }
  | { kind: 'hotels'; hotels: Data[] }
  | { kind: 'rooms'; roomTypes: Data[]; ratePlans: Data[] }
  | { kind: 'answer'; operation: OperationId; answer: ApiResponse | null }
  | { kind: 'lockOver' }
  | { kind: 'reset' };

function firstSession(): Session {
  const stored = recall('credentials');
  const credentials = stored === null ? null : (JSON.parse(stored) as Credentials);
  return {
    credentials,
    ...{ hotels: [], roomTypes: [], ratePlans: [], quote: null, lock: null, booking: null, answers: {} },
    values: { ...firstValues(), ...(credentials?.hotel !== undefined && hotelValues()) },
    step: 'search',
  };
}

export function useSession() {
  return useReducer(learn, null, firstSession);
}

function learn(session: Session, event: Event): Session {
  const next = withEvent(session, event);
  const spent = KEYS.filter((key) => isKeySpent(key, session, next, event));
  return spent.length === 0
    ? next
    : {
        ...next,
        values: { ...next.values, ...Object.fromEntries(spent.map(({ field }) => [field, newKey()])) },
      };
}

const fieldsIn = (id: OperationId) => OPERATIONS.find((operation) => operation.id === id)!.body!;

/** Fields that make a retry of one operation safe. */
const KEYS: { field: FieldName; operation: OperationId; of: FieldName[] }[] = [
  { field: 'idempotencyKey', operation: 'createBooking', of: fieldsIn('createBooking') },
  { field: 'messageId', operation: 'pushAri', of: fieldsIn('pushAri') },
];

/** A key belongs to one request. A changed request, or a new attempt after a stored response, needs a new key. */
function isKeySpent(
  { field, operation, of }: (typeof KEYS)[number],
  before: Session,
  after: Session,
  event: Event,
): boolean {
  if (before.values[field] !== after.values[field]) return false;
  if (event.kind === 'answer' && event.operation === operation && isStored(event.answer)) return true;
  return of.some((one) => before.values[one] !== after.values[one]);
}

/**
 * Whether the key cannot be used again: its response is stored, or it came with another body. A request that is in
 * progress or has failed is retried with the same key.
 */
function isStored(answer: ApiResponse | null): boolean {
  if (answer?.body?.error?.code === 'IDEMPOTENCY_IN_PROGRESS') return false;
  return answer !== null && [200, 409, 422].includes(answer.status);
}

function withEvent(session: Session, event: Event): Session {
  switch (event.kind) {
    case 'credentials':
      remember('credentials', JSON.stringify(event.credentials));
      return { ...firstSession(), credentials: event.credentials };
    case 'field':
      return withValues(session, { [event.field]: event.value });
    case 'fields':
      return withValues(session, event.values);
    case 'hotels':
      return withValues(
        { ...session, hotels: event.hotels },
        {
          hotelId: session.values.hotelId || (event.hotels[0]?.public_id ?? ''),
        },
      );
    case 'rooms':
      return withRooms(session, event.roomTypes, event.ratePlans);
    case 'answer':
      return withAnswer(session, event.operation, event.answer);
    case 'lockOver':
      return withValues(session, { prebookToken: '' });
    case 'reset':
      return withValues(
        { ...session, quote: null, lock: null, booking: null, answers: {}, step: 'search' },
        { prebookToken: '' },
      );
  }
}

function withValues(session: Session, changes: Partial<Values>): Session {
  const values = { ...session.values, ...changes };
  // A stay must not end before it begins: check-out follows check-in.
  if (changes.checkIn !== undefined && values.checkOut <= values.checkIn && values.checkIn !== '')
    values.checkOut = new Date(Date.parse(values.checkIn) + 86_400_000).toISOString().slice(0, 10);
  if (changes.roomTypeId !== undefined && changes.ratePlanId === undefined) {
    const own = session.ratePlans.filter((plan) => plan.room_type_id === values.roomTypeId);
    if (!own.some((plan) => plan.id === values.ratePlanId)) values.ratePlanId = own[0]?.id ?? '';
  }
  const isOtherStay = STAY_FIELDS.some((field) => session.values[field] !== values[field]);
  if (isOtherStay && changes.prebookToken === undefined) values.prebookToken = tokenFor(values, session.lock);
  return { ...session, values };
}

const STAY_FIELDS = ['roomTypeId', 'ratePlanId', 'checkIn', 'checkOut'] as const;

/** The token of a live hold, if it is for this stay. */
function tokenFor(stay: Values, lock: Data | null): string {
  const isForStay =
    lock !== null &&
    Date.parse(lock.expires_at) > Date.now() &&
    lock.room_type_id === stay.roomTypeId &&
    lock.rate_plan_id === stay.ratePlanId &&
    lock.check_in === stay.checkIn &&
    lock.check_out === stay.checkOut;
  return isForStay ? lock.prebook_token : '';
}

/** When the hotel changes, its first room type and plan replace those of the other hotel. */
function withRooms(session: Session, roomTypes: Data[], ratePlans: Data[]): Session {
  const roomTypeId = roomTypes.some((room) => room.id === session.values.roomTypeId)
    ? session.values.roomTypeId
    : (roomTypes[0]?.id ?? '');
  return withValues({ ...session, roomTypes, ratePlans }, { roomTypeId });
}

function withAnswer(session: Session, operation: OperationId, answer: ApiResponse | null): Session {
  const next: Session = { ...session, answers: { ...session.answers, [operation]: answer } };
  const data = answer?.status === 200 ? answer.body?.data : undefined;
  if (data === undefined) return next;
  switch (operation) {
    case 'listHotels':
      return { ...next, hotels: data };
    case 'search':
      return data.length === 0
        ? next
        : withValues({ ...next, step: 'priceCheck' }, valuesOf(offersOf(data[0])[0]!));
    case 'priceCheck':
      return { ...next, quote: data, step: data.lock_state === 'LOCKED' ? 'book' : 'prebook' };
    case 'prebook':
      return withValues({ ...next, lock: data, step: 'book' }, { prebookToken: data.prebook_token });
    case 'createBooking':
      return withValues(
        { ...next, booking: data, lock: null, step: 'voucher' },
        { bookingId: data.voucher_id, prebookToken: '' },
      );
    case 'getBooking':
      return { ...next, booking: data };
    case 'cancelBooking':
      return data.dry_run === true ? next : { ...next, step: 'cancel' };
    case 'readReservations':
      return withValues(next, {
        upTo: String(answer!.body.cursor),
        bookingId: data.at(-1)?.reservation.voucher_id ?? session.values.bookingId,
      });
    case 'createWebhook':
      return withValues(next, { webhookId: data.webhook_id });
    case 'listWebhooks':
      return withValues(next, { webhookId: session.values.webhookId || (data[0]?.webhook_id ?? '') });
    case 'deleteWebhook':
      return withValues(next, { webhookId: '' });
    default:
      return next;
  }
}
