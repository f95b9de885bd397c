import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Config, readConfig } from '../src/boot/config.ts';
import { type Service, startService } from '../src/boot/service.ts';
import type { ServiceOptions } from '../src/boot/service-options.ts';
import type { Secrets } from '../src/platform/secrets/accepted-secrets.ts';

export const BENCH_SECRETS: Secrets = {
  ...{ keyPepper: 'p'.repeat(32), otherKeyPeppers: [] },
  ...{ signingKey: 's'.repeat(32), otherSigningKeys: [] },
};

/**
 * Starts the service as in production, with a journal, except that logging is off and the rate limits are the highest
 * limits that are allowed.
 */
export function startBenchService(
  databaseUrl: string,
  deliveries: Pick<ServiceOptions, 'deliveries' | 'deliverer'> = {},
): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'ihc-bench-journal-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const config: Config = {
    ...readConfig({}),
    environment: 'production',
    journal: { directory, limitBytes: 2 ** 30 },
    databaseUrl,
    rateLimitPerMinute: 100_000,
    bookingLimitPerMinute: 100_000,
    supplyLimitPerMinute: 100_000,
    ...BENCH_SECRETS,
  };
  const log = pino({ level: 'silent' });
  return startService({ config, secrets: BENCH_SECRETS, databaseUrl, log, ...deliveries });
}
