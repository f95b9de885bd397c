import type { Queryable, Transaction } from '../db/pool.ts';
import type { SecretName } from '../kernel/fingerprint.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { SETTINGS } from './accepted-secrets.ts';

/** A process that has not written its row for longer than this has ended, hangs, or does not reach the database. */
const ALIVE = "seen_at > clock_timestamp() - interval '10 seconds'";

export interface SecretUse {
  fingerprint: string;
  /** Whether new keys are hashed, or new vouchers signed, with this secret. */
  isClaimed: boolean;
  /** Keys that work now and were hashed with this pepper. 0 for a signing key. */
  activeKeys: number;
}

/**
 * A production database remembers the fingerprint of the secret that its keys or vouchers were made with. With another
 * one every partner would be refused, or no voucher would open. The first of the given fingerprints becomes the
 * remembered one if the remembered one is among the others, and every running process accepts it.
 */
export async function claimSecret(
  tx: Transaction,
  name: SecretName,
  [first, ...others]: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into deployment (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do nothing`,
    [name, first],
  );
  const claimed = await lockClaim(tx, name);
  if (claimed === first) return;
  if (!others.includes(claimed!)) throw otherSecret(name);
  await refuseUnaware(tx, name, first!);
  await tx.query('update deployment set value = to_jsonb($2::text) where key = $1', [name, first]);
  if (name === 'pepper') await nameOldPepper(tx, claimed!);
}

/** For commands that make no key. They only compare: if they stored a mistyped pepper, no node could start. */
export async function refuseOtherSecret(
  database: Queryable,
  name: SecretName,
  accepted: readonly string[],
): Promise<void> {
  const claimed = await readClaim(database, name);
  if (claimed !== null && !accepted.includes(claimed)) throw otherSecret(name);
}

/** The remembered secret, and the peppers of keys that work now. */
export async function readSecretUses(database: Queryable, name: SecretName): Promise<SecretUse[]> {
  const claimed = await readClaim(database, name);
  const result =
    name === 'pepper'
      ? await database.query<{ fingerprint: string | null; keys: number }>(
          `select coalesce(pepper, $1) as fingerprint, count(*)::int as keys from api_keys
           where revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
           group by 1 order by 2 desc`,
          [claimed],
        )
      : { rows: [] };
  const activeKeys = new Map(result.rows.map(({ fingerprint, keys }) => [fingerprint, keys]));
  const fingerprints = new Set([claimed, ...activeKeys.keys()].filter((one) => one !== null));
  return [...fingerprints].map((fingerprint) => ({
    fingerprint,
    isClaimed: fingerprint === claimed,
    activeKeys: activeKeys.get(fingerprint) ?? 0,
  }));
}

/** Forgets the secret. The next process that claims one decides which it is. Returns the forgotten fingerprint. */
export async function forgetClaim(tx: Transaction, name: SecretName): Promise<string | null> {
  const claimed = await lockClaim(tx, name);
  if (claimed === null) return null;
  if (name === 'pepper') await nameOldPepper(tx, claimed);
  await tx.query('delete from deployment where key = $1', [name]);
  return claimed;
}

/** For each fingerprint, how many of the running processes accept it. */
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

/** A running process that accepts the secret, for people. Null: none does. */
export async function findProcessWith(database: Queryable, fingerprint: string): Promise<string | null> {
  const result = await database.query(
    `select host, process_id from processes where ${ALIVE} and accepts @> array[$1] limit 1`,
    [fingerprint],
  );
  return result.rows.length === 0 ? null : `process ${result.rows[0].process_id} on ${result.rows[0].host}`;
}

/** A process that does not know the new secret would refuse what others make with it. */
async function refuseUnaware(tx: Transaction, name: SecretName, fingerprint: string): Promise<void> {
  const result = await tx.query(
    `select host, process_id from processes where ${ALIVE} and not coalesce(accepts @> array[$1], false)
     order by host, process_id limit 1`,
    [fingerprint],
  );
  const [unaware] = result.rows;
  if (unaware !== undefined)
    throw new StartRefused(
      `${SETTINGS[name]} begins with a new value that process ${unaware.process_id} on ${unaware.host} does not know: ` +
        'first restart every node with the old value, a comma and the new value',
    );
}

/** A key without a fingerprint was hashed with the remembered pepper. It gets its fingerprint before that changes. */
async function nameOldPepper(tx: Transaction, fingerprint: string): Promise<void> {
  await tx.query('update api_keys set pepper = $1 where pepper is null', [fingerprint]);
}

async function readClaim(database: Queryable, name: SecretName): Promise<string | null> {
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
