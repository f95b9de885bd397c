import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequest } from '../../web/src/reference/example-request.ts';
import { type Entry, entriesOf, exampleOf, type OpenApi } from '../../web/src/reference/openapi.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';
import { supplierOf } from '../support/supplier.ts';

let service: TestService;
let supplier: Record<string, string>;
let tester: HotelTester;
let entries: Entry[];
beforeAll(async () => {
  // The webhook of the examples has an address that nobody has.
  service = await startTestService({ outbound: { resolve: async () => [] } });
  supplier = await supplierOf(service, ['HTL-2026-0001'], service.credentials);
  tester = await freshHotel(service);
  const { body } = await service.call('GET', '/v1/openapi.json');
  entries = entriesOf(body as OpenApi);
});
afterAll(() => service.end());

/** The dates in the document will be in the past one day. They are replaced by plain days of the demo world. */
const DAYS: Record<string, string> = {
  '2027-01-15': inDays(30),
  '2027-01-16': inDays(31),
  '2027-01-17': inDays(32),
};
const VOUCHER = 'IHC-2026-7KMQ2X';
const TOKEN = 'pb_5kV0c2mXr8Jt1Qw7Yz3LhN6B';
const WEBHOOK = '6f1c3b8e-55d0-4c39-9d0e-0a9a3c5b7f21';

/** These operations run first, because others need the hold, the booking and the webhook that they make. */
const FIRST = ['prebook', 'createBooking', 'createWebhook'];
const LATE = ['releasePrebook', 'cancelBooking', 'deleteWebhook'];
const LAST = 'resetSandbox';
/** For the private hotel of a tester. */
const PRIVATE = '/supply/v1/sandbox/page-links';

/** What happens at the hotel. The booking of this test is cancelled by then: these are refused, for that reason only. */
const AT_THE_HOTEL = /^\/supply\/v1\/reservations\/\{bookingId\}\//;

async function run(entry: Entry, known: Record<string, string>) {
  const supply = entry.path === PRIVATE ? tester.supplier : supplier;
  const headersOf = entry.path.startsWith('/supply/') ? supply : service.credentials;
  const credentials = { clientId: headersOf['x-client-id']!, apiKey: headersOf['x-api-key']! };
  const request = JSON.stringify(exampleRequest(entry, credentials));
  const real = Object.entries({ ...DAYS, ...known }).reduce(
    (text, [shown, now]) => text.replaceAll(shown, now),
    request,
  );
  const { method, path, headers, body } = JSON.parse(real);
  const response = await service.app.inject({
    method,
    url: path,
    headers,
    ...(body !== null && { payload: body }),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) };
}

describe('the reference', () => {
  it('shows a working request and a response of the real shape for every operation', async () => {
    const order = (entry: Entry) => {
      const { operationId } = entry.operation;
      if (operationId === LAST) return 4;
      if (AT_THE_HOTEL.test(entry.path)) return 3;
      return FIRST.includes(operationId) ? 0 : LATE.includes(operationId) ? 2 : 1;
    };
    const known: Record<string, string> = {};
    expect(entries.length).toBeGreaterThan(15);
    for (const entry of [...entries].sort((one, other) => order(one) - order(other))) {
      const { operationId, responses } = entry.operation;
      const answer = await run(entry, known);
      if (AT_THE_HOTEL.test(entry.path)) {
        expect([operationId, answer.body.error?.code]).toEqual([operationId, 'BOOKING_STATE_CONFLICT']);
        continue;
      }
      expect(answer.status, `${operationId}: ${JSON.stringify(answer.body.error)}`).toBe(200);
      if (operationId === 'openApi' || operationId === 'getOpenApi') continue;
      const content = responses['200']!.content?.['application/json'];
      if (content === undefined) continue;
      expectShape(answer.body, exampleOf(content), operationId);
      if (operationId === 'createWebhook') known[WEBHOOK] = answer.body.data.webhook_id;
      if (operationId === 'createBooking') known[VOUCHER] = answer.body.data.voucher_id;
      // The booking consumed the first hold. The operations that read and release a hold use one of another guest.
      if (operationId === 'createBooking') {
        const second = entries.find((one) => one.operation.operationId === 'prebook')!;
        known['0770 123 4567'] = '0771 123 4567';
        known[TOKEN] = (await run(second, known)).body.data.prebook_token;
      }
    }
  });
});

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
