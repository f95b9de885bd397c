import type { consoleEn } from './words/en.ts';

export type FieldName = keyof typeof consoleEn.field;
export type Values = Record<FieldName, string>;

/** The kind of a field determines how the reader enters the value and how the console sends the value. */
export type FieldKind =
  | 'hotel'
  | 'roomType'
  | 'ratePlan'
  | 'destination'
  | 'currency'
  | 'date'
  | 'integer'
  | 'text'
  | 'flag'
  | 'eventTypes'
  | 'address'
  | 'yesNo';

export const FIELD_KINDS: Record<FieldName, FieldKind> = {
  hotelId: 'hotel',
  roomTypeId: 'roomType',
  ratePlanId: 'ratePlan',
  destination: 'destination',
  checkIn: 'date',
  checkOut: 'date',
  startDate: 'date',
  days: 'integer',
  adults: 'integer',
  children: 'integer',
  roomsCount: 'integer',
  currency: 'currency',
  guestName: 'text',
  guestPhone: 'text',
  guestEmail: 'text',
  specialRequests: 'text',
  channelReference: 'text',
  idempotencyKey: 'text',
  bookingId: 'text',
  prebookToken: 'text',
  quoteId: 'text',
  expectedTotal: 'text',
  limit: 'integer',
  reason: 'text',
  dryRun: 'flag',
  from: 'date',
  to: 'date',
  roomsLeft: 'integer',
  doublePrice: 'text',
  minStay: 'integer',
  stopSell: 'yesNo',
  messageId: 'text',
  cursor: 'integer',
  upTo: 'integer',
  eventCursor: 'integer',
  wait: 'integer',
  url: 'address',
  events: 'eventTypes',
  webhookId: 'text',
  overlapHours: 'integer',
};

/** Fields that the console fills in from earlier responses. Their values identify the price that the guest has seen. */
export const CARRIED: FieldName[] = ['quoteId', 'prebookToken', 'expectedTotal'];

/** Values that are sent in a header, not in the body. */
export const SENT_IN_HEADERS: FieldName[] = ['idempotencyKey'];

/** The event types, with their names in the API. */
export const EVENT_TYPES = [
  'booking.confirmed',
  'booking.modified',
  'booking.cancelled',
  'booking.checked_in',
  'booking.checked_out',
  'booking.no_show',
  'booking.not_honoured',
  'booking.corrected',
  'hotel.updated',
];

/**
 * The names of fields in requests, for fields that have another name in the console. The console has two fields for the
 * parameter `cursor`, because events of partners and events of hotels are numbered separately.
 */
export const WIRE_NAMES: Partial<Record<FieldName, string>> = { eventCursor: 'cursor' };

/** Returns the date that is `offset` days after today in Baghdad, which uses UTC+3 all year. */
export function inDays(offset: number): string {
  return new Date(Date.now() + 3 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
}

export function newKey(): string {
  return crypto.randomUUID();
}

/**
 * Returns the first values of the forms. From 26 to 39 days after today, all rooms of the demo hotels are available at
 * normal prices.
 */
export function firstValues(): Values {
  return {
    hotelId: '',
    roomTypeId: '',
    ratePlanId: '',
    destination: 'Karbala',
    checkIn: inDays(30),
    checkOut: inDays(32),
    startDate: inDays(0),
    days: '42',
    adults: '2',
    children: '0',
    roomsCount: '1',
    currency: '',
    guestName: 'زينب الكربلائي',
    guestPhone: '0770 123 4567',
    guestEmail: '',
    specialRequests: '',
    channelReference: '',
    idempotencyKey: newKey(),
    bookingId: '',
    prebookToken: '',
    quoteId: '',
    expectedTotal: '',
    limit: '',
    reason: '',
    dryRun: '',
    from: inDays(0),
    to: inDays(6),
    roomsLeft: '5',
    doublePrice: '',
    minStay: '',
    stopSell: '',
    messageId: newKey(),
    cursor: '',
    upTo: '',
    eventCursor: '',
    wait: '',
    url: '',
    events: '',
    webhookId: '',
    overlapHours: '',
  };
}

/**
 * A hotel tester books a stay that begins today, so that the guest can check in at once. In a private hotel, today and
 * the next 9 days are on sale.
 */
export function hotelValues(): Partial<Values> {
  return { destination: '', checkIn: inDays(0), checkOut: inDays(2) };
}
