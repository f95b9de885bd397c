import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildService, spawnService } from '../../support/child-service.ts';

/**
 * Runs the walk of the README block by block in one `sh`. The service is started as a newcomer starts it, but on
 * another port. The output of each block must equal what the README shows below it. There, … stands for anything.
 */
const README = readFileSync(resolve(fileURLToPath(import.meta.url), '../../../../README.md'), 'utf8');
const WALK = README.slice(README.indexOf('## A walk through the API'), README.indexOf('### The demo world'));
const MARK = '=== next block ===';
const run = promisify(execFile);

let directory: string;
let service: ChildService;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-readme-'));
  chmodSync(directory, 0o711);
  service = spawnService({ IHC_DATA_DIR: join(directory, 'data') });
  await service.ready;
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.exited;
  rmSync(directory, { recursive: true, force: true });
});

interface Step {
  commands: string;
  shown: string | null;
}

function stepsOf(text: string): Step[] {
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, block]) => ({
    kind,
    block: block!,
  }));
  return blocks.flatMap(({ kind, block }, index) => {
    const next = blocks[index + 1];
    return kind === 'sh'
      ? [{ commands: block, shown: next === undefined || next.kind === 'sh' ? null : next.block }]
      : [];
  });
}

function fits(shown: string, printed: string): boolean {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\\n]*')}$`).test(printed);
}

it('the walk of the README can be pasted from top to bottom, on any port', async () => {
  const steps = stepsOf(WALK);
  expect(steps.length).toBeGreaterThan(7);
  const script = steps.map(({ commands }) => `${commands}echo '${MARK}'\n`).join('');
  const port = new URL(await service.ready).port;
  expect(port).not.toBe('3000');
  const { stdout } = await run('sh', ['-eu', '-c', script], { env: { PATH: process.env.PATH, PORT: port } });
  const printed = stdout.split(`${MARK}\n`);
  for (const [index, { commands, shown }] of steps.entries())
    if (shown !== null)
      expect(fits(shown, printed[index]!), `${commands}\nprinted\n${printed[index]}`).toBe(true);
    else expect(printed[index], commands).toBe('');
});

it('with PORT=0 every link in a response names the port that was taken', async () => {
  const base = await service.ready;
  const created = await fetch(`${base}/sandbox/credentials`, { method: 'POST' });
  expect(await created.json()).toMatchObject({ data: { base_url: base } });
  const document = await fetch(`${base}/openapi.json`);
  expect(await document.json()).toMatchObject({ servers: [{ url: base }] });
});
