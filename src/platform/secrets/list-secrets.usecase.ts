// Lists secrets, so that an operator can compare the secrets in the settings with the secrets that the database needs.

import type { Operation } from '../../context.ts';
import type { SecretName } from '../../kernel/fingerprint.ts';
import { fingerprintsOf } from './accepted-secrets.ts';
import { countProcesses, NO_USES, readSecretUses, type SecretUse } from './claims.store.ts';

export interface ListedSecret extends SecretUse {
  name: SecretName;
  /**
   * The position of the secret in the settings of this command, beginning with 1. Null if these settings do not contain
   * the secret.
   */
  place: number | null;
  /** The number of running processes, and how many of them accept the secret. */
  processes: { running: number; accepting: number };
}

/**
 * Lists the fingerprints of the secrets in the settings of this command, and of the secrets that the data in the
 * database needs. The database does not store the secrets themselves.
 */
export async function listSecrets({ pool, secrets }: Operation): Promise<ListedSecret[]> {
  const listed: ListedSecret[] = [];
  const { running, accepting } = await countProcesses(pool);
  for (const name of ['pepper', 'signing_key'] as const) {
    const given = fingerprintsOf(name, secrets);
    const uses = await readSecretUses(pool, name);
    const unused = given.filter((one) => !uses.some(({ fingerprint }) => fingerprint === one));
    const all = [...uses, ...unused.map((fingerprint) => ({ fingerprint, isClaimed: false, ...NO_USES }))];
    const placed = all.map((use) => {
      const index = given.indexOf(use.fingerprint);
      const processes = { running, accepting: accepting.get(use.fingerprint) ?? 0 };
      return { ...use, name, place: index === -1 ? null : index + 1, processes };
    });
    listed.push(...placed.sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity)));
  }
  return listed;
}
