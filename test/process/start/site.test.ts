import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureSite, SOURCES } from '../../../src/http/site/build-site.ts';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../../..');
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ihc-site-'));
  for (const part of [...SOURCES, 'package.json'])
    cpSync(join(PROJECT, part), join(copy, part), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Returns how many times the site was built: 0 or 1. */
function build(): number {
  const said: string[] = [];
  ensureSite((line) => said.push(line), copy);
  return said.length;
}

it('the site is built when it is missing or stale, and only then', () => {
  expect(build()).toBe(1);
  expect(existsSync(join(copy, 'dist/web/index.html'))).toBe(true);
  expect(build()).toBe(0);
  // A build made in a test run is still a production build: it has no React developer warnings.
  const assets = join(copy, 'dist/web/assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const code = scripts.map((file) => readFileSync(join(assets, file), 'utf8')).join('');
  expect(code).toContain('createRoot');
  expect(code).not.toContain('unique "key" prop');
  appendFileSync(join(copy, 'docs/guides/en/errors.md'), '\nOne more line.\n');
  expect(build()).toBe(1);
  rmSync(join(copy, 'dist/web/index.html'));
  expect(build()).toBe(1);
  expect(build()).toBe(0);
});

it('a site that cannot be built is an error, and the next start tries again', () => {
  appendFileSync(join(copy, 'web/src/app.tsx'), 'this is no TypeScript');
  expect(build).toThrow('could not be built');
  expect(build).toThrow('could not be built');
});
