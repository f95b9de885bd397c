import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnService } from '../support/child-service.ts';
import { createTestDatabase } from '../support/database.ts';
import { hasProgram } from '../support/has-program.ts';
import { canUseCgroup, limitProcessor } from '../support/limited-processor.ts';

const MINUTES = 60_000;

it.skipIf(!canUseCgroup() && !hasProgram('cpulimit')).each([
  [25, 'a database of its own'],
  [12, 'a database of its own'],
  [25, 'a database elsewhere'],
  [12, 'a database elsewhere'],
])(
  'the service starts on %i percent of a core, with %s',
  async (percent, which) => {
    const limited = limitProcessor(percent);
    const directory = mkdtempSync(join(tmpdir(), 'ihc-small-'));
    chmodSync(directory, 0o711);
    const database = which === 'a database elsewhere' ? await createTestDatabase() : null;
    const settings = {
      IHC_DATA_DIR: join(directory, 'data'),
      ...(database !== null && { DATABASE_URL: database.url }),
    };
    const service = spawnService(settings, undefined, limited.through);
    try {
      const base = await service.ready;
      const health = await fetch(`${base}/health`);
      expect([health.status, service.errors()]).toEqual([200, '']);
    } finally {
      service.process.kill('SIGTERM');
      await service.exited;
      await limited.remove();
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
  15 * MINUTES,
);
