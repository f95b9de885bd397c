import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type Server } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Certificate, checkPair, whyNotValid } from '../../../src/boot/tls/certificate.ts';
import { HANDSHAKE_MILLISECONDS, ServedCertificate } from '../../../src/boot/tls/served-certificate.ts';
import { StartRefused } from '../../../src/kernel/start-refused.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { secureCall } from '../../support/secure-call.ts';

const DAY = 86_400_000;
const [first, second, third] = [makeCertificate(), makeCertificate(), makeCertificate()];
const expired = makeCertificate({ expiresAt: new Date(Date.now() - 60_000) });
const future = makeCertificate({ validFrom: new Date(Date.now() + DAY) });

let folder: string;
let files: { certFile: string; keyFile: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-tls-'));
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
});
afterAll(() => rmSync(folder, { recursive: true }));

function put(cert: string, key: string): void {
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
}

/** The lines that a certificate logs, and nothing else. */
function recorder() {
  // biome-ignore lint/suspicious/noExplicitAny: log lines have different fields.
  const lines: any[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(chunk));
      done();
    },
  });
  const messages = () => lines.map((line) => line.msg as string);
  return { log: pino({ level: 'debug' }, sink), lines, messages };
}

describe('a pair of files', () => {
  const problem = (cert: string, key: string) => {
    const found = checkPair(files, { cert, key });
    return 'problem' in found ? found.problem : null;
  };

  it('is accepted, and its first certificate is described', () => {
    expect(checkPair(files, first)).toMatchObject({
      ...{ cert: first.cert, key: first.key, serial: first.serial, subject: 'CN=localhost' },
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    });
    // A private key may be in the same file, and text around the blocks is usual.
    expect(problem(`subject=CN = localhost\n${first.cert}\n${first.key}`, `text\n${first.key}`)).toBeNull();
    expect(problem(first.cert + second.cert, first.key)).toBeNull();
  });

  it.each([
    ['no certificate', '', first.key, /IHC_TLS_CERT_FILE \S+cert.pem does not have complete certificates/],
    ['a key in place of the certificate', first.key, first.key, /IHC_TLS_CERT_FILE/],
    ['half of a certificate', first.cert.slice(0, 300), first.key, /IHC_TLS_CERT_FILE/],
    ['a chain that is cut off', first.cert + second.cert.slice(0, 300), first.key, /IHC_TLS_CERT_FILE/],
    ['no key', first.cert, '', /IHC_TLS_KEY_FILE \S+key.pem does not have a complete private key/],
    ['half of a key', first.cert, first.key.slice(0, 100), /IHC_TLS_KEY_FILE/],
    ['a certificate in place of the key', first.cert, first.cert, /IHC_TLS_KEY_FILE/],
    [
      'the key of another',
      first.cert,
      second.key,
      /key.pem does not belong to the first certificate of IHC_TLS_CERT/,
    ],
    ['the chain in the wrong order', second.cert + first.cert, first.key, /does not belong to the first/],
  ])('with %s is refused in one line', (_what, cert, key, message) => {
    expect(problem(cert, key)).toMatch(message);
    expect(problem(cert, key)).not.toContain('\n');
  });

  it('with an encrypted key is refused: nobody could type the passphrase', () => {
    const key = first.privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'x',
    });
    expect(problem(first.cert, key as string)).toMatch(/IHC_TLS_KEY_FILE \S+ is encrypted/);
  });

  it('is refused when its key cannot sign in TLS 1.3', () => {
    const koblitz = makeCertificate({ curve: 'secp256k1' });
    expect(problem(koblitz.cert, koblitz.key)).toMatch(/IHC_TLS_KEY_FILE \S+ does not work with TLS 1.3/);
    const stronger = makeCertificate({ curve: 'secp384r1' });
    expect(problem(stronger.cert, stronger.key)).toBeNull();
  });

  it('is valid from its first to its last second', () => {
    const certificate = checkPair(files, first) as Certificate;
    const { validFrom, expiresAt } = certificate;
    const at = (time: Date, seconds: number) =>
      whyNotValid(certificate, new Date(time.getTime() + seconds * 1000));
    expect([at(validFrom, 0), at(expiresAt, 0)]).toEqual([null, null]);
    expect(at(validFrom, -1)).toBe(`it is valid only from ${validFrom.toISOString()}`);
    expect(at(expiresAt, 1)).toBe(`it expired at ${expiresAt.toISOString()}`);
  });

  it('that cannot be read refuses the start, and names the setting and the file', async () => {
    put(first.cert, first.key);
    const options = { files, log: pino({ level: 'silent' }) };
    const opened = (changed: object) =>
      ServedCertificate.open({ ...options, files: { ...files, ...changed } }).catch((error) => error);
    expect(await opened({ keyFile: '/nowhere/key.pem' })).toEqual(
      new StartRefused('IHC_TLS_KEY_FILE /nowhere/key.pem cannot be read (ENOENT)'),
    );
    expect(await opened({ certFile: folder })).toEqual(
      new StartRefused(`IHC_TLS_CERT_FILE ${folder} cannot be read (EISDIR)`),
    );
    expect(await opened({})).toBeInstanceOf(ServedCertificate);
  });
});

