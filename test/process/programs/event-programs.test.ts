import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

/** Runs the loop of the guide "Events" and the receiver of the guide "Webhooks" against a service. */

const GUIDES = resolve(fileURLToPath(import.meta.url), '../../../../docs/guides/en');
let service: TestService;
let origin: string;
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'ihc-event-programs-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await service.end();
});

function save(guide: string, file: string, changes: [string, string][] = []): void {
  const text = readFileSync(join(GUIDES, `${guide}.md`), 'utf8');
  let code = /^```ts\n([\s\S]*?)^```$/m.exec(text)![1]!;
  for (const [from, to] of changes) {
    expect(code).toContain(from);
    code = code.replaceAll(from, to);
  }
  writeFileSync(join(folder, file), code);
}

interface Program {
  child: ChildProcess;
  /** Waits for its next line. */
  line: () => Promise<string>;
}

function start(file: string, env: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return { child, line: async () => (await lines.next()).value };
}

/** Waits for the next line about a booking. Between them are changes of the hotel and repeated test calls. */
async function bookingLine({ line }: Program): Promise<string> {
  for (;;) {
    const next = await line();
    if (next.includes(' booking.')) return next;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends test calls until the receiver, which has just been started, responds to one. */
async function untilDelivered(webhookId: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { body } = await service.call('POST', `/v1/webhooks/${webhookId}/test`);
    if (body.data?.delivered) return;
    await sleep(100);
  }
  throw new Error('the receiver does not respond');
}

it('the loop reads every event, also after it was killed, and the receiver gets the same', async () => {
  const port = await freePort();
  save('verifying-webhooks', 'verify.ts');
  save('webhooks', 'receiver.ts', [['8787', String(port)]]);
  save('events', 'read-events.mts', [['http://localhost:3000', origin]]);
  const events = ['booking.confirmed', 'booking.cancelled'];
  const hook = await service.call('POST', '/v1/webhooks', {
    body: { url: `http://localhost:${port}/ihc`, events },
  });
  const { webhook_id, secret } = hook.body.data;
  const receiver = start('receiver.ts', { SECRET: secret });
  await untilDelivered(webhook_id);
  expect(await receiver.line()).toMatch(/^evt_[0-9a-f]{32} webhook\.test$/);

  const credentials = {
    CLIENT_ID: service.credentials['x-client-id']!,
    API_KEY: service.credentials['x-api-key']!,
  };
  const before = start('read-events.mts', credentials);
  const booked = await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
  const voucher = booked.body.data.voucher_id;
  const confirmed = await bookingLine(before);
  expect(confirmed).toMatch(new RegExp(`^evt_[0-9a-f]{32} booking\\.confirmed ${voucher}$`));
  expect(`${await bookingLine(receiver)} ${voucher}`).toBe(confirmed);
  // Only then is the cursor of this page stored.
  await expect
    .poll(() => readFileSync(join(folder, 'cursor'), { encoding: 'utf8', flag: 'a+' }))
    .not.toBe('');
  before.child.kill('SIGKILL');

  await service.call('POST', `/v1/bookings/${voucher}/cancel`);
  const after = start('read-events.mts', credentials);
  const cancelled = await bookingLine(after);
  expect(cancelled).toMatch(new RegExp(`booking\\.cancelled ${voucher}$`));
  expect(`${await bookingLine(receiver)} ${voucher}`).toBe(cancelled);
});
