import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';
import { isNearMiss } from '../../kernel/near-miss.ts';
import { DEMANDS } from './text-forms.ts';

/** One problem in a file: its position, and what the file must contain at this position. */
export interface FileProblem {
  /** For example `roomTypes[0].maxAdults`. Empty for the whole value. */
  path: string;
  message: string;
}

/** A value that was checked against a schema. Each part that the schema rejected is undefined. */
export type Sound<T> = T extends (infer Item)[]
  ? (Sound<Item> | undefined)[]
  : T extends object
    ? { [Name in keyof T]?: Sound<T[Name]> | undefined }
    : T;

export interface Checked<T> {
  problems: FileProblem[];
  /** Undefined if the whole value has the wrong type. */
  sound: Sound<T> | undefined;
}

interface Subschema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Subschema>;
}

type SchemaError = ReturnType<typeof Errors>[number];

/** The maximum number of errors to find. By default, the library stops after 8 errors. */
const NO_LIMIT = 1_000_000;

/**
 * Checks a value against a schema. Each field that the schema rejects gives exactly one problem. The result also
 * contains the accepted part of the value, so that the caller can check rules that concern several fields.
 */
export function checkSchema<T>(schema: TSchema, value: unknown, prefix: string): Checked<T> {
  Settings.Set({ maxErrors: NO_LIMIT });
  const errors = Errors(schema, value);
  if (errors.length === 0) return { problems: [], sound: value as Sound<T> };
  const byPath = new Map<string, string>();
  const add = (pointer: string, message: string) => {
    if (!byPath.has(pointer)) byPath.set(pointer, message);
  };
  for (const error of errors) {
    const at = error.instancePath;
    const here = subschemaAt(schema as Subschema, error.schemaPath);
    if (error.keyword === 'boolean') continue;
    if (error.keyword === 'required') {
      const present = Object.keys(at === '' ? (value as object) : (valueAt(value, at) as object));
      for (const name of (error.params as { requiredProperties: string[] }).requiredProperties)
        if (!present.some((one) => !(one in here.properties!) && isNearMiss(one, name)))
          add(`${at}/${escaped(name)}`, `is missing: ${demandOf(here.properties![name]!)}`);
    } else if (error.keyword === 'additionalProperties') {
      for (const name of (error.params as { additionalProperties: string[] }).additionalProperties)
        add(`${at}/${escaped(name)}`, unknownField(name, Object.keys(here.properties!)));
    } else add(at, `${demandOn(error, here)}${whatItIs(error, valueAt(value, at))}`);
  }
  const copy = structuredClone(value);
  const isWholeWrong = byPath.has('');
  if (!isWholeWrong) for (const pointer of byPath.keys()) forget(copy, pointer);
  return {
    problems: [...byPath].map(([pointer, message]) => ({ path: prefix + pathOf(pointer), message })),
    sound: isWholeWrong ? undefined : (copy as Sound<T>),
  };
}

function unknownField(name: string, known: string[]): string {
  const meant = known.find((candidate) => isNearMiss(name, candidate));
  if (meant !== undefined) return `unknown field; did you mean ${meant}?`;
  return `unknown field; known here: ${known.filter((one) => one !== '$schema').join(', ')}`;
}

function demandOn(error: SchemaError, here: Subschema): string {
  if (error.keyword === 'pattern') return DEMANDS[here.pattern!]!;
  if (error.keyword === 'maxItems') return `must have at most ${here.maxItems} entries`;
  return demandOf(here);
}

/** Describes what a schema demands, with all its bounds. */
function demandOf(schema: Subschema): string {
  if (schema.enum !== undefined) return `must be one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'integer':
      return `must be a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'number':
      return `must be a number from ${schema.minimum} to ${schema.maximum}`;
    case 'boolean':
      return 'must be true or false';
    case 'array':
      return `must be a list of at most ${schema.maxItems} entries`;
    case 'object':
      return 'must be a JSON object';
    default:
      return schema.maxLength === undefined
        ? (DEMANDS[schema.pattern ?? ''] ?? 'must be text')
        : `must be text of ${schema.minLength ?? 0} to ${schema.maxLength} characters`;
  }
}

const SHOWN_CHARACTERS = 40;

function whatItIs(error: SchemaError, value: unknown): string {
  if (typeof value === 'string' && /Length$/.test(error.keyword)) return `; it has ${[...value].length}`;
  if (Array.isArray(value)) return error.keyword === 'maxItems' ? `; it has ${value.length}` : ', not a list';
  if (typeof value === 'object' && value !== null) return ', not an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return `, not ${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}`;
}

function subschemaAt(schema: Subschema, pointer: string): Subschema {
  let here = schema as Record<string, unknown>;
  for (const part of partsOf(pointer.slice(1))) here = here[part] as Record<string, unknown>;
  return here as Subschema;
}

function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of partsOf(pointer)) here = (here as Record<string, unknown> | undefined)?.[part];
  return here;
}

/** Sets a rejected value to undefined, but keeps its key. A rejected value must not look like a missing value. */
function forget(value: unknown, pointer: string): void {
  const parts = partsOf(pointer);
  const last = parts.pop()!;
  let here = value as Record<string, unknown> | undefined;
  for (const part of parts) here = here?.[part] as Record<string, unknown> | undefined;
  if (typeof here === 'object' && here !== null && last in here) here[last] = undefined;
}

function partsOf(pointer: string): string[] {
  if (pointer === '') return [];
  const parts = pointer.slice(1).split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function pathOf(pointer: string): string {
  return partsOf(pointer)
    .map((part) => (/^[0-9]+$/.test(part) ? `[${part}]` : `.${part.slice(0, 64)}`))
    .join('');
}
