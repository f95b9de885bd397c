import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../support/certificates.ts';
import { type ChildService, spawnService } from '../../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { hasProgram } from '../../support/has-program.ts';
import { type SecureCall, secureCall } from '../../support/secure-call.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { testSecrets } from '../../support/test-config.ts';
import { until } from '../../support/until.ts';

const [first, second] = [makeCertificate(), makeCertificate()];
let folder: string;
let files: { certFile: string; keyFile: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-tls-'));
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  put(first);
});
afterAll(() => rmSync(folder, { recursive: true }));

function put({ cert }: { cert: string }, { key }: { key: string } = first): void {
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
}

/** What a client program says, without blocking this process: the service may run in it. */
async function run(
  program: string,
  ...parameters: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

/** A TLS connection, or the code of the error. */
function handshake(port: number, options: ConnectionOptions): Promise<TLSSocket | string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', ca: first.cert, ...options });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
  });
}

describe('the service', () => {
  let service: TestService;
  let base: string;
  let port: number;
  const logged: string[] = [];
  beforeAll(async () => {
    const log = new Writable({
      write: (chunk, _encoding, done) => {
        logged.push(String(chunk));
        done();
      },
    });
    const config = { tls: files, publicUrl: 'https://localhost', rateLimitPerMinute: 30 };
    service = await startTestService({ config, log });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = service.app.server.address() as { port: number });
    base = `https://localhost:${port}`;
  });
  afterAll(() => service.end());
  const call = (path: string, options: Partial<SecureCall> = {}) =>
    secureCall(`${base}${path}`, {
      ca: first.cert,
      ...options,
      headers: { ...service.credentials, ...options.headers },
    });

  it('responds over TLS 1.3 and HTTP/1.1, and tells what metrics need', async () => {
    const { status, protocol, serial } = await call('/v1/hotels');
    expect([status, protocol, serial]).toEqual([200, 'TLSv1.3', first.serial]);
    const socket = (await handshake(port, { ALPNProtocols: ['h2', 'http/1.1'] })) as TLSSocket;
    expect(socket.alpnProtocol).toBe('http/1.1');
    socket.destroy();
    expect(await handshake(port, { ALPNProtocols: ['h2'] })).toMatch(/NO_APPLICATION_PROTOCOL/);
    const { certificate } = service.context;
    expect([certificate!.refusedReloads, certificate!.expiresAt > new Date()]).toEqual([0, true]);
  });

  it('refuses a client that offers at most TLS 1.2', async () => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.1'] as const)
      expect(await handshake(port, { maxVersion, minVersion: 'TLSv1.1' })).toMatch(
        /PROTOCOL_VERSION|NO_PROTOCOLS/,
      );
  });

  it.skipIf(!hasProgram('openssl'))('refuses it from openssl too', async () => {
    const where = ['-connect', `127.0.0.1:${port}`, '-CAfile', files.certFile];
    const old = await run('openssl', 's_client', ...where, '-tls1_2');
    expect([old.code, old.output]).toEqual([1, expect.stringContaining('protocol version')]);
    const now = await run('openssl', 's_client', ...where, '-tls1_3', '-verify_return_error');
    expect([now.code, now.output]).toEqual([0, expect.stringContaining('TLSv1.3')]);
  });

  it.skipIf(!hasProgram('curl'))('refuses it from curl too', async () => {
    const ask = ['-sS', '--cacert', files.certFile, `${base}/v1/health`];
    expect((await run('curl', '--tls-max', '1.2', ...ask)).code).toBe(35);
    expect(await run('curl', ...ask)).toMatchObject({
      code: 0,
      output: expect.stringContaining('OPERATIONAL'),
    });
  });

  it('sends Strict-Transport-Security with every response', async () => {
    const booked = await call('/v1/bookings', { method: 'POST', body: { ...demoStay(), ...GUEST } });
    const voucher = (url: string) => url.replace('https://localhost', '');
    const seen: [string, number, unknown][] = [];
    const look = async (path: string, options: Partial<SecureCall> = {}) => {
      const { status, headers } = await call(path, options);
      seen.push([path.split('?')[0]!, status, headers['strict-transport-security']]);
    };
    await look('/v1/health');
    await look('/v1/hotels');
    await look('/v1/hotels', { headers: { 'x-api-key': 'wrong' } });
    await look('/v1/hotels', { method: 'DELETE' });
    await look('/v1/nothing');
    await look('/%zz');
    await look('/');
    await look('/v1/openapi.json');
    await look(voucher(booked.body.data.voucher.url));
    await look(voucher(booked.body.data.voucher.pdf_url));
    await look('/v1/search', { method: 'POST', body: {} });
    const unknown = { headers: { 'x-api-key': 'wrong' }, agent: new Agent({ keepAlive: true }) };
    for (let count = 0; count < 30; count += 1) await call('/v1/nothing', unknown);
    await look('/v1/nothing', unknown);
    unknown.agent.destroy();
    expect(seen.map(([, status]) => status)).toEqual([
      200, 200, 401, 405, 404, 400, 200, 200, 200, 200, 400, 429,
    ]);
    expect(seen.filter(([, , header]) => header !== 'max-age=31536000')).toEqual([]);
    const broken = (await handshake(port, {})) as TLSSocket;
    broken.end('nonsense\r\n\r\n');
    let response = '';
    for await (const chunk of broken) response += chunk;
    expect(response).toMatch(/^HTTP\/1.1 400 [\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/);
  });

  it('does not fill the log with handshakes that fail', async () => {
    logged.length = 0;
    const plain = connectTcp(port, '127.0.0.1', () =>
      plain.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'),
    );
    await new Promise((done) => plain.once('close', done).on('error', () => {}));
    await handshake(port, { maxVersion: 'TLSv1.2' });
    const levels = logged.map((line) => JSON.parse(line).level);
    expect(levels.length).toBeGreaterThan(0);
    expect(levels.filter((level) => level > 20)).toEqual([]);
  });

  it('finishes a request in progress when it stops, and closes every other connection', async () => {
    const agent = new Agent({ keepAlive: true });
    await call('/v1/health', { agent });
    const inHandshake: Socket = connectTcp(port, '127.0.0.1');
    const half = (await handshake(port, {})) as TLSSocket;
    half.write('POST /v1/bookings HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{');
    const closed = [inHandshake, half].map(
      (socket) =>
        new Promise((done) =>
          socket
            .resume()
            .on('error', () => {})
            .once('close', done),
        ),
    );
    // It takes four seconds: longer than connections without a response are waited for.
    const slow = call('/v1/price-check', { method: 'POST', body: demoStay({ hotel: 'HTL-2026-0093' }) });
    await sleep(300);
    const abandoned = await service.close();
    expect(abandoned).toEqual([]);
    expect((await slow).status).toBe(200);
    await Promise.all(closed);
    agent.destroy();
  });
});

