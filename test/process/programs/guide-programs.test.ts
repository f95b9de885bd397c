import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../support/has-program.ts';

/**
 * Runs the programs of the guide "Verifying webhooks" against requests that the public package of Standard Webhooks has
 * signed.
 */

const GUIDES = resolve(fileURLToPath(import.meta.url), '../../../../docs/guides');
const run = promisify(execFile);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = '{"type":"booking.confirmed","data":{"booking":{"guest":{"name":"زينب الكربلائي"}}}}';

interface Request {
  headers: Record<string, string>;
  body: string;
}

function request(secret = SECRET, ageSeconds = 0, body = BODY): Request {
  const sentAt = new Date(Date.now() - ageSeconds * 1_000);
  const id = 'evt_0b54e3f1a0d84f6c9a5b7c1d2e3f4a5b';
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
  return { headers, body };
}

function without(name: string): Request {
  const { headers, body } = request();
  return { headers: Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name)), body };
}

function withHeader(name: string, value: string): Request {
  const { headers, body } = request();
  return { headers: { ...headers, [name]: value }, body };
}

const right = () => request().headers['webhook-signature']!;
const wrong = () => request(OTHER_SECRET).headers['webhook-signature']!;

/** Each request, and whether it is accepted. The limits leave some seconds for a slow machine. */
const CASES: [string, () => Request, boolean][] = [
  ['right', () => request(), true],
  ['4 minutes 40 seconds old', () => request(SECRET, 280), true],
  ['4 minutes 40 seconds ahead', () => request(SECRET, -280), true],
  ['the old and the new signature', () => withHeader('webhook-signature', `${wrong()} ${right()}`), true],
  ['the new and the old signature', () => withHeader('webhook-signature', `${right()} ${wrong()}`), true],
  ['a signature of another version too', () => withHeader('webhook-signature', `v1a,x ${right()}`), true],
  ['another body', () => ({ ...request(), body: BODY.replace('زينب', 'فاطمة') }), false],
  ['an empty body', () => ({ ...request(), body: '' }), false],
  ['another secret', () => request(OTHER_SECRET), false],
  ['two wrong signatures', () => withHeader('webhook-signature', `${wrong()} ${wrong()}`), false],
  ['another version', () => withHeader('webhook-signature', right().replace('v1,', 'v2,')), false],
  ['half a signature', () => withHeader('webhook-signature', right().slice(0, 20)), false],
  ['an empty signature', () => withHeader('webhook-signature', 'v1,'), false],
  ['letters outside ASCII', () => withHeader('webhook-signature', `v1,${'é'.repeat(44)}`), false],
  ['another id', () => withHeader('webhook-id', 'evt_00000000000000000000000000000000'), false],
  ['more than 5 minutes old', () => request(SECRET, 310), false],
  ['more than 5 minutes ahead', () => request(SECRET, -320), false],
  ['a later timestamp than the signed one', () => later(), false],
  ['a timestamp that is no number', () => withHeader('webhook-timestamp', 'now'), false],
  ['no id', () => without('webhook-id'), false],
  ['no timestamp', () => without('webhook-timestamp'), false],
  ['no signature', () => without('webhook-signature'), false],
];

/** A recorded request, sent again later with the current time in its header. */
function later(): Request {
  const { headers, body } = request(SECRET, 1_000);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return { headers: { ...headers, 'webhook-timestamp': timestamp }, body };
}

interface Program {
  /** The language as the guide marks the block. */
  block: 'ts' | 'python' | 'php';
  /** The interpreter, and what it needs before the name of the file. */
  command: [string, ...string[]];
  /** What must be installed, beside Node. */
  needs?: 'python3' | 'php';
  extension: string;
  /** Reads the requests of requests.json, and prints whether each was accepted. */
  driver: string;
  comparison: string;
  timestamp: RegExp;
}

