import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** `npm run test:long`: repeated kills and long loads. They take too long for `npm test`. */
export default defineConfig({
  test: { ...usual.test, include: ['test/long/**/*.test.ts'], exclude: [] },
});
