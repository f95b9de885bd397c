import { pino } from 'pino';
import { type Config, readConfig } from '../src/boot/config.ts';
import type { Secrets } from '../src/boot/context.ts';
import { type Service, startService } from '../src/boot/service.ts';

export const BENCH_SECRETS: Secrets = { keyPepper: 'p'.repeat(32), signingKey: 's'.repeat(32) };

/** The service as production runs it, only that its log is silent and its callers may call as often as the schema allows. */
export function startBenchService(databaseUrl: string): Promise<Service> {
  const config: Config = {
    ...readConfig({}),
    environment: 'production',
    databaseUrl,
    rateLimitPerMinute: 100_000,
    ...BENCH_SECRETS,
  };
  return startService({ config, secrets: BENCH_SECRETS, databaseUrl, log: pino({ level: 'silent' }) });
}
