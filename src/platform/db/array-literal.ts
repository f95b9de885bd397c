/**
 * Writes numbers, dates, identifiers and booleans as PostgreSQL's text of an array. These values need no quoting. The
 * driver quotes and escapes every element of an array. For the rows of a supplier's message, this took a third of the
 * write time.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}
