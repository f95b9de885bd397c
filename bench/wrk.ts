import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadResult } from './load.ts';

/** More requests would only make the script longer. */
const REQUESTS = 256;

/** Returns whether wrk is installed. It is a load generator in C that leaves the cores to the servers under test. */
export function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // wrk prints its version and exits with 1.
    return (error as { status?: number }).status === 1;
  }
}

export async function runWrk(
  port: number,
  connections: number,
  requests: Uint8Array[],
  seconds: number,
): Promise<LoadResult> {
  const directory = mkdtempSync(join(tmpdir(), 'ihc-wrk-'));
  const script = join(directory, 'requests.lua');
  const texts = requests.slice(0, REQUESTS).map((request) => luaString(Buffer.from(request)));
  writeFileSync(
    script,
    `local requests = { ${texts.join(',\n')} }
local turn = 0
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
`,
  );
  try {
    const { stdout } = await promisify(execFile)('wrk', [
      ...[
        '-t',
        '1',
        '-c',
        String(connections),
        '-d',
        `${seconds}s`,
        '--timeout',
        '20s',
        '--latency',
        '-s',
        script,
      ],
      `http://127.0.0.1:${port}/`,
    ]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`every response must be 200:\n${stdout}`);
    const latency = (share: string) =>
      milliseconds(new RegExp(`^ +${share}%\\s+(\\S+)`, 'm').exec(stdout)![1]!);
    const perSecond = Number(/Requests\/sec:\s+(\S+)/.exec(stdout)![1]);
    return { perSecond, p50: latency('50'), p99: latency('99'), statuses: {} };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function luaString(bytes: Buffer): string {
  return `"${[...bytes].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
}

function milliseconds(text: string): number {
  const [, number, unit] = /([\d.]+)(us|ms|s)/.exec(text)!;
  return Number(number) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'];
}
