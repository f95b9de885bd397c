import type { en } from '../i18n/en.ts';
import type { FieldName } from './fields.ts';

export type OperationId = keyof typeof en.operation;
export type Step = keyof typeof en.steps;

export interface Operation {
  id: OperationId;
  method: 'GET' | 'POST';
  /** The path. Braces mark a field, as in {bookingId}. */
  path: string;
  query?: FieldName[];
  body?: FieldName[];
  header?: FieldName;
  optional?: FieldName[];
  /** The step in the life of a booking. */
  step?: Step;
  /** The usual next operation. */
  next?: OperationId;
  open?: true;
}

const STAY: FieldName[] = ['hotelId', 'roomTypeId', 'ratePlanId', 'checkIn', 'checkOut'];
const PARTY: FieldName[] = ['roomsCount', 'adults', 'children', 'currency'];

/** The ten operations of the specification, plus availability and modify. */
export const OPERATIONS: Operation[] = [
  {
    id: 'search',
    method: 'POST',
    path: '/api/v1/search',
    body: ['destination', 'checkIn', 'checkOut', 'adults', 'children', 'roomsCount', 'currency', 'limit'],
    optional: ['destination', 'currency', 'limit'],
    step: 'search',
    next: 'priceCheck',
  },
  {
    id: 'listHotels',
    method: 'GET',
    path: '/api/v1/hotels',
    query: ['limit'],
    optional: ['limit'],
    next: 'listRoomTypes',
  },
  {
    id: 'listRoomTypes',
    method: 'GET',
    path: '/api/v1/room-types',
    query: ['hotelId'],
    next: 'listRatePlans',
  },
  { id: 'listRatePlans', method: 'GET', path: '/api/v1/rates', query: ['hotelId'], next: 'availability' },
  {
    id: 'availability',
    method: 'GET',
    path: '/api/v1/availability',
    query: ['hotelId', 'roomTypeId', 'startDate', 'days'],
    next: 'priceCheck',
  },
  {
    id: 'priceCheck',
    method: 'POST',
    path: '/api/v1/price-check',
    body: [...STAY, ...PARTY, 'prebookToken'],
    optional: ['currency', 'prebookToken'],
    step: 'priceCheck',
    next: 'prebook',
  },
  {
    id: 'prebook',
    method: 'POST',
    path: '/api/v1/prebook',
    body: [...STAY, ...PARTY, 'guestName', 'guestPhone', 'guestEmail'],
    optional: ['currency', 'guestEmail'],
    step: 'prebook',
    next: 'createBooking',
  },
  {
    id: 'createBooking',
    method: 'POST',
    path: '/api/v1/bookings',
    body: [...STAY, ...PARTY, 'guestName', 'guestPhone', 'guestEmail', 'specialRequests', 'channelReference'],
    header: 'idempotencyKey',
    optional: ['currency', 'guestEmail', 'specialRequests', 'channelReference', 'idempotencyKey'],
    step: 'book',
    next: 'getBooking',
  },
  {
    id: 'getBooking',
    method: 'GET',
    path: '/api/v1/bookings/{bookingId}',
    query: ['bookingId'],
    step: 'voucher',
    next: 'cancelBooking',
  },
  {
    id: 'modifyBooking',
    method: 'POST',
    path: '/api/v1/bookings/{bookingId}/modify',
    body: ['bookingId', 'checkIn', 'checkOut', 'guestName', 'guestPhone', 'specialRequests', 'dryRun'],
    optional: ['checkIn', 'checkOut', 'guestName', 'guestPhone', 'specialRequests', 'dryRun'],
    step: 'voucher',
    next: 'getBooking',
  },
  {
    id: 'cancelBooking',
    method: 'POST',
    path: '/api/v1/bookings/{bookingId}/cancel',
    body: ['bookingId', 'reason', 'dryRun'],
    optional: ['reason', 'dryRun'],
    step: 'cancel',
    next: 'getBooking',
  },
  { id: 'health', method: 'GET', path: '/api/v1/health', open: true },
];

export function fieldsOf(operation: Operation): FieldName[] {
  const header = operation.header === undefined ? [] : [operation.header];
  return [...(operation.query ?? []), ...(operation.body ?? []), ...header];
}
