import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyStatement } from '../../../src/domain/vouchers/statement.ts';
import { cutName } from '../../../src/domain/vouchers/statement-bytes.ts';
import { printed, readQr, squaresOfPdf, squaresOfSvg } from '../../support/read-qr.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

/** As long as an address with a long name and a path. */
const PUBLIC_URL = `https://${'hotels-of-iraq.'.repeat(3)}example`;
const LONG_NAME = 'عبد الرحمن بن محمد الحسيني الكربلائي النجفي البغدادي الموصلي';
const MILLIMETRES_PER_POINT = 25.4 / 72;

let service: TestService;
let keys: string[];
beforeAll(async () => {
  service = await startTestService({ config: { publicUrl: PUBLIC_URL } });
  keys = JSON.parse((await service.app.inject({ url: '/vouchers/keys.json' })).body).keys;
});
afterAll(() => service.end());

async function book() {
  const response = await service.call('POST', '/v1/bookings', {
    body: { ...demoStay(), ...GUEST, guestName: LONG_NAME, roomsCount: 2, adults: 2 },
  });
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}
async function open(url: string, file: string): Promise<Buffer> {
  const path = url.replace(PUBLIC_URL, '').replace('?', file === '' ? '?' : `/${file}?`);
  return (await service.app.inject({ url: path })).rawPayload;
}

describe('the QR code of a voucher', () => {
  it('states the booking, and is readable as PNG, SVG and on paper', async () => {
    expect(PUBLIC_URL).toHaveLength(60);
    const { voucher, voucher_id: voucherId } = await book();
    expect(voucher.url).not.toContain('#');
    const texts = [
      await readQr(await open(voucher.url, 'qr.png')),
      await readQr(printed(squaresOfSvg((await open(voucher.url, 'qr.svg')).toString()), 3)),
    ];
    const squares = squaresOfPdf(await open(`${voucher.url}&lang=ar`, 'voucher.pdf'));
    // A code with smaller squares is hard to read from an office printer.
    expect(squares[0]!.height * MILLIMETRES_PER_POINT).toBeGreaterThanOrEqual(0.4);
    texts.push(await readQr(printed(squares, 300 / 72)));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(new RegExp(`^${voucher.url.replace('?', '\\?')}#v1\\.`));
    expect(verifyStatement(new URL(texts[0]!).hash.slice(1), keys)).toEqual({
      hotel: 'HTL-2026-0001',
      voucherId,
      name: cutName(LONG_NAME),
      checkIn: inDays(30),
      checkOut: inDays(32),
      rooms: 2,
      revision: 1,
    });
    expect(cutName(LONG_NAME).length).toBeLessThan(LONG_NAME.length);
  });

  it('states the present revision, and nothing when the booking is cancelled', async () => {
    const { voucher, booking_id: id } = await book();
    const read = async () => readQr(await open(voucher.url, 'qr.png'));
    await service.call('POST', `/v1/bookings/${id}/modify`, { body: { checkOut: inDays(33) } });
    const changed = verifyStatement(new URL(await read()).hash.slice(1), keys);
    expect(changed).toMatchObject({ checkOut: inDays(33), revision: 2 });
    await service.call('POST', `/v1/bookings/${id}/cancel`, { body: {} });
    expect(await read()).toBe(voucher.url);
  });

  it('can be verified with the keys that the service publishes', async () => {
    const response = await service.app.inject({ url: '/vouchers/keys.json' });
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
    expect(keys).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)]);
  });
});