describe('a node of several processes', () => {
  let database: TestDatabase;
  let node: ChildService;
  let base: string;
  beforeAll(async () => {
    put(first);
    database = await createTestDatabase();
    node = spawnService({
      ...{ DATABASE_URL: database.url, IHC_DATA_DIR: join(folder, 'data'), IHC_WORKERS: '2' },
      ...{ IHC_KEY_PEPPER: testSecrets.keyPepper, IHC_SIGNING_KEY: testSecrets.signingKey },
      ...{ IHC_TLS_CERT_FILE: files.certFile, IHC_TLS_KEY_FILE: files.keyFile, LOG_LEVEL: 'info' },
    });
    base = await node.ready;
  });
  afterAll(async () => {
    node.process.kill('SIGTERM');
    await node.exited;
    await database.drop();
  });
  const lines = (message: string) =>
    node
      .output()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${message}`))
      .map((line) => JSON.parse(line));
  /** The serials that new connections see. There are enough to reach both processes. */
  async function serials(trusted: string): Promise<string[]> {
    const seen = new Set<string>();
    for (let count = 0; count < 6; count += 1)
      seen.add((await secureCall(`${base}/health`, { ca: trusted })).serial);
    return [...seen];
  }

  const printed = () => /^ *(curl .*)$/m.exec(node.output())![1]!;

  it('prints an address that works, and a curl command', async () => {
    expect(base).toMatch(/^https:\/\/localhost:[0-9]+\/v1$/);
    expect(await serials(first.cert)).toEqual([first.serial]);
    expect(printed()).toContain(`--cacert '${files.certFile}' https://localhost`);
  });

  it.skipIf(!hasProgram('curl'))('whose command returns the hotels', async () => {
    expect((await run('sh', '-c', printed())).output).toContain('"success":true');
  });

  it('renews the certificate in every process when the supervisor gets SIGHUP', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await secureCall(`${base}/health`, { ca: first.cert, agent });
    put(second, second);
    node.process.kill('SIGHUP');
    await until(() => lines('the TLS certificate was renewed').length >= 2);
    expect(await serials(second.cert)).toEqual([second.serial]);
    const after = await secureCall(`${base}/health`, { ca: first.cert, agent });
    expect([after.status, after.localPort]).toEqual([200, before.localPort]);
    agent.destroy();
  });

  it('replaces a process while the files are wrong, with the certificate that was right last', async () => {
    put(second, first);
    node.process.kill('SIGHUP');
    await until(() => lines('the new TLS certificate was refused').length >= 2);
    const { pid } = lines('the TLS certificate is served')[0];
    process.kill(pid, 'SIGKILL');
    await until(() => lines('the TLS certificate is served').length >= 3);
    expect(await serials(second.cert)).toEqual([second.serial]);
  });

  it('finishes a request in progress when it stops', async () => {
    const created = await secureCall(`${base}/sandbox/credentials`, { method: 'POST', ca: second.cert });
    const { client_id, api_key } = created.body.data;
    const slow = secureCall(`${base}/price-check`, {
      ...{ method: 'POST', ca: second.cert, body: demoStay({ hotel: 'HTL-2026-0093' }) },
      headers: { 'x-client-id': client_id, 'x-api-key': api_key },
    });
    await sleep(300);
    node.process.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    expect(await node.exited).toBe(0);
  });
});

describe('a start', () => {
  it('with files that do not belong together is refused in one line', async () => {
    put(first, second);
    const service = spawnService({ IHC_TLS_CERT_FILE: files.certFile, IHC_TLS_KEY_FILE: files.keyFile });
    expect(await service.closed).toBe(1);
    expect(service.errors()).toBe(
      `ihc: the key of IHC_TLS_KEY_FILE ${files.keyFile} does not belong to the first certificate of IHC_TLS_CERT_FILE ${files.certFile}\n`,
    );
  });
});
