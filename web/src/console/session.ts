import { useReducer } from 'react';
import { recall, remember } from '../storage.ts';
import type { ApiResponse, Credentials } from './api-request.ts';
import { type FieldName, firstValues, newKey, type Values } from './fields.ts';
import type { OperationId, Step } from './operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: the console shows what the service answers and holds no opinion on it.
export type Data = any;

/** Everything the console knows. Each answer teaches it what the next form needs. */
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
  | { kind: 'reset' };

function firstSession(): Session {
  const stored = recall('credentials');
  return {
    credentials: stored === null ? null : (JSON.parse(stored) as Credentials),
    ...{ hotels: [], roomTypes: [], ratePlans: [], quote: null, lock: null, booking: null, answers: {} },
    values: firstValues(),
    step: 'search',
  };
}

export function useSession() {
  return useReducer(learn, null, firstSession);
}

function learn(session: Session, event: Event): Session {
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
    case 'reset':
      return { ...session, quote: null, lock: null, booking: null, answers: {}, step: 'search' };
  }
}

function withValues(session: Session, changes: Partial<Values>): Session {
  const values = { ...session.values, ...changes };
  // A stay that ends before it begins helps nobody: the end follows the beginning.
  if (changes.checkIn !== undefined && values.checkOut <= values.checkIn && values.checkIn !== '')
    values.checkOut = new Date(Date.parse(values.checkIn) + 86_400_000).toISOString().slice(0, 10);
  if (changes.roomTypeId !== undefined && changes.ratePlanId === undefined) {
    const own = session.ratePlans.filter((plan) => plan.room_type_id === values.roomTypeId);
    if (!own.some((plan) => plan.id === values.ratePlanId)) values.ratePlanId = own[0]?.id ?? '';
  }
  return { ...session, values };
}

/** Room and plan of another hotel make room for the first ones of this hotel. */
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
      return data.length === 0 ? next : withOffer({ ...next, step: 'priceCheck' }, data[0], data[0].rooms[0]);
    case 'priceCheck':
      return { ...next, quote: data, step: 'prebook' };
    case 'prebook':
      return { ...next, lock: data, step: 'book' };
    case 'createBooking':
      return withValues(
        { ...next, booking: data, lock: null, step: 'voucher' },
        { bookingId: data.voucher_id, idempotencyKey: newKey() },
      );
    case 'getBooking':
      return { ...next, booking: data };
    case 'cancelBooking':
      return data.dry_run === true ? next : { ...next, step: 'cancel' };
    default:
      return next;
  }
}

/** Chooses what a search found: its cheapest rate plan where none is named. */
function withOffer(session: Session, hotel: Data, room: Data, plan?: Data): Session {
  const cheapest = [...room.rate_plans].sort((one, other) => Number(one.total) - Number(other.total))[0];
  return withValues(session, {
    hotelId: hotel.public_id,
    roomTypeId: room.room_type_id,
    ratePlanId: (plan ?? cheapest).rate_plan_id,
  });
}
