import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, readOperator } from '../../../src/boot/config.ts';
import { SOURCES } from '../../../src/http/site/build-site.ts';
import { PROJECT_DIRECTORY } from '../../../src/platform/db/project-directory.ts';
import { hasProgram } from '../../support/has-program.ts';
import { dockerfile, instruction } from '../../support/image-folder.ts';

/** The files of `deploy/` and the Dockerfile, compared with the program that they start. */
const read = (file: string) => readFileSync(join(PROJECT_DIRECTORY, file), 'utf8');
const compose = read('deploy/compose.yaml');
const guide = read('docs/operations/deployment.md');
const { build, image } = dockerfile();
const startCommand = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start;

/** The variables that the program asks for. */
function knownSettings(): Set<string> {
  const asked = new Set<string>();
  const environment = new Proxy({} as NodeJS.ProcessEnv, {
    get: (_target, name) => {
      asked.add(String(name));
      return undefined;
    },
  });
  readConfig(environment);
  readOperator(environment);
  return asked;
}

/** Variables of the other containers, values that compose.yaml itself uses, and variables of the guide's shell lines. */
const OTHERS =
  /^(POSTGRES_\w+|REDIS_IMAGE|REDIS_PASSWORD|REDISCLI_AUTH|PROMETHEUS_IMAGE|IMAGE|PUBLISH_ADDRESS|VERSION|TO)$/;

function unknownSettings(names: string[]): string[] {
  const known = knownSettings();
  return names.filter((name) => !known.has(name) && !OTHERS.test(name));
}

const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

