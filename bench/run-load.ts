import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './load.ts';

const LOAD = resolve(fileURLToPath(import.meta.url), '../load.ts');

export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((done, fail) => {
    const child = fork(LOAD, { execArgv: ['--import', 'tsx'] });
    child.once('message', (result) => done(result as LoadResult));
    child.once('error', fail);
    child.send(plan);
  });
}

/** A POST with a JSON body, as it travels. */
export function postRequest(path: string, headers: Record<string, string>, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`).toString('base64');
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
