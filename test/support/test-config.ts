import { type Config, readConfig } from '../../src/boot/config.ts';
import type { Secrets } from '../../src/platform/secrets/accepted-secrets.ts';

export const TEMPLATE_DATABASE = 'ihc_template';
/** A migrated database that is otherwise empty. It belongs to no environment yet. */
export const MIGRATED_DATABASE = 'ihc_migrated';

export const testSecrets: Secrets = {
  ...{ keyPepper: 'p'.repeat(32), otherKeyPeppers: [] },
  ...{ signingKey: 's'.repeat(32), otherSigningKeys: [] },
};

export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    ...readConfig({}),
    rateLimitPerMinute: 100_000,
    bookingLimitPerMinute: 100_000,
    supplyLimitPerMinute: 100_000,
    logLevel: 'silent',
    ...changes,
  };
}
