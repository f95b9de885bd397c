// Stores the fingerprints of the secrets that belong to the database, and finds out which running processes use which
// secrets.

import type { SecretName } from '../../kernel/fingerprint.ts';
import { StartRefused } from '../../kernel/start-refused.ts';
import type { Queryable, Transaction } from '../db/pool.ts';
import { SETTINGS } from './accepted-secrets.ts';

/**
 * An SQL condition that is true for a running process. If a process has not written its row for 10 seconds, it has
 * ended, hangs, or cannot reach the database.
 */
const ALIVE = "seen_at > clock_timestamp() - interval '10 seconds'";

export interface SecretUse {
  fingerprint: string;
  /** True if new keys are hashed, or new vouchers are signed, with this secret. */
  isClaimed: boolean;
  /** The number of active keys that were hashed with this pepper. It is 0 for a signing key. */
  activeKeys: number;
  /**
   * How many webhook secrets, and how many secrets of one-time codes, are encrypted with this signing key. Both numbers
   * are 0 for a pepper.
   */
  webhookSecrets: number;
  codeSecrets: number;
}

/** The secrets that a process accepts. The process uses the first secret for new hashes or signatures. */
export type Fingerprints = readonly [string, ...string[]];

/**
 * A production database remembers two fingerprints: the fingerprint of the pepper with which its keys were hashed, and
 * the fingerprint of the signing key with which its vouchers were signed. With a different pepper, the service would
 * refuse every partner. With a different signing key, it would open no voucher. A process therefore starts only if it
 * accepts the remembered secrets, and if every running process accepts the secret that the starting process uses.
 */
export async function claimSecret(tx: Transaction, name: SecretName, accepted: Fingerprints): Promise<void> {
  const claimed = await getOrCreateClaim(tx, name, accepted[0]);
  if (!accepted.includes(claimed)) throw otherSecret(name);
  if (claimed === accepted[0]) return;
  const unaware = await findUnaware(tx, accepted[0]);
  if (unaware !== null)
    throw new StartRefused(
      `${SETTINGS[name]} begins with a new value that ${unaware} does not know: ` +
        'first restart every node with the old value, a comma and the new value',
    );
  await moveClaim(tx, name, accepted);
}

/**
 * Replaces the remembered secret by the first secret of this process. This happens only when every running process
 * accepts the new secret and no running process uses the old secret. While a node still has the previous settings,
 * nothing is changed.
 */
export async function moveClaim(
  tx: Transaction,
  name: SecretName,
  [first, ...others]: Fingerprints,
): Promise<void> {
  const claimed = await lockClaim(tx, name);
  if (claimed === null || !others.includes(claimed)) return;
  const users = await tx.query(
    `select from processes where ${ALIVE} and (coalesce(makes @> array[$1], true) or not accepts @> array[$2]) limit 1`,
    [claimed, first],
  );
  if (users.rowCount !== 0) return;
  await tx.query('update deployment set value = to_jsonb($2::text) where key = $1', [name, first]);
  if (name === 'pepper') await nameOldPepper(tx, claimed);
}

/**
 * Returns the fingerprint of the secret that the database remembers. A new key is hashed with this pepper, even if
 * another pepper is first in the settings.
 */
export async function getClaimed(tx: Transaction, name: SecretName, accepted: Fingerprints): Promise<string> {
  const claimed = await getOrCreateClaim(tx, name, accepted[0]);
  if (!accepted.includes(claimed)) throw otherSecret(name);
  return claimed;
}

/**
 * Refuses a secret that differs from the remembered secret, but never stores a secret. Commands that create no key use
 * this function. If such a command stored a mistyped pepper, no node could start.
 */
export async function refuseOtherSecret(
  database: Queryable,
  name: SecretName,
  accepted: readonly string[],
): Promise<void> {
  const claimed = await readClaim(database, name);
  if (claimed !== null && !accepted.includes(claimed)) throw otherSecret(name);
}

export type UseCounts = Pick<SecretUse, 'activeKeys' | 'webhookSecrets' | 'codeSecrets'>;
export const NO_USES: UseCounts = { activeKeys: 0, webhookSecrets: 0, codeSecrets: 0 };

/** Returns the remembered secret, and all other secrets that are still needed for active keys or sealed values. */
export async function readSecretUses(database: Queryable, name: SecretName): Promise<SecretUse[]> {
  const claimed = await readClaim(database, name);
  const counts = name === 'pepper' ? await countKeys(database, claimed) : await countSealed(database);
  const fingerprints = new Set([claimed, ...counts.keys()].filter((one) => one !== null));
  return [...fingerprints].map((fingerprint) => ({
    ...{ fingerprint, isClaimed: fingerprint === claimed },
    ...(counts.get(fingerprint) ?? NO_USES),
  }));
}

type CountedUses = Map<string | null, UseCounts>;

