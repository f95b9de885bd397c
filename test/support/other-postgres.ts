/** The folder of the PostgreSQL that the tests use instead of the embedded one; undefined without the variable. */
export function otherPostgres(): string | undefined {
  return process.env.IHC_TEST_POSTGRES_BIN || undefined;
}
