/**
 * Writes numbers, dates, identifiers or booleans as a PostgreSQL array literal. Such values need no quotes. The driver
 * puts quotes around every element of an array. This took a third of the time that was needed to write the rows of a
 * supplier's message.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}
