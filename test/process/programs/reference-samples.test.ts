import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceOf } from '../../../web/build/entries.ts';
import type { KeyPair } from '../../../web/src/api/keys.ts';
import { SNIPPETS, type SnippetLanguage } from '../../../web/src/api/snippets.ts';
import { firstDraft, requestOf } from '../../../web/src/reference/draft.ts';
import type { ReferenceEntry } from '../../../web/src/reference/entry.ts';
import type { OpenApi } from '../../../web/src/reference/openapi.ts';
import type { OwnHotel } from '../../../web/src/reference/own-hotel.ts';
import { hasProgram, type Program } from '../../support/has-program.ts';
import { freshHotel, type HotelTester } from '../../support/private-hotel.ts';
import { runSamples } from '../../support/run-samples.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

/** The second day of the bookings that are made first: the guest can arrive, leave or be a no-show. */
const DAYS_LATER = 31;
const DAY_MILLISECONDS = 86_400_000;
const LANGUAGES = Object.keys(SNIPPETS) as SnippetLanguage[];
/** It deletes what the others need. */
const LAST = 'resetSandbox';
/** A sample that must fail: its key is wrong. */
const CONTROL = 'control';

let service: TestService;
let origin: string;
let shift = 0;
let entries: ReferenceEntry[];
const folder = mkdtempSync(join(tmpdir(), 'ihc-samples-'));

