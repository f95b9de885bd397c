import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../../test/support/has-program.ts';
import { runBash } from '../../../../test/support/run-bash.ts';
import type { Call } from '../state/session.ts';
import { scriptOf } from './script.ts';

const CREDENTIALS = { clientId: 'sandbox-a', apiKey: 'key' };
/** This replacement of curl prints its arguments and responds like the service. */
const CURL = `curl() { printf '<%s>\\n' "$@" >&2; printf '{"quote_id":"new-quote"}\\n200'; }\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-script-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function booking(key: string, body: Record<string, string>): Call {
  const request = {
    method: 'POST',
    path: '/api/v1/bookings',
    headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body,
  } as const;
  const response = { status: 200, milliseconds: 1, headers: [], body: { quote_id: 'old-quote' } };
  return { id: 1, operation: 'createBooking', request, at: 0, outcome: 'response', response };
}

/** The arguments that the script of these requests passes to curl. */
async function givenBy(...calls: Call[]): Promise<string> {
  const script = CURL + scriptOf(calls, 'http://127.0.0.1', CREDENTIALS);
  const { output, errors } = await runBash(script, { cwd: folder, env: process.env });
  expect(output).toMatch(/Done\.\n$/);
  expect(readdirSync(folder)).toEqual([]);
  return errors;
}

describe.skipIf(!hasProgram('bash'))('the script of the history', () => {
  it.each(["\\''", "'", '$(touch x)', '`touch x`', "long-enough-key'$(touch x)'", '"; touch x; "'])(
    'takes values literally that look like commands: %s',
    async (key) => {
      const body = { guestName: `a'$(touch x)'b \\''$(touch x) "\`touch x\`" ${key}`, quoteId: 'old-quote' };
      const given = await givenBy(booking(key, { guestName: key }), booking(key, body));
      expect(given).toContain(`<Idempotency-Key: ${key}>`);
      // The quote id in the first response is different in every run.
      expect(given).toContain(`<${JSON.stringify({ ...body, quoteId: 'new-quote' })}>`);
    },
  );

  it.each([
    ['1', true],
    ['booking', true],
    ['a23456789012345', true],
    ['a234567890123456', false],
  ])('keeps a short key, and makes a new one for a long one: %s', async (key, isKept) => {
    const given = await givenBy(booking(key, { guestName: `1 booking` }));
    expect(given.includes(`<Idempotency-Key: ${key}>`)).toBe(isKept);
    expect(/<Idempotency-Key: script-[\d-]+>/.test(given)).toBe(!isKept);
    expect(given).toContain('<{"guestName":"1 booking"}>');
  });

  it('knows keys apart of which one begins with the other', async () => {
    const [short, long] = ['a234567890123456', 'a234567890123456-more'];
    const script = scriptOf([booking(short, {}), booking(long, {})], 'http://127.0.0.1', CREDENTIALS);
    expect(script).toContain(`'Idempotency-Key: '"$KEY_2" `);
    expect(script).not.toContain('-more');
  });
});
