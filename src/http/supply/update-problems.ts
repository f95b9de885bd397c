// Finds the problems of one update of a message, and suggests how to correct the update.

import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { UpdateProblem } from '../../domain/offers/ari/message.ts';
import { isNearMiss } from '../../kernel/near-miss.ts';
import type { FieldProblem } from '../../kernel/refusal.ts';
import { problemsOf } from '../common/validation.ts';
import { AriUpdate, WEEKDAYS } from './ari.schema.ts';

/** The compiled schema of an update. If the schema rejects an update, `errors` contains the reasons after the check. */
export interface CheckUpdate {
  (update: unknown): boolean;
  errors?: FastifySchemaValidationError[] | null;
}

/**
 * The maximum number of problems that the response lists for one update. A person reads no more than the first few
 * problems.
 */
const PROBLEMS_LIMIT = 5;
/**
 * The validator creates an error object for each unknown field and each invalid item. The service therefore rejects an
 * object with more fields than this limit before the validator runs.
 */
const FIELDS_LIMIT = 50;
const REF_PROBLEMS_LIMIT = 100;
const REF_LENGTH = 100;

/** The part of a JSON schema that suggestions need. */
interface Subschema {
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: unknown[];
  properties?: Record<string, Subschema>;
  items?: Subschema;
}

/**
 * Finds updates without a valid `ref`. The response uses `ref` to identify an update, so the service cannot reject such
 * an update alone. It refuses the whole message.
 */
export function refProblems(updates: readonly unknown[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [index, update] of updates.entries()) {
    if (problems.length === REF_PROBLEMS_LIMIT) break;
    const field = `updates.${index}`;
    if (!isObject(update)) {
      problems.push({ field, code: 'WRONG_TYPE', message: `${field} must be a JSON object` });
      continue;
    }
    const { ref } = update;
    const problem = (code: FieldProblem['code'], demand: string) =>
      problems.push({ field: `${field}.ref`, code, message: `${field}.ref ${demand}` });
    if (ref === undefined) problem('REQUIRED', 'is required');
    else if (typeof ref !== 'string') problem('WRONG_TYPE', 'must be a string');
    else if (ref === '') problem('TOO_SHORT', 'must have at least 1 characters');
    // Counts characters and not UTF-16 units, as the validator does.
    else if (ref.length > REF_LENGTH && [...ref].length > REF_LENGTH)
      problem('TOO_LONG', `must have at most ${REF_LENGTH} characters`);
  }
  return problems;
}

/**
 * Returns one problem for each invalid field of the update at this position. If the list is empty, the update is valid.
 */
export function updateProblems(check: CheckUpdate, update: AriUpdate, index: number): UpdateProblem[] {
  const crowd = crowdIn(update);
  if (crowd === null && check(update)) return [];
  const problems = new Map<string, UpdateProblem>();
  for (const problem of crowd ?? (check.errors ?? []).map((error) => problemOf(error, update))) {
    if (problems.size === PROBLEMS_LIMIT) break;
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
  }
  return [...problems.values()].map((one) => ({ ...one, path: `updates.${index}.${one.path}` }));
}

/**
 * Returns a problem if an object has too many fields, or if the list of weekdays is too long. Otherwise returns null.
 */
function crowdIn(update: { set?: unknown; weekdays?: unknown }): UpdateProblem[] | null {
  const { set, weekdays } = update;
  if (Array.isArray(weekdays) && weekdays.length > WEEKDAYS.length)
    return [
      {
        code: 'TOO_LONG',
        path: 'weekdays',
        message: `weekdays must have at most ${WEEKDAYS.length} items`,
        suggestion: 'name each weekday once',
      },
    ];
  const prices = isObject(set) ? set.prices : undefined;
  const places: [unknown, string[]][] = [
    [update, []],
    [set, ['set']],
    [prices, ['set', 'prices']],
  ];
  for (const [value, path] of places) if (hasManyFields(value)) return firstUnknown(value, path);
  return null;
}

function firstUnknown(value: Record<string, unknown>, path: string[]): UpdateProblem[] {
  const problems: UpdateProblem[] = [];
  for (const name in value) {
    if (problems.length === PROBLEMS_LIMIT) break;
    if (schemaAt([...path, name]) === null) problems.push(unknownField(path, name));
  }
  return problems;
}

/**
 * Returns whether a value has too many fields. The count ends at the limit, because an object can have a million
 * fields.
 */
function hasManyFields(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  let count = 0;
  for (const _ in value) {
    count += 1;
    if (count > FIELDS_LIMIT) return true;
  }
  return false;
}

function problemOf(error: FastifySchemaValidationError, update: unknown): UpdateProblem {
  const place = error.instancePath.split('/').slice(1);
  if (error.keyword === 'additionalProperties')
    return unknownField(place, String(error.params.additionalProperty));
  const [{ field, code, message }] = problemsOf([error], 'update') as [FieldProblem];
  const path = field.split('.');
  const value = path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
    update,
  );
  return { code, path: field, message, suggestion: suggestionFor(schemaAt(path), value) };
}

function unknownField(place: string[], name: string): UpdateProblem {
  const shown = [...place, name.slice(0, 64)].join('.');
  const known = Object.keys(schemaAt(place)?.properties ?? {});
  const meant = name.length > 64 ? undefined : known.find((candidate) => isNearMiss(name, candidate));
  const suggestion =
    meant === undefined ? `leave it out; known fields are ${known.join(', ')}` : `did you mean ${meant}?`;
  return { code: 'UNKNOWN_FIELD', path: shown, message: `${shown} is not a known field`, suggestion };
}

/** Describes the values that a field can have. */
function suggestionFor(schema: Subschema | null, value: unknown): string {
  const types = [schema?.type ?? []].flat();
  const orNull = types.includes('null') ? ', or null' : '';
  const orNothing = value === null ? ', or leave it out' : '';
  if (types.includes('integer'))
    return `send a whole number from ${schema?.minimum} to ${schema?.maximum}${orNull}${orNothing}`;
  if (types.includes('boolean')) return `send true or false${orNull}`;
  if (types.includes('array')) return `send a list of ${WEEKDAYS.join(', ')}${orNothing}`;
  if (types.includes('object')) return `send a JSON object${orNull}`;
  if (schema?.enum !== undefined) return weekdayFor(value);
  if (schema?.format === 'date') return 'send a date such as 2027-01-15';
  if (typeof value === 'number') return `send text: "${value}"`;
  return `send text of 1 to ${schema?.maxLength} characters${orNothing}`;
}

/** Returns a suggestion for a wrong weekday. For example, `Monday` and `MON` mean `mon`. */
function weekdayFor(value: unknown): string {
  const start = typeof value === 'string' ? value.slice(0, 3).toLowerCase() : '';
  const meant = WEEKDAYS.find((weekday) => weekday === start);
  return meant === undefined ? `send one of ${WEEKDAYS.join(', ')}` : `did you mean ${meant}?`;
}

/** Returns the schema of a field of an update. Null: there is no such field. */
function schemaAt(path: readonly string[]): Subschema | null {
  let schema: Subschema | undefined = AriUpdate as Subschema;
  for (const name of path)
    if (schema?.items !== undefined) schema = schema.items;
    else {
      const known: Record<string, Subschema> = schema?.properties ?? {};
      schema = Object.hasOwn(known, name) ? known[name] : undefined;
    }
  return schema ?? null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
