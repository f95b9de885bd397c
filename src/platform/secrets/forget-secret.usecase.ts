import type { Operation } from '../../context.ts';
import type { SecretName } from '../../kernel/fingerprint.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../audit/operator-audit.store.ts';
import { commitUnless } from '../db/commit-unless.ts';
import { SETTINGS } from './accepted-secrets.ts';
import { findProcessWith, forgetClaim } from './claims.store.ts';

/** Forgets a lost secret, so that a node can start with a different secret. */
export async function forgetSecret(
  { pool, who }: Operation,
  name: SecretName,
): Promise<Outcome<{ fingerprint: string }, Declined>> {
  return commitUnless(false, pool, async (tx) => {
    const fingerprint = await forgetClaim(tx, name);
    if (fingerprint === null) return decline(`the database remembers no ${SETTINGS[name]}`);
    const process = await findProcessWith(tx, fingerprint);
    if (process !== null)
      return decline(
        `${process} uses this ${SETTINGS[name]}, so it is not lost: put the new value behind it, after a comma`,
      );
    const subject = SETTINGS[name];
    await recordOperatorChanges(tx, [
      { who, action: 'secret forget', subject, before: { fingerprint }, after: null },
    ]);
    return accept({ fingerprint });
  });
}