async function countKeys(database: Queryable, claimed: string | null): Promise<CountedUses> {
  const result = await database.query<{ fingerprint: string | null; activeKeys: number }>(
    `select coalesce(pepper, $1) as fingerprint, count(*)::int as "activeKeys" from api_keys
     where revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
     group by 1 order by 2 desc`,
    [claimed],
  );
  return new Map(result.rows.map(({ fingerprint, ...uses }) => [fingerprint, { ...NO_USES, ...uses }]));
}

async function countSealed(database: Queryable): Promise<CountedUses> {
  const result = await database.query<{ fingerprint: string } & Omit<UseCounts, 'activeKeys'>>(
    `select fingerprint, count(*) filter (where is_webhook)::int as "webhookSecrets",
       count(*) filter (where not is_webhook)::int as "codeSecrets" from (
       select sealed_with as fingerprint, true as is_webhook from webhooks
       union all select old_sealed_with, true from webhooks where old_until > clock_timestamp()
       union all select totp_sealed_with, false from staff where totp_sealed_with is not null
     ) as sealed group by 1 order by count(*) desc`,
  );
  return new Map(result.rows.map(({ fingerprint, ...uses }) => [fingerprint, { ...NO_USES, ...uses }]));
}

/**
 * Forgets the remembered secret, and returns its fingerprint. The next process that claims a secret then stores the
 * fingerprint of its secret in the database.
 */
export async function forgetClaim(tx: Transaction, name: SecretName): Promise<string | null> {
  const claimed = await lockClaim(tx, name);
  if (claimed === null) return null;
  if (name === 'pepper') await nameOldPepper(tx, claimed);
  await tx.query('delete from deployment where key = $1', [name]);
  return claimed;
}

/** Counts the running processes that accept each fingerprint. */
export async function countProcesses(
  database: Queryable,
): Promise<{ running: number; accepting: Map<string, number> }> {
  const result = await database.query<{ accepts: string[] | null }>(
    `select accepts from processes where ${ALIVE}`,
  );
  const accepting = new Map<string, number>();
  for (const { accepts } of result.rows)
    for (const fingerprint of accepts ?? [])
      accepting.set(fingerprint, (accepting.get(fingerprint) ?? 0) + 1);
  return { running: result.rows.length, accepting };
}

/**
 * Finds a running process that accepts the secret, or that has not announced which secrets it accepts. Returns null if
 * there is no such process.
 */
export async function findProcessWith(database: Queryable, fingerprint: string): Promise<string | null> {
  const result = await database.query(
    `select host, process_id from processes where ${ALIVE} and coalesce(accepts @> array[$1], true) limit 1`,
    [fingerprint],
  );
  return result.rows.length === 0 ? null : named(result.rows[0]);
}

/**
 * Finds a running process that does not accept the new secret. Such a process would refuse keys or vouchers that other
 * processes create with the new secret.
 */
async function findUnaware(tx: Transaction, fingerprint: string): Promise<string | null> {
  const result = await tx.query(
    `select host, process_id from processes where ${ALIVE} and not coalesce(accepts @> array[$1], false)
     order by host, process_id limit 1`,
    [fingerprint],
  );
  return result.rows.length === 0 ? null : named(result.rows[0]);
}

function named({ host, process_id: processId }: { host: string; process_id: number }): string {
  return `process ${processId} on ${host}`;
}

/**
 * Returns the fingerprint of the remembered secret. If no secret is remembered, stores the fingerprint `first` and
 * returns it. Another command may delete the remembered secret between the two statements. The loop then tries again.
 */
async function getOrCreateClaim(tx: Transaction, name: SecretName, first: string): Promise<string> {
  for (;;) {
    await tx.query(
      'insert into deployment (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do nothing',
      [name, first],
    );
    const claimed = await lockClaim(tx, name);
    if (claimed !== null) return claimed;
  }
}

/**
 * Stores the fingerprint of the remembered pepper in the rows of all API keys that have no fingerprint, because these
 * keys were hashed with this pepper. This must happen before the remembered pepper changes.
 */
async function nameOldPepper(tx: Transaction, fingerprint: string): Promise<void> {
  await tx.query('update api_keys set pepper = $1 where pepper is null', [fingerprint]);
}

/**
 * Returns the fingerprint of the remembered secret, or null if no secret is remembered. In sandbox, no secret is
 * remembered.
 */
export async function readClaim(database: Queryable, name: SecretName): Promise<string | null> {
  const known = await database.query("select to_regclass('deployment') is not null as exists");
  if (!known.rows[0].exists) return null;
  const result = await database.query("select value #>> '{}' as value from deployment where key = $1", [
    name,
  ]);
  return result.rows[0]?.value ?? null;
}

async function lockClaim(tx: Transaction, name: SecretName): Promise<string | null> {
  const result = await tx.query("select value #>> '{}' as value from deployment where key = $1 for update", [
    name,
  ]);
  return result.rows[0]?.value ?? null;
}

function otherSecret(name: SecretName): StartRefused {
  const made =
    name === 'pepper' ? 'the keys of this database were made' : 'vouchers of this database are signed';
  return new StartRefused(
    `${SETTINGS[name]} is not the one that ${made} with: set the same value on every node`,
  );
}
