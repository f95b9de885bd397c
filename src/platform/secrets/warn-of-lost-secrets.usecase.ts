import type pg from 'pg';
import type { Logger } from 'pino';
import type { SecretName } from '../../kernel/fingerprint.ts';
import { fingerprintsOf, type Secrets } from './accepted-secrets.ts';
import { readSecretUses, type UseCounts } from './claims.store.ts';

/**
 * Logs a warning if stored data needs secrets that the settings do not contain. The service starts without these
 * secrets, because the operator may no longer need this data.
 */
export async function warnOfLostSecrets(pool: pg.Pool, secrets: Secrets, log: Logger): Promise<void> {
  const lost = async (name: SecretName) => {
    const accepted = fingerprintsOf(name, secrets);
    const uses = await readSecretUses(pool, name);
    const unknown = uses.filter(({ fingerprint }) => !accepted.includes(fingerprint));
    const sum = (count: keyof UseCounts) => unknown.reduce((total, use) => total + use[count], 0);
    return { keys: sum('activeKeys'), webhooks: sum('webhookSecrets'), codes: sum('codeSecrets') };
  };
  const { keys } = await lost('pepper');
  const { webhooks, codes } = await lost('signing_key');
  if (keys > 0) log.warn({ keys }, 'active keys have a pepper that is not in IHC_KEY_PEPPER; they get 401');
  if (webhooks > 0)
    log.warn(
      { webhooks },
      'secrets of webhooks need a key that is not in IHC_SIGNING_KEY; nothing is sent there',
    );
  if (codes > 0)
    log.warn(
      { codes },
      'secrets of one-time codes need a key that is not in IHC_SIGNING_KEY; these people need a new invitation',
    );
}
