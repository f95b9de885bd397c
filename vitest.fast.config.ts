import { defineConfig } from 'vitest/config';

/** Tests beside pure files, and those of the texts and the layout: they need nothing but the sources. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts'],
    pool: 'threads',
    isolate: false,
  },
});
