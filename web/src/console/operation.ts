import type { en as site } from '../i18n/en.ts';
import type { FieldName, Values } from './fields.ts';
import type { consoleEn } from './words/en.ts';

export type OperationId = keyof typeof consoleEn.operation;
export type Step = keyof typeof site.steps;

/** The parts of the menu, in the order in which the menu shows them. */
export const GROUPS = ['look', 'book', 'after', 'events', 'supply'] as const;
export type Group = (typeof GROUPS)[number];

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
  /** The name of the operation in the API reference, if it differs from `id`. */
  reference?: string;
  /**
   * The part of the menu that lists the operation. `supply` operations are sent with the credentials of the hotel
   * system.
   */
  group: Group;
  /** Builds the body of the request. Without this function, the body has the names and values of the fields. */
  bodyOf?: (values: Values) => Record<string, unknown>;
}
