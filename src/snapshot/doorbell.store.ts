// Tells other nodes to read the feed now.

import type { Queryable } from '../platform/db/pool.ts';

export const DOORBELL_CHANNEL = 'ihc_changes';

/**
 * Tells every listening node to read the feed. NOTIFY takes one lock for the whole cluster at commit, so it must never
 * be part of a transaction that others wait for. The commit does not wait for the disk, because after a crash no
 * listener is left that could miss the notification.
 */
export async function ringDoorbell(database: Queryable, node: string): Promise<void> {
  await database.query({
    name: 'ring-doorbell',
    text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
    values: [DOORBELL_CHANNEL, node],
  });
}
