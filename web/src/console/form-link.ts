import { CARRIED, FIELD_KINDS, type FieldName, type Values } from './fields.ts';
import type { Operation } from './operation.ts';
import { addressOf, fieldsOf } from './operations.ts';

/** Keys that each reader creates, and data of guests. Links do not contain them and cannot fill them in. */
const PRIVATE: FieldName[] = [
  'idempotencyKey',
  'messageId',
  'guestName',
  'guestPhone',
  'guestEmail',
  'specialRequests',
  'channelReference',
];
/** Also not in links: ids of the reader's quotes, holds and bookings. Links of test scenarios can fill these in. */
const NOT_SHARED: FieldName[] = [...PRIVATE, ...CARRIED, 'bookingId'];

/** The address of the form with its values, except the values that belong to one reader. */
export function linkTo(operation: Operation, values: Values): string {
  const shared = fieldsOf(operation).filter((field) => values[field] !== '' && !NOT_SHARED.includes(field));
  const query = new URLSearchParams(
    shared.map((field): [string, string] => [field, values[field]]),
  ).toString();
  return `${addressOf(operation.id)}${query === '' ? '' : `?${query}`}`;
}

/** The fields that a query fills in. */
export function valuesIn(search: string): Partial<Values> {
  const given = [...new URLSearchParams(search)].filter(
    ([name]) => Object.hasOwn(FIELD_KINDS, name) && !PRIVATE.includes(name as FieldName),
  );
  return Object.fromEntries(given);
}
