/**
 * Returns the folder of the PostgreSQL that the tests use instead of the embedded PostgreSQL, or undefined if
 * IHC_TEST_POSTGRES_BIN is not set.
 */
export function otherPostgres(): string | undefined {
  return process.env.IHC_TEST_POSTGRES_BIN || undefined;
}
