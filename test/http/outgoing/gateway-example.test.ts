import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/outgoing/http-client/post.ts';
import { parseSecret, signatureHeaders } from '../../../src/outgoing/http-client/sign.ts';
import { PROJECT_DIRECTORY } from '../../../src/platform/db/project-directory.ts';
import { GATEWAY_SECRET } from '../../support/reception.ts';
import { until } from '../../support/until.ts';

const PAGE = readFileSync(join(PROJECT_DIRECTORY, 'docs/operations/front-desk.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'ihc-gateway-'));
const outbound = new Outbound({ allowPrivate: true, userAgent: 'test' });

let gateway: ChildProcess;
let url: string;
const provider = { status: 200, bodies: [] as string[] };
const http = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    provider.bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(provider.status).end();
  });
});

beforeAll(async () => {
  const file = join(folder, 'gateway.mjs');
  writeFileSync(file, /```js\n([\s\S]+?)```/.exec(PAGE)![1]!);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  gateway = spawn(process.execPath, [file], {
    stdio: 'ignore',
    env: {
      GATEWAY_SECRET,
      PROVIDER_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
      PORT: String(port),
    },
  });
  url = `http://127.0.0.1:${port}/`;
  await until(() => isListening(port));
});
afterAll(() => {
  gateway?.kill('SIGKILL');
  outbound.close();
  http.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function post(id: string, secret = GATEWAY_SECRET, ageSeconds = 0) {
  const body = JSON.stringify({ id, to: '+9647701110001', text: 'حجز جديد' });
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  return (await outbound.post(url, body, signatureHeaders({ id, timestamp, body }, [parseSecret(secret)])))
    .status;
}

describe('the gateway of docs/operations/front-desk.md', () => {
  it('hands a signed message to the provider, once', async () => {
    expect([await post('msg_1'), await post('msg_1')]).toEqual([200, 200]);
    expect(provider.bodies.map((body) => JSON.parse(body))).toEqual([
      { to: '+9647701110001', text: 'حجز جديد', reference: 'msg_1' },
    ]);
  });

  it('refuses a wrong signature and an old message', async () => {
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect(await post('msg_2', other)).toBe(401);
    expect(await post('msg_2', GATEWAY_SECRET, 600)).toBe(401);
    expect(provider.bodies).toHaveLength(1);
    // What it accepts is what the public package signs.
    const body = JSON.stringify({ id: 'msg_3', to: '+1', text: 'x' });
    const at = new Date();
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'msg_3',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(GATEWAY_SECRET).sign('msg_3', at, body),
      },
    });
    expect(response.status).toBe(200);
  });

  it('asks for another attempt when the provider fails', async () => {
    provider.status = 500;
    expect(await post('msg_4')).toBe(502);
    provider.status = 200;
    expect(await post('msg_4')).toBe(200);
  });
});
