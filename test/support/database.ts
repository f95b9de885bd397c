import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE_DATABASE } from './test-config.ts';

let created = 0;

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Creates a new database: a copy of the template, or an empty one. */
export async function createTestDatabase(from: 'template' | 'empty' = 'template'): Promise<TestDatabase> {
  created += 1;
  const name = `ihc_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}_${created}`;
  const template = from === 'template' ? TEMPLATE_DATABASE : 'template0';
  await administer(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: inject('databaseUrlPattern').replace('/DATABASE?', `/${name}?`),
    drop: () => administer(`drop database ${name} with (force)`),
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
