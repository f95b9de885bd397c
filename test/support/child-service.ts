import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');

export interface ChildService {
  process: ChildProcess;
  output: () => string;
  errors: () => string;
  /** The base address that the process printed. Rejects if the process ends first. */
  ready: Promise<string>;
  exited: Promise<number | null>;
  /**
   * Like `exited`, but resolves only when all output has been read. A child process that is still running delays this.
   */
  closed: Promise<number | null>;
}

/**
 * Starts the service as a new user does: as a separate process, configured only by environment variables. `directory`
 * is the folder of another version, or of a deployment. `through` is a command, such as a CPU limiter, that starts the
 * service as its child.
 */
export function spawnService(
  settings: Record<string, string>,
  directory = PROJECT,
  through: string[] = [],
): ChildService {
  const [command, ...rest] = [...through, process.execPath, '--enable-source-maps', 'scripts/start.js'];
  const child = spawn(command!, rest, {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const closed = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const ready = new Promise<string>((done, fail) => {
    child.stdout!.on('data', (chunk) => {
      output += chunk;
      const base = /Base address\s+(\S+)[\s\S]*curl/.exec(output);
      if (base !== null) done(base[1]!);
      // Production prints no credentials. If LOG_LEVEL is info, it logs its address.
      const listening = /"address":"([^"]+)"[^\n]*"msg":"listening"/.exec(output);
      if (listening !== null) done(`${listening[1]}/v1`);
    });
    exited.then((code) => fail(new Error(`ended with ${code}: ${errors}`)));
  });
  ready.catch(() => {});
  return { process: child, output: () => output, errors: () => errors, ready, exited, closed };
}
