/** Which folders of tests each command runs. Every test file belongs to one: test/code/tidy.test.ts checks it. */
export const TEST_SETS = {
  /** `npm run test:fast`: these need the sources only, no database and no browser. */
  fast: ['src', 'web/src', 'test/code'],
  /** `npm test`: the core, and one path through each of the two applications in the browser. */
  gate: ['src', 'web/src', 'test/code', 'test/core', 'test/store', 'test/http', 'test/walks'],
  /** `npm run test:browser`: the site, the console and the hotel page. */
  browser: ['test/browser'],
  /** `npm run test:process`: the service, `ihc` and the programs of the guides as processes. */
  process: ['test/cli', 'test/process'],
  /** `npm run test:postgres`: tests that depend on the database, with the PostgreSQL in IHC_TEST_POSTGRES_BIN. */
  postgres: ['test/core', 'test/store', 'test/http', 'test/process/desk'],
  /** `npm run test:long`: repeated kills and long loads. */
  long: ['test/long'],
};

export type TestSet = keyof typeof TEST_SETS;

/** `npm run test:all`: everything that .ci/run runs. */
export const ALL_SETS: TestSet[] = ['gate', 'browser', 'process', 'postgres'];
