import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordOperatorChanges } from '../../src/platform/audit/operator-audit.store.ts';
import { createPool, inTransaction } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ihc, ihcJson, sandboxOf } from '../support/ihc.ts';

let database: TestDatabase;
let settings: Record<string, string>;
const subjects = (changes: { subject: string }[]) => changes.map(({ subject }) => subject);

beforeAll(async () => {
  database = await createTestDatabase();
  settings = sandboxOf(database.url);
  const pool = createPool({ url: database.url, size: 1, onError: () => {} });
  const change = (who: string, subject: string, before: unknown, after: unknown) =>
    inTransaction(pool, 'read committed', (tx) =>
      recordOperatorChanges(tx, [{ who, action: 'partner limit', subject, before, after }]),
    );
  await change('huda', 'acme', { limit: null, name: 'Acme' }, { limit: 300, name: 'Acme' });
  await change('ali', 'basra-tours', { limit: 300 }, { limit: 400 });
  await change('huda', 'basra-tours', { limit: 400 }, { limit: null });
  // 20:59Z is still the first of March in Baghdad, 21:00Z is the second.
  await pool.query(
    `update operator_audit set at = case subject when 'acme' then timestamptz '2026-03-01T20:59:00Z'
       else timestamptz '2026-03-01T21:00:00Z' + id * interval '1 minute' end`,
  );
  await pool.end();
});
afterAll(() => database.drop());

it('shows the newest first, in Baghdad time, with what changed', async () => {
  const { code, stdout } = await ihc(settings, 'audit');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^time +who +action +subject +change$/);
  expect(lines[1]).toMatch(/^2026-03-02 00:03 +huda +partner limit +basra-tours +limit: 400 -> –$/);
  expect(lines[3]).toMatch(/^2026-03-01 23:59 +huda +partner limit +acme +limit: – -> 300$/);
});

it('--json has everything', async () => {
  const changes = await ihcJson(settings, 'audit', '--limit', '1');
  expect(changes).toEqual([
    {
      id: 3,
      at: '2026-03-01T21:03:00.000Z',
      who: 'huda',
      action: 'partner limit',
      subject: 'basra-tours',
      before: { limit: 400 },
      after: { limit: null },
    },
  ]);
});

it.each([
  [
    ['--who', 'huda'],
    ['basra-tours', 'acme'],
  ],
  [['--subject', 'acme'], ['acme']],
  [
    ['--since', '2026-03-02'],
    ['basra-tours', 'basra-tours'],
  ],
  [['--who', 'ali', '--subject', 'acme'], []],
])('%s', async (options, expected) => {
  expect(subjects(await ihcJson(settings, 'audit', ...options))).toEqual(expected);
});

it.each([
  ['--limit', '0', 'must be from 1 to 10000, not 0'],
  ['--limit', '10001', 'must be from 1 to 10000, not 10001'],
  ['--limit', 'many', 'must be a whole number, not "many"'],
  [
    '--since',
    '2026-02-30',
    'must be a valid date in the format YYYY-MM-DD, from 2000 to 2199, not "2026-02-30"',
  ],
])('%s %s is refused in one line', async (option, value, problem) => {
  const { code, stdout, stderr } = await ihc(settings, 'audit', option, value);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^ihc: .*\n$/);
  expect(stderr).toContain(problem);
});

it('a reader may close the pipe', async () => {
  const command =
    'set -o pipefail; node scripts/ihc.js audit | head -1; echo "code $?"; node scripts/ihc.js audit | true; echo "code $?"';
  const result = await new Promise<{ stdout: string; stderr: string }>((done) =>
    execFile(
      'bash',
      ['--norc', '-c', command],
      { env: { PATH: process.env.PATH, ...settings } },
      (_, stdout, stderr) => done({ stdout, stderr }),
    ),
  );
  expect(result.stderr).toBe('');
  expect(result.stdout).toMatch(/^time .*\ncode 0\ncode 0\n$/);
});
