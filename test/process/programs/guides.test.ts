import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody, REFUSAL_CODES, statusOf } from '../../../src/http/common/errors.ts';
import { refuse } from '../../../src/kernel/refusal.ts';
import { GUIDE_ORDER } from '../../../web/src/docs/guide-order.ts';
import { hasProgram } from '../../support/has-program.ts';
import { freshHotel } from '../../support/private-hotel.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';

/*
 * Conventions for authors of guides:
 *
 * - Every ```sh block is run, in order, in one bash per guide and language. $B, $C and $K are already set, as the quick
 *   start sets them. In guides for hotel systems, everything that their quick start sets is set. The quick starts set
 *   their own.
 * - The blocks after a ```sh block show its result: ```json is the body of its last curl, ```http is the status line
 *   and headers of that curl, ```text is what the block printed.
 * - In these blocks, … stands for anything. A response may have more fields than shown. A list that ends with … may
 *   have more items. Everything else must be equal.
 * - Every curl must succeed, unless the guide shows that it is refused.
 * - A diagram is a block without a language.
 * - ```ts, ```python and ```php are programs. guide-programs.test.ts runs them.
 */

const GUIDES = resolve(fileURLToPath(import.meta.url), '../../../../docs/guides');
const LANGUAGES = ['en', 'ar', 'ckb'];
const SUPPLY_SLUGS = ['pushing-rooms-and-prices', 'reservations', 'hotel-page'];
const PROGRAMS = ['ts', 'python', 'php'];
const LINES = { least: 40, most: 97 };
const EXAMPLE_ORIGIN = 'http://localhost:3000';
/** Where the receiver of the guides listens. */
const EXAMPLE_RECEIVER = 'http://localhost:8787';
const run = promisify(execFile);

interface Block {
  language: string;
  text: string;
}
/** A block of commands, with the blocks that show its result. */
interface Step {
  commands: string;
  shown: Block[];
}
/** The response of one curl command in a step. */
interface Responded {
  head: string;
  body: string;
}

let service: TestService;
let origin: string;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService({ config: { rateLimitPerMinute: 120, bookingLimitPerMinute: 120 } });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  // Links in responses must point to this service, and its port is known only now.
  service.context.config.publicUrl = origin;
  receiver = await startReceiver({ certificate: null, behave: () => '/no-content' });
});
afterAll(async () => {
  await service.end();
  await receiver.end();
});

const textOf = (language: string, slug: string) => readFileSync(join(GUIDES, language, `${slug}.md`), 'utf8');

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, block]) => ({
    language: language!,
    text: block!,
  }));
}

function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  for (const block of blocksOf(text))
    if (block.language === 'sh') steps.push({ commands: block.text, shown: [] });
    else if (block.language !== '' && !PROGRAMS.includes(block.language)) steps.at(-1)!.shown.push(block);
  return steps;
}

describe.skipIf(!hasProgram('bash') || !hasProgram('curl'))(
  'every example of the guides does what it shows',
  () => {
    for (const slug of GUIDE_ORDER)
      for (const language of LANGUAGES)
        it.concurrent(`${language}/${slug}`, async () => {
          const steps = stepsOf(textOf(language, slug)).filter(({ commands }) => canRun(commands));
          expect(steps.length).toBeGreaterThan(0);
          const record = mkdtempSync(join(tmpdir(), 'ihc-guides-'));
          try {
            await runSteps(steps, slug, record);
            const problems = steps.flatMap((step, index) =>
              problemsOf(
                step,
                responsesTo(record, index),
                readFileSync(join(record, `${index}.out`), 'utf8'),
              ),
            );
            expect(problems).toEqual([]);
          } finally {
            rmSync(record, { recursive: true, force: true });
          }
        });
  },
);

/** False, with a message, for an example of a route that this service does not have. */
function canRun(commands: string): boolean {
  const isReset = commands.includes('/sandbox/reset');
  if (!isReset || service.app.hasRoute({ method: 'POST', url: '/v1/sandbox/reset' })) return true;
  console.log('not run: this service has no route POST /v1/sandbox/reset');
  return false;
}

/** Runs all steps in one bash. Every curl writes its head and body to the record, under the number of its step. */
async function runSteps(steps: Step[], slug: string, record: string): Promise<void> {
  const given = slug.endsWith('quick-start')
    ? ''
    : SUPPLY_SLUGS.includes(slug)
      ? await givenToHotels()
      : givenTo(await freshCredentials(service));
  const recorder = `
set -eu -o pipefail
shopt -s nullglob
curl() {
  local earlier=("$RECORD/$STEP".*.body)
  local name="$RECORD/$STEP.\${#earlier[@]}"
  command curl -D "$name.head" "$@" | tee "$name.body"
}
cd "$RECORD"
`;
  const blocks = steps.map(
    ({ commands }, index) => `STEP=${index}\n{\n${withAddresses(commands)}} >"$RECORD/${index}.out"\n`,
  );
  const { PATH = '', HOME = '' } = process.env;
  await run('bash', ['-c', recorder + given + blocks.join('')], { env: { PATH, HOME, RECORD: record } });
}

function withAddresses(text: string): string {
  return text.replaceAll(EXAMPLE_ORIGIN, origin).replaceAll(EXAMPLE_RECEIVER, receiver.url(''));
}

function givenTo(headers: Record<string, string>): string {
  return `B=${origin}/v1\nC='X-Client-Id: ${headers['x-client-id']}'\nK='X-Api-Key: ${headers['x-api-key']}'\n`;
}

