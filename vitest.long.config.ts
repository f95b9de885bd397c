import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** Kill series and long loads: `npm run test:long`, apart from `npm test`, which everybody runs. */
export default defineConfig({
  test: { ...usual.test, include: ['test/long/**/*.test.ts'], exclude: [] },
});
