import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlausibleKey, makeApiKey } from '../domain/partners/api-key.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import type { Secrets } from '../platform/secrets/accepted-secrets.ts';
import type { Config } from './config.ts';

/** Returns the secrets from the settings. In sandbox, missing secrets are created once and kept in the data folder. */
export function getOrCreateSecrets(config: Config): Secrets {
  return {
    otherKeyPeppers: config.otherKeyPeppers,
    otherSigningKeys: config.otherSigningKeys,
    keyPepper: config.keyPepper ?? kept(config, 'key-pepper', () => randomBytes(32).toString('hex')),
    signingKey: config.signingKey ?? kept(config, 'signing-key', () => randomBytes(32).toString('hex')),
  };
}

export function getOrCreateDemoKey(config: Config): string {
  const key = kept(config, 'demo-api-key', () => makeApiKey('sandbox', randomBytes));
  if (!isPlausibleKey(key, 'sandbox'))
    throw new StartRefused(
      `${join(config.dataDirectory, 'demo-api-key')} does not contain a valid test key: delete the file`,
    );
  return key;
}

function kept(config: Config, name: string, make: () => string): string {
  const file = join(config.dataDirectory, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