/** What the quick start for hotel systems sets, in its own words except for the credentials. */
async function givenToHotels(): Promise<string> {
  const { hotel, partner, supplier, stay } = await freshHotel(service);
  const { roomTypeId, ratePlanId } = await stay();
  const functions = textOf('en', 'hotels-quick-start').match(/^(?:J=|pick\(\)|day\(\)).*$/gm)!;
  return `${givenTo(partner)}${functions.join('\n')}
S=${origin}/supply/v1
SC='X-Client-Id: ${supplier['x-client-id']}'
SK='X-Api-Key: ${supplier['x-api-key']}'
HOTEL=${hotel.publicId}
ROOM=${roomTypeId}
PLAN=${ratePlanId}
`;
}

function responsesTo(record: string, step: number): Responded[] {
  const names = readdirSync(record).filter((name) => name.startsWith(`${step}.`) && name.endsWith('.body'));
  const read = (name: string) => {
    try {
      return readFileSync(join(record, name), 'utf8');
    } catch {
      return '';
    }
  };
  return names
    .sort((one, other) => Number(one.split('.')[1]) - Number(other.split('.')[1]))
    .map((name) => ({
      head: read(name.replace(/body$/, 'head')),
      // With -i or several transfers, the output contains heads too. The body is the last part.
      body: read(name).split('\r\n\r\n').at(-1)!,
    }));
}

function problemsOf(step: Step, responses: Responded[], printed: string): string[] {
  const problems: string[] = [];
  let isLastShown = false;
  for (const { language, text } of step.shown) {
    if (language === 'text') problems.push(...textProblems(text, printed));
    else if (language === 'http') problems.push(...headProblems(text, responses.at(-1)?.head ?? ''));
    else problems.push(...jsonProblems(withAddresses(text), responses.at(-1)?.body ?? ''));
    isLastShown = true;
  }
  for (const { head, body } of isLastShown ? responses.slice(0, -1) : responses)
    if (!/^HTTP\/\S+ 200/.test(head)) problems.push(`not expected to be refused: ${head}${body}`);
  return problems.map((problem) => `${step.commands}\n${problem}`);
}

function jsonProblems(shown: string, body: string): string[] {
  // A … without quotes stands for a value that is not shown.
  const quoted = shown.replace(/("(?:[^"\\]|\\.)*")|…/g, (_, text) => text ?? '"…"');
  try {
    return differences(JSON.parse(quoted), JSON.parse(body), 'response');
  } catch (error) {
    return [`${(error as Error).message} in\n${shown}\nor ${body}`];
  }
}

function differences(shown: unknown, real: unknown, path: string): string[] {
  if (real === undefined) return [`${path} is shown and not there`];
  if (shown === '…') return [];
  const different = [`${path} is shown as ${JSON.stringify(shown)} and is ${JSON.stringify(real)}`];
  if (typeof shown === 'string') return typeof real === 'string' && fits(shown, real) ? [] : different;
  if (Array.isArray(shown)) {
    const isOpen = shown.at(-1) === '…';
    const items = isOpen ? shown.slice(0, -1) : shown;
    if (!Array.isArray(real) || (!isOpen && real.length !== items.length)) return different;
    return items.flatMap((item, index) => differences(item, real[index], `${path}[${index}]`));
  }
  if (typeof shown !== 'object' || shown === null) return shown === real ? [] : different;
  if (typeof real !== 'object' || real === null) return different;
  return Object.entries(shown).flatMap(([name, value]) =>
    differences(value, (real as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

function headProblems(shown: string, head: string): string[] {
  const real = head.trimEnd().split(/\r?\n/);
  return shown
    .trimEnd()
    .split('\n')
    .filter((line) => !real.some((one) => fits(line.toLowerCase(), one.trim().toLowerCase())))
    .map((line) => `no header ${line} in\n${head}`);
}

function textProblems(shown: string, printed: string): string[] {
  const evened = (text: string) =>
    text
      .trim()
      .replace(/[ \t]+/g, ' ')
      .replace(/\n /g, '\n');
  return fits(evened(shown), evened(printed)) ? [] : [`shown is\n${shown}\nand printed was\n${printed}`];
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(text);
}

describe('the guides', () => {
  it.each(LANGUAGES)('in %s are all there, short, and begin with their titles', (language) => {
    expect(readdirSync(join(GUIDES, language)).sort()).toEqual(
      GUIDE_ORDER.map((slug) => `${slug}.md`).sort(),
    );
    for (const slug of GUIDE_ORDER) {
      const text = textOf(language, slug);
      expect(text, slug).toMatch(/^# \S/);
      const lines = text.trimEnd().split('\n').length;
      expect(lines, slug).toBeGreaterThanOrEqual(LINES.least);
      expect(lines, slug).toBeLessThanOrEqual(LINES.most);
    }
  });

  it.each(LANGUAGES.slice(1))('in %s have the code of the English ones', (language) => {
    const withoutComments = (block: Block) => ({
      ...block,
      text: block.text.replace(/^\s*(?:#|\/\/).*\n/gm, ''),
    });
    for (const slug of GUIDE_ORDER)
      expect(blocksOf(textOf(language, slug)).map(withoutComments), slug).toEqual(
        blocksOf(textOf('en', slug)).map(withoutComments),
      );
  });

  it.each(LANGUAGES)('in %s have every error code once, with its status and whether to retry', (language) => {
    const row = /^\| (\d{3}) \| \[`([A-Z_]+)`\]\(\/errors\/\2\)( ↻)? \| .+ \|$/gm;
    const rows = [...textOf(language, 'errors').matchAll(row)];
    const listed = rows.map(([, status, code, again]) => `${status} ${code} ${again !== undefined}`);
    const real = REFUSAL_CODES.map(
      (code) => `${statusOf(code)} ${code} ${errorBody(refuse(code, ''), '', '').error.retryable}`,
    );
    expect(listed.sort()).toEqual(real.sort());
  });
});
