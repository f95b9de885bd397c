import { CARRIED, FIELD_KINDS, type FieldName, type Values } from './fields.ts';
import type { Operation } from './operation.ts';
import { addressOf, fieldsOf } from './operations.ts';

/** Keys that each reader makes, and what a reader says about a guest. No link contains them, and none fills them in. */
const PRIVATE: FieldName[] = [
  'idempotencyKey',
  'messageId',
  'guestName',
  'guestPhone',
  'guestEmail',
  'specialRequests',
  'channelReference',
];
/** Ids of one reader's quotes, holds and bookings. The test scenarios fill in ids that nobody has. */
const NOT_SHARED: FieldName[] = [...PRIVATE, ...CARRIED, 'bookingId'];

/** The address of the form with its values, without those that belong to one reader. */
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
