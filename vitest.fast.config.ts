import { defineConfig } from 'vitest/config';

/** Unit tests beside the sources, and tests of texts and code layout. They need only the sources. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts'],
    pool: 'threads',
    isolate: false,
  },
});
