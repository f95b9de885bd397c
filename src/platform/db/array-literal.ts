/**
 * Writes numbers, dates, identifiers or booleans as a PostgreSQL array literal. Such values need no quotes. The driver
 * would put quotes around every element of the array, and this took a third of the time for writing the rows of a
 * supplier's message.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}