describe('a served certificate', () => {
  let server: Server;
  let served: ServedCertificate;
  let recorded: ReturnType<typeof recorder>;
  let base: string;
  beforeEach(() => {
    recorded = recorder();
  });
  afterEach(async () => {
    served.stop();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  async function serve(everyMilliseconds?: number, handshakeTimeout?: number): Promise<void> {
    served = await ServedCertificate.open({
      ...{ files, log: recorded.log },
      ...(everyMilliseconds !== undefined && { everyMilliseconds }),
    });
    const options = { ...served.serverOptions(), ...(handshakeTimeout && { handshakeTimeout }) };
    server = createServer(options, (_request, response) => response.end('yes'));
    served.serve(server);
    served.start();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `https://localhost:${(server.address() as { port: number }).port}`;
  }
  const serialSeen = async (...trusted: { cert: string }[]) =>
    (await secureCall(base, { ca: trusted.map(({ cert }) => cert).join('') })).serial;

  it('is renewed without dropping a connection, and still speaks TLS 1.3 only', async () => {
    put(first.cert, first.key);
    await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await secureCall(base, { ca: first.cert, agent });
    put(second.cert, second.key);
    await served.readAgain(true);
    const after = await secureCall(base, { ca: first.cert, agent });
    expect([before.serial, after.serial]).toEqual([first.serial, first.serial]);
    expect(after.localPort).toBe(before.localPort);
    const fresh = await secureCall(base, { ca: second.cert });
    expect([fresh.serial, fresh.protocol]).toEqual([second.serial, 'TLSv1.3']);
    await expect(secureCall(base, { ca: first.cert })).rejects.toThrow();
    const { port } = server.address() as { port: number };
    const old = connect({ port, host: '127.0.0.1', ca: second.cert, maxVersion: 'TLSv1.2' });
    expect(await new Promise((done) => old.once('error', done).once('secureConnect', done))).toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    });
    expect(recorded.lines.find((line) => line.msg === 'the TLS certificate was renewed')).toMatchObject({
      ...{ level: 30, subject: 'CN=localhost', serial: second.serial },
      expires: served.expiresAt.toISOString(),
    });
    agent.destroy();
  });

  it('sends its chain: a caller needs to trust only the root', async () => {
    const root = makeCertificate({ name: 'Root', isAuthority: true });
    const middle = makeCertificate({ name: 'Middle', isAuthority: true, issuer: root });
    const leaf = makeCertificate({ issuer: middle });
    put(leaf.cert + middle.cert, leaf.key);
    await serve();
    expect(await serialSeen(root)).toBe(leaf.serial);
    // Control: without the chain the caller cannot check it.
    put(leaf.cert, leaf.key);
    await served.readAgain(true);
    await expect(serialSeen(root)).rejects.toThrow('unable to verify');
  });

  it('stays when the files are wrong, with one log line per content, and is renewed when they are right', async () => {
    put(first.cert, first.key);
    await serve();
    const refusals = () => recorded.lines.filter((line) => line.level === 50).map((line) => line.problem);
    for (const [cert, key] of [
      [second.cert, first.key],
      [second.cert.slice(0, 200), second.key],
      [expired.cert, expired.key],
      [future.cert, future.key],
    ] as const) {
      put(cert, key);
      await served.readAgain(false);
      await served.readAgain(false);
      await served.readAgain(true);
      expect(await serialSeen(first)).toBe(first.serial);
    }
    rmSync(files.keyFile);
    await served.readAgain(false);
    await served.readAgain(false);
    expect(refusals()).toEqual([
      expect.stringContaining('does not belong'),
      expect.stringContaining('complete certificates'),
      expect.stringContaining('it expired at'),
      expect.stringContaining('it is valid only from'),
      expect.stringContaining('cannot be read (ENOENT)'),
    ]);
    expect(served.refusedReloads).toBe(5);
    put(third.cert, third.key);
    await served.readAgain(false);
    expect(await serialSeen(third)).toBe(third.serial);
    // The same wrong content again, after a right one: it is news again.
    put(second.cert, first.key);
    await served.readAgain(false);
    expect(served.refusedReloads).toBe(6);
    // The old pair again: somebody who has seen the refusal must see that it is over.
    put(third.cert, third.key);
    await served.readAgain(false);
    await served.readAgain(false);
    expect(recorded.lines.filter((line) => /right again/.test(line.msg))).toHaveLength(1);
  });

  it('that has expired is served with a warning, and any pair is better', async () => {
    put(expired.cert, expired.key);
    await serve();
    await served.readAgain(false);
    const warnings = recorded.lines.filter((line) => line.level === 40);
    expect(warnings).toMatchObject([
      { serial: expired.serial, reason: expect.stringMatching(/^it expired/) },
    ]);
    await expect(serialSeen(expired)).rejects.toThrow('expired');
    put(first.cert, first.key);
    await served.readAgain(false);
    expect(await serialSeen(first)).toBe(first.serial);
  });

  it('is found by itself when symbolic links are replaced, as certbot and Kubernetes do', async () => {
    for (const [name, { cert, key }] of Object.entries({ old: first, new: second })) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'cert.pem'), cert);
      writeFileSync(join(folder, name, 'key.pem'), key);
    }
    const point = (to: string) => {
      symlinkSync(to, join(folder, 'next'));
      renameSync(join(folder, 'next'), join(folder, 'live'));
    };
    point('old');
    const direct = files;
    files = { certFile: join(folder, 'live/cert.pem'), keyFile: join(folder, 'live/key.pem') };
    await serve(20);
    files = direct;
    expect(await serialSeen(first)).toBe(first.serial);
    point('new');
    while (!recorded.messages().includes('the TLS certificate was renewed')) await sleep(10);
    expect(await serialSeen(second)).toBe(second.serial);
  });

  it('closes handshakes that stall or fail, and logs them only at debug', async () => {
    put(first.cert, first.key);
    await serve(undefined, 100);
    expect(served.serverOptions().handshakeTimeout).toBe(HANDSHAKE_MILLISECONDS);
    const { port } = server.address() as { port: number };
    const closed = (text: string) =>
      new Promise<void>((done) => {
        const socket = connectTcp(port, '127.0.0.1', () => socket.write(text));
        socket.on('error', () => {});
        socket.once('close', () => done());
      });
    await closed('');
    await closed('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const handshakes = recorded.lines.filter((line) => line.msg === 'a TLS handshake failed');
    expect(handshakes.map(({ level, reason }) => [level, reason])).toEqual([
      [20, 'ERR_TLS_HANDSHAKE_TIMEOUT'],
      [20, 'ERR_SSL_HTTP_REQUEST'],
    ]);
    expect(await serialSeen(first)).toBe(first.serial);
  });
});
