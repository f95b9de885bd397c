/** Writes JSON with sorted keys. Two equal values give the same text, even if their keys are in a different order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== undefined) fields.push(`${JSON.stringify(name)}:${canonicalJson(inner)}`);
  }
  return `{${fields.join(',')}}`;
}
