import type { Field, Text } from '../src/reference/entry.ts';
import { exampleOf, type Parameter, type Schema } from '../src/reference/openapi.ts';

/** Translates an English text into the language of the page. */
export type Say = (english: string) => Text;

const BOUNDS = [
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'default',
] as const;

export function parameterOf(
  { name, in: place, required, description, schema, example }: Parameter,
  say: Say,
): Field {
  const described = description ?? schema.description;
  const whole = { ...schema, ...(described !== undefined && { description: described }) };
  const field = fieldOf(name, `${place}.${name}`, whole, required ?? false, say);
  const shown = exampleOf({ schema, example });
  return shown === undefined ? field : { ...field, example: shown };
}

export function fieldsOf(schema: Schema, anchor: string, say: Say): Field[] {
  const { properties = {}, required = [], additionalProperties: others } = merged(schema);
  const named = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, `${anchor}.${name}`, property, required.includes(name), say),
  );
  // The field names of this object are data, such as room codes.
  if (typeof others === 'object' && Object.keys(others).length > 0)
    named.push(fieldOf('*', `${anchor}.*`, others, false, say));
  return named;
}

function fieldOf(name: string, anchor: string, property: Schema, required: boolean, say: Say): Field {
  const schema = merged(property);
  const types = [schema.type ?? typeByContent(schema)].flat();
  const items = schema.items === undefined ? undefined : merged(schema.items);
  const facts = items !== undefined && items.properties === undefined ? { ...items, ...schema } : schema;
  const values = facts.const !== undefined ? [facts.const] : (facts.enum ?? items?.enum);
  const fields = fieldsOf(items ?? schema, anchor, say);
  const example = exampleOf({ schema });
  return {
    name,
    anchor,
    type: types
      .filter((type) => type !== 'null')
      .map((type) => (type === 'array' ? `${[items?.type ?? 'any'].flat().join(' | ')}[]` : type))
      .join(' | '),
    ...(required && { required }),
    ...(types.includes('null') && { nullable: true }),
    ...(schema.description !== undefined && { text: say(schema.description) }),
    ...Object.fromEntries(
      BOUNDS.filter((bound) => facts[bound] !== undefined).map((bound) => [bound, facts[bound]]),
    ),
    ...(schema['x-default-text'] !== undefined && { defaultText: say(schema['x-default-text']) }),
    ...(values !== undefined && { values: values.filter((value) => value !== null) }),
    ...(example !== undefined && fields.length === 0 && { example }),
    ...(fields.length > 0 && { fields }),
  } as Field;
}

function typeByContent(schema: Schema): string {
  if (schema.properties !== undefined) return 'object';
  if (schema.items !== undefined) return 'array';
  return schema.enum === undefined && schema.const === undefined
    ? 'any'
    : typeof (schema.enum?.[0] ?? schema.const);
}

/**
 * Merges the parts of `anyOf`, `oneOf` or `allOf` into one schema with all their types and fields. With `allOf`, a
 * field is required if one part requires it. Otherwise, a field is required if all parts that are objects require it.
 */
function merged(schema: Schema): Schema {
  const { anyOf, oneOf, allOf, ...own } = schema;
  const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].map(merged);
  if (parts.length === 0) return schema;
  const objects = parts.filter(({ properties }) => properties !== undefined);
  const required =
    allOf !== undefined
      ? objects.flatMap((part) => part.required ?? [])
      : (objects[0]?.required ?? []).filter((name) => objects.every((part) => part.required?.includes(name)));
  const values = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  return {
    ...Object.assign({}, ...parts.filter(({ type }) => type !== 'null')),
    type: [...new Set(parts.flatMap((part) => part.type ?? typeByContent(part)))],
    ...(objects.length > 0 && {
      properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
      required,
    }),
    ...(values.length > 0 && { enum: values }),
    ...own,
  };
}
