import pg from 'pg';
import { inject } from 'vitest';
import { MIGRATED_DATABASE, TEMPLATE_DATABASE } from './test-config.ts';

let created = 0;

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

const SOURCES = { template: TEMPLATE_DATABASE, migrated: MIGRATED_DATABASE, empty: 'template0' };

/** Creates a new database: with the demo world, with the schema alone, or an empty one. */
export async function createTestDatabase(from: keyof typeof SOURCES = 'template'): Promise<TestDatabase> {
  created += 1;
  const name = `ihc_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}_${created}`;
  await administer(`create database ${name} template ${SOURCES[from]} strategy file_copy`);
  return {
    url: inject('databaseUrlPattern').replace('/DATABASE?', `/${name}?`),
    drop: async () => {
      // Do not wait for the drop, because it takes PostgreSQL half a second. If the drop fails, the whole cluster is
      // deleted at the end anyway.
      administer(`drop database ${name} with (force)`).catch(() => {});
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('databaseUrlPattern').replace('/DATABASE?', '/postgres?'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
