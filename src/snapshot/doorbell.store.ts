import type { Queryable } from '../db/pool.ts';

export const DOORBELL_CHANNEL = 'ihc_changes';

/**
 * Tells every node that listens that there is something to read. NOTIFY takes one lock for the whole cluster at commit,
 * so it must never be part of a transaction that others wait for; and it does not wait for the disk, since a ring that
 * a crash loses has nobody left to hear it.
 */
export async function ringDoorbell(database: Queryable, node: string): Promise<void> {
  await database.query({
    name: 'ring-doorbell',
    text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
    values: [DOORBELL_CHANNEL, node],
  });
}
