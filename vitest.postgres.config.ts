import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/**
 * `npm run test:postgres`: the tests whose result depends on the database: migrations, the feed, locks, batches, the
 * random model, faults, backup and restore, stopping, and one booking of each kind. Left out are tests of texts, pages
 * and most of the command line. Those that take longest are only here, because `npm test` would take more
 * than ten minutes with them: see vitest.config.ts.
 */
export default defineConfig({
  test: {
    ...usual.test,
    include: [
      'test/hotel/{day,events,received,steps}.test.ts',
      'test/db/**/*.test.ts',
      'test/races/{client-events,exactly-once,last-rooms,one-desk,order,order-across-processes,takeover,two-nodes}.test.ts',
      'test/model/**/*.test.ts',
      'test/faults/*.test.ts',
      'test/live/**/*.test.ts',
      'test/supply/{killed-message,pms,rooms-left}.test.ts',
      'test/http/{after-booking,changes,reservation,sandbox-reset,search,shoppers}.test.ts',
      'test/operator/{desk-of-command,hotel-export,hotel-import,migrate,status,verify}.test.ts',
      'test/start/{site,stop,tls,workers}.test.ts',
    ],
    exclude: ['test/faults/redis-limits.test.ts'],
  },
});
