import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MILLISECONDS = 20_000;

/** A redis-server of this test, on a free port of the loopback, without any data on disk. */
export class TestRedis {
  private constructor(
    readonly url: string,
    private readonly port: number,
    private readonly directory: string,
    private process: ChildProcess,
  ) {}

  static async start(): Promise<TestRedis> {
    const port = await freePort();
    const directory = mkdtempSync(join(tmpdir(), 'ihc-redis-'));
    const process = await run(port, directory);
    return new TestRedis(`redis://127.0.0.1:${port}`, port, directory, process);
  }

  /** Ends the server at once. The data is lost. */
  async kill(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  async startAgain(): Promise<void> {
    this.process = await run(this.port, this.directory);
  }

  /** Connections stay open, but the server does not respond. */
  freeze(): void {
    this.process.kill('SIGSTOP');
  }

  thaw(): void {
    this.process.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function run(port: number, directory: string): Promise<ChildProcess> {
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    directory,
  ];
  const process = spawn('redis-server', options, { stdio: 'ignore' });
  const limit = Date.now() + START_MILLISECONDS;
  while (!(await accepts(port))) {
    if (process.exitCode !== null || Date.now() > limit) throw new Error('redis-server does not start');
    await sleep(20);
  }
  return process;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
