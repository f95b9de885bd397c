/**
 * An array as PostgreSQL's text, for numbers, dates, identifiers and booleans, which need no quoting. The driver quotes and
 * escapes every element of an array: for the rows of a supplier's message that took a third of the time of their writing.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}
