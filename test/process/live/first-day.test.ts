import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { runBash } from '../../support/run-bash.ts';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../../..');
const DATABASE = 'postgres://ihc:secret@127.0.0.1:5432/ihc';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  folder = mkdtempSync(join(tmpdir(), 'ihc-first-day-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function section(name: RegExp): string {
  const text = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
  return text.split(/^##+ /m).find((part) => name.test(part))!;
}

/** The blocks of commands in "The first day", as one script. */
function script(): string {
  const blocks = [...section(/^The first day/).matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  expect(blocks.length).toBeGreaterThan(8);
  // Files of the reader go to a scratch folder. Everything else is as it is printed.
  const inFolder = blocks.join('\n').replace(/\b(ihc\.env|ihc\.log)\b/g, `${folder}/$1`);
  return inFolder.replaceAll(`./${folder}`, folder).replace(DATABASE, database.url);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

describe('"The first day" of docs/operations.md', () => {
  it('works as it is printed', async () => {
    const { output, errors } = await runBash(`trap 'kill %1 && wait' EXIT\n${script()}`, {
      cwd: PROJECT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(await freePort()),
        LOG_LEVEL: 'warn',
      },
    });
    expect(output, errors).toMatch(/http:\/\/localhost:[0-9]+\/vouchers?\/IHC-[0-9]{4}-[A-Z0-9]{6}/);
    expect(output).toContain('ok: every invariant holds');
  });
});

describe('"Pilgrimage weeks"', () => {
  it('has the dates of the calendar that it names', () => {
    const months = ['Muharram', 'Safar', '', '', '', '', '', "Sha'ban", 'Ramadan', '', '', 'Dhu al-Hijja'];
    const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
      dateStyle: 'short',
      timeZone: 'UTC',
    });
    const rows = [...section(/^Pilgrimage weeks/).matchAll(/(\d+) ([A-Z][\w' -]+) (\d{4}) \| (\S+)/g)];
    expect(rows.length).toBe(5);
    for (const [, day, month, year, date] of rows)
      expect(hijri.format(Date.parse(date!))).toBe(`${months.indexOf(month!) + 1}/${day}/${year} AH`);
  });
});
