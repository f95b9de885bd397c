import { CARRIED, FIELD_KINDS, type FieldName, type Values } from './fields.ts';
import type { Operation } from './operation.ts';
import { addressOf, fieldsOf } from './operations.ts';

/**
 * Fields for keys that each reader creates, and for data of guests. Links do not contain these fields and cannot fill
 * them in.
 */
const PRIVATE: FieldName[] = [
  'idempotencyKey',
  'messageId',
  'guestName',
  'guestPhone',
  'guestEmail',
  'specialRequests',
  'channelReference',
];
/**
 * Fields that the console leaves out when it makes a link to a form. Other links, such as the links of test scenarios,
 * can fill in the ids of quotes, holds and bookings, but not the private fields.
 */
const NOT_SHARED: FieldName[] = [...PRIVATE, ...CARRIED, 'bookingId'];

/**
 * The address of the form with its values. Values that are useful only to the person who made the link are left out.
 */
export function linkTo(operation: Operation, values: Values): string {
  const shared = fieldsOf(operation).filter((field) => values[field] !== '' && !NOT_SHARED.includes(field));
  const query = new URLSearchParams(
    shared.map((field): [string, string] => [field, values[field]]),
  ).toString();
  return `${addressOf(operation.id)}${query === '' ? '' : `?${query}`}`;
}

/** Returns the values that a query contains for the fields. The private fields are ignored. */
export function valuesIn(search: string): Partial<Values> {
  const given = [...new URLSearchParams(search)].filter(
    ([name]) => Object.hasOwn(FIELD_KINDS, name) && !PRIVATE.includes(name as FieldName),
  );
  return Object.fromEntries(given);
}
