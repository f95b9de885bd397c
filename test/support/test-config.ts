import { type Config, readConfig } from '../../src/boot/config.ts';
import type { Secrets } from '../../src/boot/context.ts';

export const TEMPLATE_DATABASE = 'ihc_template';
/** Migrated, and otherwise empty: nothing belongs to an environment yet. */
export const MIGRATED_DATABASE = 'ihc_migrated';

export const testSecrets: Secrets = { keyPepper: 'p'.repeat(32), signingKey: 's'.repeat(32) };

export function testConfig(changes: Partial<Config> = {}): Config {
  return { ...readConfig({}), rateLimitPerMinute: 100_000, logLevel: 'silent', ...changes };
}
