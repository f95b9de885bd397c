import { expect } from 'vitest';
import type { Queryable } from '../../src/platform/db/pool.ts';

/** Checks that no process has ever found a lost commit in this database. */
export async function expectNoHalt(database: Queryable): Promise<void> {
  const { rows } = await database.query(
    `select halt, known_epoch::int as known, resumed_epoch::int as resumed,
       (select count(*)::int from lost_batches) as lost from desk`,
  );
  expect(rows).toEqual([{ halt: null, known: 0, resumed: 0, lost: 0 }]);
}