describe('the deployment files', () => {
  it('set and name only settings that the program knows', () => {
    const inImage = captures(instruction(image, 'ENV'), /(\w+)=/g);
    const inCompose = [
      ...captures(compose, /^ +([A-Z][A-Z0-9_]+): /gm),
      ...captures(compose, /\$\{([A-Z][A-Z0-9_]+)/g),
    ];
    const inGuide = captures(guide, /^([A-Z][A-Z0-9_]+)=/gm);
    expect([inImage.length, inCompose.length, inGuide.length].every((count) => count >= 6)).toBe(true);
    expect(unknownSettings([...inImage, ...inCompose, ...inGuide])).toEqual([]);
    // Names in the text, such as `IHC_TLS_CERT_FILE`.
    expect(unknownSettings(captures(guide, /\b(IHC_[A-Z_]+[A-Z])\b/g))).toEqual([]);
  });

  it('control: an invented setting is found', () => {
    expect(unknownSettings(['PORT', 'IHC_OPERATOR', 'IHC_INVENTED'])).toEqual(['IHC_INVENTED']);
  });

  it.skipIf(!hasProgram('redis-server'))('start a Redis that asks for its password', async () => {
    const [, script] = /^ {6}- \|\n((?: {8}.*\n)+)/m.exec(compose)!;
    const folder = mkdtempSync(join(tmpdir(), 'ihc-redis-'));
    const socket = join(folder, 'redis.sock');
    const command = script!
      .replaceAll(/^ {8}/gm, '')
      .replaceAll('$$', '$')
      .replace('redis-server -', `redis-server - --port 0 --unixsocket ${socket}`);
    const redis = spawn('sh', ['-c', command], {
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, REDISCLI_AUTH: 'a-password' },
    });
    const ended = once(redis, 'exit');
    const said = (password: string) =>
      new Promise<string>((resolve, reject) => {
        const client = connect(socket, () => client.write(`${password}PING\r\nQUIT\r\n`));
        let text = '';
        client.on('data', (bytes) => (text += bytes));
        client.on('end', () => resolve(text)).on('error', reject);
      });
    await expect.poll(() => existsSync(socket), { timeout: 30_000 }).toBe(true);
    expect(await said('')).toContain('NOAUTH');
    expect(await said('AUTH wrong\r\n')).toContain('WRONGPASS');
    expect(await said('AUTH a-password\r\n')).toContain('+PONG');
    redis.kill();
    await ended;
    rmSync(folder, { recursive: true });
    // The nodes send it.
    expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]*\}@redis:6379/);
  });

  it('start the program as npm start does', () => {
    const [node, ...flags] = startCommand.split(' ');
    const script = flags.pop()!;
    expect([node, script]).toEqual(['node', 'scripts/start.js']);
    expect(JSON.parse(instruction(image, 'CMD'))).toEqual(['node', ...flags, `/opt/ihc/${script}`]);
    const [started] = captures(read('deploy/systemd/ihc.service'), /^ExecStart=(.*)$/gm);
    expect(started).toBe(['/usr/bin/node', ...flags, `/opt/ihc/${script}`].join(' '));
  });

  it('give a stop more time than it takes', async () => {
    const { STOP_LIMIT_MILLISECONDS } = await import('../../../src/boot/stop.ts');
    const [unit] = captures(read('deploy/systemd/ihc.service'), /^TimeoutStopSec=(\d+)$/gm);
    const [node] = captures(compose, /^ {2}stop_grace_period: (\d+)s$/gm);
    for (const seconds of [unit, node])
      expect(Number(seconds) * 1000).toBeGreaterThan(STOP_LIMIT_MILLISECONDS);
  });

  it('build the image from files that exist and that reach the build', () => {
    const sources = build
      .filter((line) => line.startsWith('COPY '))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(sources.length).toBeGreaterThan(8);
    const reached = captures(read('.dockerignore'), /^!(.+)$/gm);
    for (const source of sources) {
      expect(existsSync(join(PROJECT_DIRECTORY, source)), source).toBe(true);
      expect(
        reached.some((path) => source === path || source.startsWith(`${path}/`)),
        source,
      ).toBe(true);
    }
    expect(read('.dockerignore').split('\n')).toContain('*');
    // Without one of them, the image would have an incomplete site, or none.
    const missing = SOURCES.filter(
      (path) => !sources.some((source) => path === source || path.startsWith(`${source}/`)),
    );
    expect(missing).toEqual([]);
  });

  it('have a health check that follows /readyz', async () => {
    const [, command] = /CMD (\[.*\])$/.exec(instruction(image, 'HEALTHCHECK'))!;
    const [, ...parameters] = JSON.parse(command!) as string[];
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const check = async () => {
      const child = spawn(process.execPath, parameters, { env: { IHC_METRICS_PORT: String(port) } });
      return (await once(child, 'exit'))[0];
    };
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    expect(asked).toEqual(['/readyz', '/readyz']);
    server.close();
    server.closeAllConnections();
    expect(await check()).toBe(1);
  });

  it.skipIf(!hasProgram('systemd-analyze'))('have units that systemd accepts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ihc-units-'));
    const names = readdirSync(join(PROJECT_DIRECTORY, 'deploy/systemd'));
    const verify = () =>
      spawnSync('systemd-analyze', ['verify', ...names.map((name) => join(folder, name))], {
        encoding: 'utf8',
      });
    for (const name of names) {
      cpSync(join(PROJECT_DIRECTORY, 'deploy/systemd', name), join(folder, name));
      // The programs of a real installation need not be here.
      const text = readFileSync(join(folder, name), 'utf8').replace(
        '=/usr/bin/node ',
        `=${process.execPath} `,
      );
      writeFileSync(join(folder, name), text);
    }
    const messages = ({ stderr }: { stderr: string }) =>
      stderr.split('\n').filter((line) => names.some((name) => line.includes(name)));
    const right = verify();
    expect([right.status, messages(right)]).toEqual([0, []]);
    const file = join(folder, 'ihc.service');
    writeFileSync(file, readFileSync(file, 'utf8').replace('KillMode=', 'KillMood='));
    expect(messages(verify()).join()).toContain('KillMood');
    rmSync(folder, { recursive: true });
  });
});
