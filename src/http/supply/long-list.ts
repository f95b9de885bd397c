// Finds lists that are too long. This check runs before the validator checks each element.

import { type Refusal, refuseInput } from '../../kernel/refusal.ts';

interface Subschema {
  properties?: Record<string, Subschema>;
  items?: Subschema;
  maxItems?: number;
}

/**
 * If a list in the body is longer than the schema allows, returns a refusal that contains the name of the list.
 * Otherwise returns null. This function does not check any other rule of the schema.
 */
export function longListIn(schema: unknown, body: unknown): Refusal | null {
  const found = find((schema ?? {}) as Subschema, body, '');
  if (found === null) return null;
  const { field, limit, length } = found;
  const message = `${field} must have at most ${limit} items; it has ${length}`;
  return refuseInput([{ field, code: 'TOO_LONG', message }]);
}

interface LongList {
  field: string;
  limit: number;
  length: number;
}

function find(schema: Subschema, value: unknown, field: string): LongList | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const { maxItems: limit, items } = schema;
    if (limit !== undefined && value.length > limit) return { field, limit, length: value.length };
    if (items === undefined || !hasLists(items)) return null;
    for (const [index, item] of value.entries()) {
      const found = find(items, item, `${field}.${index}`);
      if (found !== null) return found;
    }
    return null;
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = (value as Record<string, unknown>)[name];
    const found = find(property, inner, field === '' ? name : `${field}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

function hasLists({ maxItems, items, properties }: Subschema): boolean {
  return maxItems !== undefined || items !== undefined || Object.values(properties ?? {}).some(hasLists);
}
