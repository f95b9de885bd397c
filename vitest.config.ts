import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/long/**'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    // Sized for a machine with two cores: at most two test files run at a time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
