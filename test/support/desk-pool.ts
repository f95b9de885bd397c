import type pg from 'pg';
import { createPool } from '../../src/platform/db/pool.ts';

/** Opens a pool like the desk's pool. A test can make the driver of this pool refuse a statement. */
export function openDeskPool(url: string) {
  const pool = createPool({
    url,
    size: 3,
    name: 'ihc-desk-test',
    pipeline: true,
    keyedOnly: true,
    onError: () => {},
  });
  const inUse = new Set<pg.PoolClient>();
  let refused: string | null = null;
  pool.on('acquire', (client) => {
    inUse.add(client);
    if (refused === null) return;
    // The driver refuses a statement whose name it has already used for another text.
    statementsOf(client)[refused] = 'another text';
  });
  pool.on('release', (_error, client) => {
    inUse.delete(client);
    if (refused !== null) delete statementsOf(client)[refused];
  });
  return {
    pool,
    /**
     * From now on, connections do not send the statement with this name. Null means that connections send every
     * statement.
     */
    refuse: (name: string | null) => {
      refused = name;
    },
    inUse: () => [...inUse],
  };
}

function statementsOf(client: pg.PoolClient): Record<string, string> {
  return (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
    .parsedStatements;
}
