// Stores webhooks, and counts and deletes their waiting deliveries.

import type { ClientId, WebhookId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { ClientEventKind } from '../events/client-event.ts';
import type { Webhook } from './webhook.ts';

interface WebhookRow {
  id: WebhookId;
  client_id: ClientId;
  url: string;
  kinds: ClientEventKind[];
  secret: Buffer;
  sealed_with: string;
  old_secret: Buffer | null;
  old_sealed_with: string | null;
  old_until: Date | null;
  created_at: Date;
  delivered_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
}

const COLUMNS = `w.id, w.client_id, w.url, w.kinds, w.secret, w.sealed_with, w.old_secret, w.old_sealed_with, w.old_until,
  w.created_at, w.delivered_at, w.failed_at, w.last_error`;

/**
 * Locks a client, so that its webhooks are created one after another. FOR UPDATE would also block the insertion of rows
 * that refer to the client.
 */
export async function lockClient(tx: Transaction, clientId: ClientId): Promise<void> {
  await tx.query('select 1 from clients where id = $1 for no key update', [clientId]);
}

export async function readWebhooks(database: Queryable, clientId: ClientId): Promise<Webhook[]> {
  const result = await database.query<WebhookRow>(
    `select ${COLUMNS} from webhooks w where w.client_id = $1 order by w.created_at, w.id`,
    [clientId],
  );
  return result.rows.map(webhookOf);
}

export async function findWebhook(
  database: Queryable,
  clientId: ClientId,
  id: WebhookId,
): Promise<Webhook | null> {
  const result = await database.query<WebhookRow>(
    `select ${COLUMNS} from webhooks w where w.client_id = $1 and w.id = $2`,
    [clientId, id],
  );
  return result.rows.length === 0 ? null : webhookOf(result.rows[0]!);
}

export async function lockWebhook(
  tx: Transaction,
  clientId: ClientId,
  id: WebhookId,
): Promise<Webhook | null> {
  const result = await tx.query<WebhookRow>(
    `select ${COLUMNS} from webhooks w where w.client_id = $1 and w.id = $2 for update`,
    [clientId, id],
  );
  return result.rows.length === 0 ? null : webhookOf(result.rows[0]!);
}

/** Returns null when the webhook was deleted, or when its client is suspended. */
export async function findDestination(database: Queryable, id: WebhookId): Promise<Webhook | null> {
  const result = await database.query<WebhookRow>({
    name: 'find-destination',
    text: `select ${COLUMNS} from webhooks w join clients c on c.id = w.client_id
      where w.id = $1 and c.suspended_at is null`,
    values: [id],
  });
  return result.rows.length === 0 ? null : webhookOf(result.rows[0]!);
}

/** Returns the number of waiting deliveries of each webhook, in the order of `ids`. */
export async function countPending(database: Queryable, ids: WebhookId[]): Promise<number[]> {
  const result = await database.query<{ destination: string; pending: number }>(
    `select destination, count(*)::int as pending from deliveries
     where channel = 'WEBHOOK' and destination = any($1::text[]) and state = 'PENDING' group by destination`,
    [ids],
  );
  const counts = new Map(result.rows.map(({ destination, pending }) => [destination, pending]));
  return ids.map((id) => counts.get(id) ?? 0);
}

export async function insertWebhook(tx: Transaction, webhook: Webhook): Promise<void> {
  const { id, clientId, url, kinds, secret, createdAt } = webhook;
  await tx.query(
    `insert into webhooks (id, client_id, url, kinds, secret, sealed_with, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, clientId, url, kinds, secret.bytes, secret.sealedWith, new Date(createdAt)],
  );
}

/**
 * Deletes the webhook and its waiting deliveries. Some deliveries may remain: deliveries that a process is claiming or
 * marking at this moment, and a delivery that the sequencer adds at this moment. The sender of such a delivery finds no
 * webhook and skips the delivery.
 */
export async function deleteWebhook(tx: Transaction, clientId: ClientId, id: WebhookId): Promise<boolean> {
  const result = await tx.query('delete from webhooks where client_id = $1 and id = $2', [clientId, id]);
  if (result.rowCount === 0) return false;
  await tx.query(
    `delete from deliveries where id in (select id from deliveries
       where channel = 'WEBHOOK' and destination = $1::text and state = 'PENDING' for update skip locked)`,
    [id],
  );
  return true;
}

export async function setSecrets(
  tx: Transaction,
  { id, secret, oldSecret }: Pick<Webhook, 'id' | 'secret' | 'oldSecret'>,
): Promise<void> {
  await tx.query(
    `update webhooks set secret = $2, sealed_with = $3, old_secret = $4, old_sealed_with = $5, old_until = $6
     where id = $1`,
    [
      ...[id, secret.bytes, secret.sealedWith],
      ...[oldSecret?.sealed.bytes ?? null, oldSecret?.sealed.sealedWith ?? null],
      oldSecret === null ? null : new Date(oldSecret.until),
    ],
  );
}

/**
 * Records the last result of a webhook, which the partner can read. If `error` is null, the result is a success. A
 * result never replaces the result of a later attempt.
 */
export async function recordResult(
  tx: Transaction,
  id: WebhookId,
  at: number,
  error: string | null,
): Promise<void> {
  await tx.query({
    name: error === null ? 'record-webhook-success' : 'record-webhook-failure',
    text:
      error === null
        ? `update webhooks set delivered_at = $2 where id = $1 and (delivered_at is null or delivered_at < $2)`
        : `update webhooks set failed_at = $2, last_error = left($3, 500)
           where id = $1 and (failed_at is null or failed_at <= $2)`,
    values: error === null ? [id, new Date(at)] : [id, new Date(at), error],
  });
}

/**
 * Writes a lease for a test, because no database lock is held during the request. Returns false when another test of
 * this webhook is running.
 */
export async function beginTest(tx: Transaction, id: WebhookId, now: Date, until: Date): Promise<boolean> {
  const result = await tx.query(
    `update webhooks set testing_until = $3 where id = $1 and (testing_until is null or testing_until <= $2)`,
    [id, now, until],
  );
  return result.rowCount === 1;
}

/**
 * Ends the lease of this test. The lease of another test stays, because another test may have begun after the lease of
 * this test expired.
 */
export async function endTest(tx: Transaction, id: WebhookId, until: Date): Promise<void> {
  await tx.query('update webhooks set testing_until = null where id = $1 and testing_until = $2', [
    id,
    until,
  ]);
}

/**
 * Finds and locks the webhooks with a secret that is encrypted with one of the `openable` keys, but not with the key
 * `fingerprint`.
 */
export async function lockSealedOtherwise(
  tx: Transaction,
  fingerprint: string,
  openable: string[],
  limit: number,
): Promise<Webhook[]> {
  const result = await tx.query<WebhookRow>(
    `select ${COLUMNS} from webhooks w
     where (w.sealed_with = any($2) and w.sealed_with <> $1)
       or (w.old_sealed_with = any($2) and w.old_sealed_with <> $1)
     order by w.id limit $3 for update skip locked`,
    [fingerprint, openable, limit],
  );
  return result.rows.map(webhookOf);
}

/** Deletes the old secrets whose overlap has ended. Such secrets no longer sign requests. */
export async function forgetOldSecrets(tx: Transaction, now: Date): Promise<void> {
  await tx.query(
    'update webhooks set old_secret = null, old_sealed_with = null, old_until = null where old_until <= $1',
    [now],
  );
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    clientId: row.client_id,
    url: row.url,
    kinds: row.kinds,
    secret: { bytes: row.secret, sealedWith: row.sealed_with },
    oldSecret:
      row.old_secret === null
        ? null
        : {
            sealed: { bytes: row.old_secret, sealedWith: row.old_sealed_with! },
            until: row.old_until!.getTime(),
          },
    createdAt: row.created_at.getTime(),
    deliveredAt: row.delivered_at?.getTime() ?? null,
    failure: row.failed_at === null ? null : { at: row.failed_at.getTime(), message: row.last_error! },
  };
}
