import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // All but the first take minutes. `npm run test:postgres` has them, and .ci/run runs that too.
    exclude: [
      'test/long/**',
      'test/races/{client-events,exactly-once,last-rooms,one-desk,order,order-across-processes,takeover,two-nodes}.test.ts',
      'test/supply/pms.test.ts',
      'test/model/**',
      'test/db/{doorbell,housekeeping,load-snapshot,status}.test.ts',
      'test/faults/{batch-writes,database-away,desk-faults}.test.ts',
      'test/hotel/{day,events}.test.ts',
      'test/http/search.test.ts',
      'test/start/{site,stop,tls,workers}.test.ts',
      'test/live/**',
      'test/operator/{desk-of-command,hotel-export,hotel-import,migrate,status}.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    // Sized for a machine with two cores: at most two test files run at a time.
    maxWorkers: 2,
    // Longer than the 30 s of an action in the browser, whose message tells what was waited for.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
