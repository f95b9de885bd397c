import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // takeover.test.ts takes a minute. `npm run test:postgres` has it, and .ci/run runs that too.
    exclude: ['test/long/**', 'test/races/takeover.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    // Sized for a machine with two cores: at most two test files run at a time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
