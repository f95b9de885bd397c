import type { en } from '../i18n/en.ts';
import { ariBody } from './ari-body.ts';
import type { FieldName, Values } from './fields.ts';

export type OperationId = keyof typeof en.operation;
export type Step = keyof typeof en.steps;

export interface Operation {
  id: OperationId;
  method: 'GET' | 'POST' | 'DELETE';
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
  /** Shown under events and webhooks. */
  events?: true;
  /** Sent with the credentials of the hotel system. */
  supply?: true;
  /** How the body is made of the fields, if not one by one. */
  bodyOf?: (values: Values) => Record<string, unknown>;
}

const STAY: FieldName[] = ['hotelId', 'roomTypeId', 'ratePlanId', 'checkIn', 'checkOut'];
const PARTY: FieldName[] = ['roomsCount', 'adults', 'children', 'currency'];

/** What a hotel system does. */
const SUPPLY_OPERATIONS: Operation[] = [
  { id: 'supplyHotels', method: 'GET', path: '/supply/v1/hotels', supply: true, next: 'supplyProducts' },
  {
    id: 'supplyProducts',
    method: 'GET',
    path: '/supply/v1/products',
    query: ['hotelId'],
    supply: true,
    next: 'pushAri',
  },
  {
    id: 'pushAri',
    method: 'POST',
    path: '/supply/v1/ari',
    body: [
      ...(['hotelId', 'roomTypeId', 'ratePlanId', 'from', 'to'] as const),
      ...(['roomsLeft', 'doublePrice', 'minStay', 'stopSell', 'messageId'] as const),
    ],
    optional: ['roomsLeft', 'doublePrice', 'minStay', 'stopSell'],
    bodyOf: ariBody,
    supply: true,
    next: 'search',
  },
  {
    id: 'readAri',
    method: 'GET',
    path: '/supply/v1/ari',
    query: ['hotelId', 'from', 'to', 'roomTypeId'],
    supply: true,
  },
  {
    id: 'readReservations',
    method: 'GET',
    path: '/supply/v1/reservations',
    query: ['hotelId', 'cursor', 'limit'],
    optional: ['cursor', 'limit'],
    supply: true,
    next: 'acknowledge',
  },
  {
    id: 'acknowledge',
    method: 'POST',
    path: '/supply/v1/reservations/ack',
    body: ['hotelId', 'upTo'],
    supply: true,
    next: 'checkIn',
  },
  {
    id: 'checkIn',
    method: 'POST',
    path: '/supply/v1/reservations/{bookingId}/check-in',
    body: ['bookingId', 'reason'],
    optional: ['reason'],
    supply: true,
    next: 'checkOut',
  },
  {
    id: 'checkOut',
    method: 'POST',
    path: '/supply/v1/reservations/{bookingId}/check-out',
    body: ['bookingId', 'reason'],
    optional: ['reason'],
    supply: true,
    next: 'readReservations',
  },
  {
    id: 'noShow',
    method: 'POST',
    path: '/supply/v1/reservations/{bookingId}/no-show',
    body: ['bookingId', 'reason'],
    optional: ['reason'],
    supply: true,
    next: 'readReservations',
  },
  {
    id: 'cannotHonour',
    method: 'POST',
    path: '/supply/v1/reservations/{bookingId}/cannot-honour',
    body: ['bookingId', 'reason'],
    supply: true,
    next: 'readReservations',
  },
];

/** How a partner learns about changes. */
const EVENT_OPERATIONS: Operation[] = [
  {
    id: 'listEvents',
    method: 'GET',
    path: '/api/v1/events',
    query: ['eventCursor', 'limit', 'wait'],
    optional: ['eventCursor', 'limit', 'wait'],
    events: true,
  },
  {
    id: 'createWebhook',
    method: 'POST',
    path: '/api/v1/webhooks',
    body: ['url', 'events'],
    optional: ['events'],
    events: true,
    next: 'testWebhook',
  },
  { id: 'listWebhooks', method: 'GET', path: '/api/v1/webhooks', events: true },
  {
    id: 'getWebhook',
    method: 'GET',
    path: '/api/v1/webhooks/{webhookId}',
    query: ['webhookId'],
    events: true,
  },
  {
    id: 'testWebhook',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/test',
    body: ['webhookId'],
    events: true,
    next: 'getWebhook',
  },
  {
    id: 'rotateSecret',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/rotate-secret',
    body: ['webhookId', 'overlapHours'],
    optional: ['overlapHours'],
    events: true,
    next: 'testWebhook',
  },
  {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/api/v1/webhooks/{webhookId}',
    query: ['webhookId'],
    events: true,
  },
];

/** The ten operations of the specification, plus availability and modify, those of events and those of a hotel system. */
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
  ...EVENT_OPERATIONS,
  ...SUPPLY_OPERATIONS,
];

export function fieldsOf(operation: Operation): FieldName[] {
  const header = operation.header === undefined ? [] : [operation.header];
  return [...(operation.query ?? []), ...(operation.body ?? []), ...header];
}
