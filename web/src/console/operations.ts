import { EVENT_OPERATIONS } from './event-operations.ts';
import { CARRIED, type FieldName } from './fields.ts';
import type { Operation, OperationId, Step } from './operation.ts';
import { SUPPLY_OPERATIONS } from './supply-operations.ts';

const STAY: FieldName[] = ['hotelId', 'roomTypeId', 'ratePlanId', 'checkIn', 'checkOut'];
const PARTY: FieldName[] = ['roomsCount', 'adults', 'children', 'currency'];
const GUEST: FieldName[] = ['guestName', 'guestPhone', 'guestEmail'];

/**
 * The ten operations of the specification, the operations `availability` and `modifyBooking`, and the operations for
 * events and hotel systems.
 */
export const OPERATIONS: Operation[] = [
  {
    id: 'search',
    group: 'look',
    method: 'POST',
    path: '/api/v1/search',
    body: ['destination', 'checkIn', 'checkOut', 'adults', 'children', 'roomsCount', 'currency', 'limit'],
    optional: ['destination', 'currency', 'limit'],
    step: 'search',
    next: 'priceCheck',
  },
  {
    id: 'listHotels',
    group: 'look',
    method: 'GET',
    path: '/api/v1/hotels',
    query: ['limit'],
    optional: ['limit'],
    next: 'listRoomTypes',
  },
  {
    id: 'listRoomTypes',
    group: 'look',
    method: 'GET',
    path: '/api/v1/room-types',
    query: ['hotelId'],
    next: 'listRatePlans',
  },
  {
    id: 'listRatePlans',
    reference: 'listRates',
    group: 'look',
    method: 'GET',
    path: '/api/v1/rates',
    query: ['hotelId'],
    next: 'availability',
  },
  {
    id: 'availability',
    reference: 'getAvailability',
    group: 'look',
    method: 'GET',
    path: '/api/v1/availability',
    query: ['hotelId', 'roomTypeId', 'startDate', 'days'],
    next: 'priceCheck',
  },
  {
    id: 'priceCheck',
    group: 'book',
    method: 'POST',
    path: '/api/v1/price-check',
    body: [...STAY, ...PARTY, 'prebookToken'],
    optional: ['currency', 'prebookToken'],
    step: 'priceCheck',
    next: 'prebook',
  },
  {
    id: 'prebook',
    group: 'book',
    method: 'POST',
    path: '/api/v1/prebook',
    body: [...STAY, ...PARTY, ...GUEST, 'quoteId'],
    optional: ['currency', 'guestEmail', 'quoteId'],
    step: 'prebook',
    next: 'createBooking',
  },
  {
    id: 'createBooking',
    group: 'book',
    method: 'POST',
    path: '/api/v1/bookings',
    body: [...STAY, ...PARTY, ...GUEST, 'specialRequests', 'channelReference', ...CARRIED],
    header: 'idempotencyKey',
    optional: ['currency', 'guestEmail', 'specialRequests', 'channelReference', 'idempotencyKey', ...CARRIED],
    step: 'book',
    next: 'getBooking',
  },
  {
    id: 'getBooking',
    group: 'after',
    method: 'GET',
    path: '/api/v1/bookings/{bookingId}',
    query: ['bookingId'],
    step: 'voucher',
    next: 'cancelBooking',
  },
  {
    id: 'modifyBooking',
    group: 'after',
    method: 'POST',
    path: '/api/v1/bookings/{bookingId}/modify',
    body: ['bookingId', 'checkIn', 'checkOut', 'guestName', 'guestPhone', 'specialRequests', 'dryRun'],
    optional: ['checkIn', 'checkOut', 'guestName', 'guestPhone', 'specialRequests', 'dryRun'],
    next: 'getBooking',
  },
  {
    id: 'cancelBooking',
    group: 'after',
    method: 'POST',
    path: '/api/v1/bookings/{bookingId}/cancel',
    body: ['bookingId', 'reason', 'dryRun'],
    optional: ['reason', 'dryRun'],
    step: 'cancel',
    next: 'search',
  },
  { id: 'health', reference: 'getHealth', group: 'look', method: 'GET', path: '/api/v1/health', open: true },
  ...EVENT_OPERATIONS,
  ...SUPPLY_OPERATIONS,
];

/** Finds an operation by its name in the console or in the API reference. */
export function operationOf(id: string): Operation | undefined {
  return OPERATIONS.find((operation) => operation.id === id || operation.reference === id);
}

/** The operations that are steps in the life of a booking, in the order of the steps. */
export const PATH = OPERATIONS.filter((operation) => operation.step !== undefined) as (Operation & {
  step: Step;
})[];

export function addressOf(id: OperationId): string {
  return `/console/${id}`;
}

export function fieldsOf(operation: Operation): FieldName[] {
  const header = operation.header === undefined ? [] : [operation.header];
  return [...(operation.query ?? []), ...(operation.body ?? []), ...header];
}
