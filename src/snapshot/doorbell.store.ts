// Notifies other nodes that they must read the feed now.

import type { Queryable } from '../platform/db/pool.ts';

export const DOORBELL_CHANNEL = 'ihc_changes';

/**
 * Notifies every listening node that it must read the feed. When a transaction with NOTIFY commits, it takes a lock for
 * the whole database server. Therefore a transaction must never contain NOTIFY if other transactions wait for it. The
 * commit does not wait for the disk: a crash of the server may lose a notification, but the crash also ends the
 * connections of all listeners.
 */
export async function ringDoorbell(database: Queryable, node: string): Promise<void> {
  await database.query({
    name: 'ring-doorbell',
    text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
    values: [DOORBELL_CHANNEL, node],
  });
}
