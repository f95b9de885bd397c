import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { hasProgram } from '../support/has-program.ts';
import { TestRedis } from '../support/redis-server.ts';
import { runBash } from '../support/run-bash.ts';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');
const PORTS = ['3001', '3002', '3101', '3102'];

let database: TestDatabase;
let redis: TestRedis | null;
let home: string;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  redis = hasProgram('redis-server') ? await TestRedis.start() : null;
  home = mkdtempSync(join(tmpdir(), 'ihc-two-nodes-'));
});
afterAll(async () => {
  await redis?.remove();
  await database.drop();
  rmSync(home, { recursive: true });
});

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** The blocks of commands in "Two nodes with TLS", as one script. The addresses and ports are those of this test. */
async function script(redisUrl: string): Promise<string> {
  const text = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('Two nodes with TLS'))!;
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  expect(blocks.length).toBeGreaterThan(12);
  let lines = blocks
    .join('\n')
    // The packages are there, and installing them again would remove them from under other tests.
    .replace('npm ci && npm run build', 'npm run build')
    .replace('postgres://ihc:secret@127.0.0.1:5432/two_nodes', database.url)
    .replace('redis://127.0.0.1:6379', redisUrl);
  const ports = await freePorts(PORTS.length);
  for (const [index, port] of PORTS.entries()) lines = lines.replaceAll(port, String(ports[index]));
  return lines;
}

describe('"Two nodes with TLS" of docs/operations.md', () => {
  it.skipIf(!hasProgram('redis-server'))(
    'works as it is printed',
    async () => {
      const commands = `trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT\n${await script(redis!.url)}`;
      const { output, errors } = await runBash(commands, {
        cwd: PROJECT,
        env: { PATH: process.env.PATH, HOME: home },
      });
      const all = `${output}\n${errors}`;
      expect(all.match(/"status":"OPERATIONAL"/g), all).toHaveLength(3);
      expect(output.match(/"rate_limits":\{"status":"SHARED"\}/g)).toHaveLength(3);
      expect(output.match(/^nodes +([0-9]+)$/gm)?.map((line) => line.slice(-1))).toEqual(['2', '1']);
      expect(output).toContain('TLS 1.3: 200\nTLS 1.2: refused\nstrict-transport-security: max-age=31536000');
      expect(output.match(/^CONFIRMED$/gm)).toHaveLength(2);
      expect(output).toMatch(/^node a has stopped\n +20 200$/m);
      expect(output.match(/certificate was renewed/g)).toHaveLength(2);
      const serials = output.match(/^serial=.*$/gm)!;
      expect([serials.length, new Set(serials.slice(1)).size, new Set(serials).size]).toEqual([4, 1, 2]);
      // A node may have looked between the two files of the renewal too.
      expect(output.match(/certificate was refused/g)!.length).toBeGreaterThanOrEqual(2);
      expect(output).toContain('ok: every invariant holds');
      expect(output).toContain('both nodes have stopped');
    },
    180_000,
  );
});