const PROGRAMS: Program[] = [
  {
    block: 'ts',
    command: [process.execPath, '--import', import.meta.resolve('tsx')],
    extension: 'ts',
    driver: `
import { readFileSync } from 'node:fs';
const isAccepted = ({ headers, body }: any) => {
  try {
    return (verify('${SECRET}', headers, Buffer.from(body)) as any).type === 'booking.confirmed';
  } catch {
    return false;
  }
};
console.log(JSON.stringify(JSON.parse(readFileSync('requests.json', 'utf8')).map(isAccepted)));
`,
    comparison: 'timingSafeEqual(given, expected)',
    timestamp: /^ +if \(!\(Math\.abs.*\n/m,
  },
  {
    block: 'python',
    command: ['python3'],
    needs: 'python3',
    extension: 'py',
    driver: `
def is_accepted(request):
    try:
        return verify("${SECRET}", request["headers"], request["body"].encode())["type"] == "booking.confirmed"
    except ValueError:
        return False
with open("requests.json", encoding="utf-8") as file:
    print(json.dumps([is_accepted(one) for one in json.load(file)]))
`,
    comparison: 'hmac.compare_digest(expected, one.encode())',
    timestamp: /^ +if abs\(time.*\n.*\n/m,
  },
  {
    block: 'php',
    command: ['php'],
    needs: 'php',
    extension: 'php',
    driver: `
function isAccepted(array $request): bool {
    try {
        return verify('${SECRET}', $request['headers'], $request['body'])['type'] === 'booking.confirmed';
    } catch (RuntimeException | JsonException) {
        return false;
    }
}
echo json_encode(array_map('isAccepted', json_decode(file_get_contents('requests.json'), true)));
`,
    comparison: 'hash_equals($expected, $given)',
    timestamp: /^ +if \(abs\(time.*\n/m,
  },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-guide-programs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function codeOf(language: string, { block }: Program): string {
  const text = readFileSync(join(GUIDES, language, 'verifying-webhooks.md'), 'utf8');
  const found = [...text.matchAll(new RegExp(`^\`\`\`${block}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  expect(found, `programs in ${language}`).toHaveLength(1);
  return found[0]![1]!;
}

/** Lists the cases that the code accepts. */
async function acceptedBy(program: Program, name: string, code: string): Promise<string[]> {
  const [interpreter, ...options] = program.command;
  const file = `${name}.${program.extension}`;
  writeFileSync(join(folder, file), code + program.driver);
  writeFileSync(join(folder, 'requests.json'), JSON.stringify(CASES.map(([, make]) => make())));
  const { stdout } = await run(interpreter, [...options, file], { cwd: folder });
  const verdicts: boolean[] = JSON.parse(stdout);
  expect(verdicts).toHaveLength(CASES.length);
  return CASES.filter((_, index) => verdicts[index]).map(([name]) => name);
}

const ACCEPTED = CASES.filter(([, , isAccepted]) => isAccepted).map(([name]) => name);

describe.each(PROGRAMS)('the verification code in $block', (program) => {
  const test = it.skipIf(program.needs !== undefined && !hasProgram(program.needs));
  test.each(['en', 'ar', 'ckb'])(
    'of the guide in %s accepts what we signed, and nothing else',
    async (language) => {
      const accepted = await acceptedBy(program, language, codeOf(language, program));
      expect(accepted).toEqual(ACCEPTED);
    },
  );

  test('control: is caught without its comparison, and without its check of the time', async () => {
    const code = codeOf('en', program);
    expect(code.split(program.comparison)).toHaveLength(2);
    const always = program.block === 'python' ? 'True' : 'true';
    const uncompared = await acceptedBy(program, 'compares', code.replace(program.comparison, always));
    expect(uncompared).toEqual(expect.arrayContaining(['another body', 'another secret']));
    expect(code).toMatch(program.timestamp);
    const timeless = await acceptedBy(program, 'times', code.replace(program.timestamp, ''));
    expect(timeless).toEqual(expect.arrayContaining(['more than 5 minutes old']));
  });
});
