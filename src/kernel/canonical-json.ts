/** JSON with sorted keys. Equal values give equal text, in whatever order their keys were. */
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
