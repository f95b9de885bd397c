import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testSecrets } from './test-config.ts';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Returns the settings of the operator's command for a test database of the sandbox. */
export function sandboxOf(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    IHC_KEY_PEPPER: testSecrets.keyPepper,
    IHC_SIGNING_KEY: testSecrets.signingKey,
  };
}

export function productionOf(databaseUrl: string): Record<string, string> {
  return { ...sandboxOf(databaseUrl), IHC_ENVIRONMENT: 'production', IHC_ALLOW_HTTP: 'yes' };
}

/** Runs the real command, as an operator does. Only the given settings reach it. */
export function ihc(settings: Record<string, string>, ...parameters: string[]): Promise<Ran> {
  return spawnIhc(settings, ...parameters).ended;
}

/** Parses what `ihc --json` prints. If the exit code is not 0, throws with the messages of the command. */
export async function ihcJson(settings: Record<string, string>, ...parameters: string[]) {
  const { code, stdout, stderr } = await ihc(settings, '--json', ...parameters);
  if (code !== 0) throw new Error(`ihc ${parameters.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

/** Starts the command and returns its process, for tests that send signals to it. */
export function spawnIhc(
  settings: Record<string, string>,
  ...parameters: string[]
): { process: ChildProcess; ended: Promise<Ran> } {
  return spawnIhcIn(PROJECT, settings, ...parameters);
}

/** Starts the command of another version, in its folder. */
export function spawnIhcIn(
  directory: string,
  settings: Record<string, string>,
  ...parameters: string[]
): { process: ChildProcess; ended: Promise<Ran> } {
  const child = spawn(process.execPath, ['scripts/ihc.js', ...parameters], {
    cwd: directory,
    env: { PATH: process.env.PATH, IHC_OPERATOR: 'tester', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk) => {
      output[stream] += chunk;
    });
  const ended = new Promise<Ran>((done) => child.once('close', (code) => done({ code, ...output })));
  return { process: child, ended };
}
