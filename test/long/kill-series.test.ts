import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnService } from '../support/child-service.ts';
import { bookUntilGone, postmasterOf } from '../support/embedded-service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

const ROUNDS = 10;
const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-kills-'));
  chmodSync(directory, 0o711);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it(`the embedded PostgreSQL killed ${ROUNDS} times under load: every stop ends, nothing acknowledged is lost`, async () => {
  const data = join(directory, 'data');
  let headers: Record<string, string> | null = null;
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = spawnService({ IHC_DATA_DIR: data, IHC_BOOKING_LIMIT_PER_MINUTE: '100000' });
    const base = await service.ready;
    if (headers === null) {
      const created = await fetch(`${base}/sandbox/credentials`, { method: 'POST' });
      const { data: own } = (await created.json()) as { data: { client_id: string; api_key: string } };
      headers = { 'X-Client-Id': own.client_id, 'X-Api-Key': own.api_key };
    }
    const room = (['DBL', 'TRP', 'FAM', 'STE', 'SGL'] as const)[round % 5]!;
    const stay = demoStay({ room, board: 'RO', from: 26 + round, nights: 1 });
    const load = bookUntilGone(base, headers, { ...stay, ...GUEST, adults: 1 }, 16);
    await sleep(200 + 150 * round);
    const since = performance.now();
    process.kill(postmasterOf(data), 'SIGKILL');
    expect(await service.exited).toBe(1);
    expect(performance.now() - since).toBeLessThan(30_000);
    expect(existsSync(join(data, 'service.pid'))).toBe(false);
    acknowledged += await load;
  }
  const last = spawnService({ IHC_DATA_DIR: data });
  const base = await last.ready;
  let found = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Response = await fetch(`${base}/bookings?limit=200${cursor && `&cursor=${cursor}`}`, {
      headers: headers!,
    });
    const { data: bookings, meta } = (await page.json()) as {
      data: unknown[];
      meta: { next_cursor: string | null };
    };
    found += bookings.length;
    cursor = meta.next_cursor;
  }
  expect(found).toBeGreaterThanOrEqual(acknowledged);
  last.process.kill('SIGTERM');
  expect(await last.exited).toBe(0);
  const verify = ['--import', 'tsx', 'src/cli.ts', 'verify'];
  const report = execFileSync(process.execPath, verify, {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...process.env, IHC_DATA_DIR: data },
  });
  expect(report).not.toContain('violations');
}, 600_000);
