import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/long/**'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    // Two cores: one for a test file, one for its database.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