beforeAll(async () => {
  // The webhook of the examples has an address that nobody has.
  // No housekeeping: it would delete the readers, who are idle for a month by their clock.
  service = await startTestService({
    outbound: { resolve: async () => [] },
    clockShift: () => shift,
    housekeeping: false,
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const { body } = await service.call('GET', '/v1/openapi.json');
  entries = referenceOf(body as OpenApi).entries.filter(({ kind }) => kind === 'operation');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.end();
});

/** Values of earlier responses, as the page remembers them, by operation and parameter. */
type Remembered = Record<string, Record<string, string>>;

const AT_THE_HOTEL = [
  ...['checkInReservation', 'checkOutReservation', 'reportNoShow', 'cannotHonourReservation'],
  'moveReservation',
];
const OF_PARTNER = ['getBooking', 'modifyBooking', 'cancelBooking'];

/** Two readers: most use the demo hotels, one only the private hotel that came with its credentials. */
interface Reader {
  tester: HotelTester;
  partner: Record<string, string>;
  hotel: OwnHotel | null;
  remembered: Remembered;
}

async function call(path: string, body: object, headers: Record<string, string>) {
  const response = await service.call('POST', path, { headers, body });
  expect(response.status, JSON.stringify(response.body.error)).toBe(200);
  return response.body.data;
}

async function readerOf(language: SnippetLanguage): Promise<Reader> {
  const tester = await freshHotel(service);
  const stay = await tester.stay({ nights: 3 });
  const { hotelId, roomTypeId, ratePlanId } = stay;
  const isHotel = language === 'Python';
  const partner = isHotel ? tester.partner : await freshCredentials(service);
  const remembered: Remembered = {};
  const book = async (id: string, body: object, headers: Record<string, string>) => {
    const { booking_id: bookingId } = await call('/v1/bookings', { ...body, ...GUEST }, headers);
    remembered[id] = { bookingId };
  };
  for (const id of AT_THE_HOTEL) await book(id, stay, tester.partner);
  for (const id of OF_PARTNER) await book(id, isHotel ? stay : demoStay({ nights: 3 }), partner);
  return { tester, partner, remembered, hotel: isHotel ? { hotelId, roomTypeId, ratePlanId } : null };
}

/** What the operations need beside bookings. It is made on the day of the samples. */
async function prepared({ tester, partner, remembered, hotel }: Reader): Promise<Remembered> {
  const from = DAYS_LATER + 30;
  const stay = hotel === null ? demoStay({ from }) : await tester.stay({ from });
  const hold = async (guestPhone: string) => ({
    token: (await call('/v1/prebook', { ...stay, ...GUEST, guestPhone }, partner)).prebook_token as string,
  });
  const webhook = async (name: string) => {
    const body = { url: `https://partner.example.com/${name}`, events: ['hotel.updated'] };
    return { webhookId: (await call('/v1/webhooks', body, partner)).webhook_id as string };
  };
  const { bookingId } = remembered.checkOutReservation!;
  await call(`/supply/v1/reservations/${bookingId}/check-in`, {}, tester.supplier);
  const shared = await webhook('shared');
  return {
    ...remembered,
    getPrebook: await hold('0771 123 4567'),
    releasePrebook: await hold('0772 123 4567'),
    getWebhook: shared,
    rotateWebhookSecret: shared,
    testWebhook: await webhook('test'),
    deleteWebhook: await webhook('delete'),
  };
}

function samplesOf(language: SnippetLanguage, reader: Reader, remembered: Remembered): [string, string][] {
  const { tester, partner } = reader;
  const keysOf = (headers: Record<string, string>): KeyPair => ({
    clientId: headers['x-client-id']!,
    apiKey: headers['x-api-key']!,
  });
  const sampleOf = (entry: ReferenceEntry, keys: KeyPair) => {
    const hotel = entry.access === 'supplier' ? { hotelId: tester.hotel.publicId } : reader.hotel;
    const known = { now: Date.now() + shift, hotel, remembered: remembered[entry.id] ?? {} };
    return SNIPPETS[language](origin, requestOf(entry, firstDraft(entry, known), keys)!);
  };
  const sorted = [...entries].sort((one, other) => Number(one.id === LAST) - Number(other.id === LAST));
  const [first] = entries.filter(({ id }) => id === 'listHotels');
  return [
    [CONTROL, sampleOf(first!, { clientId: 'demo', apiKey: 'wrong' })],
    ...sorted.map((entry): [string, string] => [
      entry.id,
      sampleOf(entry, keysOf(entry.access === 'supplier' ? tester.supplier : partner)),
    ]),
  ];
}

/** What each language needs beside Node. The samples of curl are run by bash. */
const NEEDS: Record<SnippetLanguage, Program[]> = {
  curl: ['bash', 'curl'],
  TypeScript: [],
  Python: ['python3'],
  PHP: ['php'],
};

describe('the samples of the reference', () => {
  const readers = new Map<SnippetLanguage, Reader>();
  beforeAll(async () => {
    for (const language of LANGUAGES) readers.set(language, await readerOf(language));
    shift = DAYS_LATER * DAY_MILLISECONDS;
  });

  for (const language of LANGUAGES)
    it.skipIf(!NEEDS[language].every(hasProgram))(`all work in ${language}`, async () => {
      expect(entries.length).toBeGreaterThan(35);
      const reader = readers.get(language)!;
      const samples = samplesOf(language, reader, await prepared(reader));
      const outputs = await runSamples(language, samples, folder);
      expect(outputs.size).toBe(entries.length + 1);
      const failed = [...outputs].filter(([id, { output, failed }]) => failed || !isSuccess(id, output));
      expect(failed.map(([id, { output }]) => `${id}: ${id === CONTROL ? '' : output}`)).toEqual([
        `${CONTROL}: `,
      ]);
      if (language !== 'curl') return;
      // Its output is the response itself: the examples of the reference have the same shape.
      for (const { id, responses } of entries) {
        const { output } = outputs.get(id)!;
        if (id !== 'getOpenApi') expectShape(JSON.parse(output), responses[0]!.example, id);
      }
    });
});

/** Each language prints a body in its own way. The OpenAPI document does not say whether it is a success. */
function isSuccess(id: string, output: string): boolean {
  if (id === 'getOpenApi') return output.includes('3.1.0');
  return /["']?\[?success\]?["']?(:| =>) ?(true|True|1)\b/.test(output);
}

/**
 * Every field of the example must be in the response, with the same type. Of a list, only the first item is compared.
 */
function expectShape(real: unknown, shown: unknown, where: string): void {
  if (shown === null || real === null || typeof shown !== 'object') {
    if (shown !== null && real !== null) expect(typeof real, where).toBe(typeof shown);
    return;
  }
  if (Array.isArray(shown)) {
    expect(Array.isArray(real), where).toBe(true);
    const items = real as unknown[];
    if (shown.length > 0 && items.length > 0) expectShape(items[0], shown[0], `${where}[0]`);
    return;
  }
  for (const [name, value] of Object.entries(shown)) {
    expect(Object.keys(real as object), where).toContain(name);
    expectShape((real as Record<string, unknown>)[name], value, `${where}.${name}`);
  }
}
