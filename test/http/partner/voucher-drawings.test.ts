import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Drawing, drawVoucher } from '../../../src/domain/vouchers/draw-voucher.usecase.ts';
import { Drawings } from '../../../src/domain/vouchers/drawings.worker.ts';
import type { Language } from '../../../src/domain/vouchers/language.ts';
import { openVoucher } from '../../../src/domain/vouchers/open-voucher.usecase.ts';
import { voucherQrText } from '../../../src/domain/vouchers/voucher-qr.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let addresses = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const LANGUAGES = ['en', 'ar', 'ckb'] as const;
const freshAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const from = (url: string, remoteAddress = freshAddress()) =>
  service.app.inject({ url: url.replace('http://localhost:3000', ''), remoteAddress });

async function book(changes: object = {}) {
  const { status, body } = await service.call('POST', '/v1/bookings', {
    body: { ...demoStay(), ...GUEST, ...changes },
  });
  expect(status).toBe(200);
  const { pdf_url, qr_svg_url } = body.data.voucher;
  return { ...body.data, pdf: pdf_url as string, png: qr_svg_url.replace('qr.svg', 'qr.png') as string };
}

/** Sends requests at the same time, and returns how many vouchers were drawn for them. */
async function drawnFor(...urls: string[]): Promise<number> {
  const before = service.context.drawings.drawn;
  const responses = await Promise.all(urls.map((url) => from(url)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200));
  return service.context.drawings.drawn - before;
}

/** The bytes that this thread draws. */
async function expectedOf(url: string, language: Language, format: Drawing['format']): Promise<Buffer> {
  const { config, secrets } = service.context;
  const { pathname, searchParams } = new URL(url);
  const voucherId = pathname.split('/')[2]!;
  const signature = searchParams.get('signature')!;
  const opened = await openVoucher(service.context, { voucherId, signature }, language);
  const { statement, ...sheet } = opened!;
  const text = voucherQrText(voucherId, statement, { publicUrl: config.publicUrl, secrets });
  return drawVoucher(format === 'pdf' ? { format, sheet, text } : { format, text });
}

describe('what is drawn', () => {
  it('has the bytes that one thread alone draws, in every language, valid and void, new and kept', async () => {
    const booking = await book({ specialRequests: 'غرفة هادئة (IA-145)' });
    for (const step of ['valid', 'void']) {
      if (step === 'void') await service.call('POST', `/v1/bookings/${booking.booking_id}/cancel`);
      for (const language of LANGUAGES) {
        const expected = await expectedOf(booking.pdf, language, 'pdf');
        for (const time of ['new', 'kept']) {
          const { rawPayload } = await from(`${booking.pdf}&lang=${language}`);
          expect([step, language, time, rawPayload.equals(expected)]).toEqual([step, language, time, true]);
        }
      }
      const image = await expectedOf(booking.png, 'en', 'png');
      for (const time of ['new', 'kept'])
        expect([step, time, (await from(booking.png)).rawPayload.equals(image)]).toEqual([step, time, true]);
    }
  });

  it('is drawn once for requests at the same time, and kept for later ones', async () => {
    const { pdf, png } = await book();
    expect(await drawnFor(pdf, pdf, pdf, pdf)).toBe(1);
    expect(await drawnFor(pdf)).toBe(0);
    expect(await drawnFor(png, png)).toBe(1);
    expect(await drawnFor(png, pdf)).toBe(0);
    // Codes as SVG too: drawn in place, ten addresses could keep the event loop busy all the time.
    const svg = png.replace('qr.png', 'qr.svg');
    expect(await drawnFor(svg, svg)).toBe(1);
    expect(await drawnFor(svg)).toBe(0);
    const { rawPayload } = await from(svg);
    expect(rawPayload.equals(await expectedOf(svg, 'en', 'svg'))).toBe(true);
  });

  it('is drawn again for another language and another voucher', async () => {
    const [one, other] = [await book(), await book()];
    expect(await drawnFor(`${one.pdf}&lang=en`, `${one.pdf}&lang=ar`, `${one.pdf}&lang=ckb`)).toBe(3);
    expect(await drawnFor(`${other.pdf}&lang=en`, `${one.pdf}&lang=en`)).toBe(1);
  });

  it('is drawn again when the booking or its hotel has changed', async () => {
    const { booking_id, pdf } = await book();
    const { pool, feed } = service.context;
    await drawnFor(pdf);
    const changed = await service.call('POST', `/v1/bookings/${booking_id}/modify`, {
      body: { checkOut: inDays(33) },
    });
    expect([changed.status, changed.body.data.revision]).toEqual([200, 2]);
    expect(await drawnFor(pdf, pdf)).toBe(1);
    await pool.query("update hotels set phone = '+9647700000099' where public_id = 'HTL-2026-0001'");
    await feed.catchUp();
    expect(await drawnFor(pdf)).toBe(1);
    expect(await drawnFor(pdf)).toBe(0);
  });
});

describe('the window "documents"', () => {
  it('counts PDFs and PNGs of an address together, and no pages', async () => {
    const { pdf, png, voucher } = await book();
    const own = '203.0.113.250';
    for (let left = 119; left >= 0; left -= 1) {
      const { statusCode, headers } = await from(left % 2 === 0 ? pdf : png, own);
      expect([statusCode, headers['ratelimit-remaining']]).toEqual([200, String(left)]);
    }
    for (const url of [pdf, png, `${pdf}x`]) {
      const refused = await from(url, own);
      expect([refused.statusCode, refused.json().error.details]).toEqual([
        429,
        expect.objectContaining({ window: 'documents', limit: 120 }),
      ]);
    }
    expect((await from(voucher.url, own)).statusCode).toBe(200);
    expect((await from(voucher.qr_svg_url, own)).statusCode).toBe(200);
    expect((await from(pdf, '203.0.113.251')).statusCode).toBe(200);
  });
});

describe('many drawings at the same time', () => {
  const code = (text: string): Drawing => ({ format: 'png', text });
  const withDrawings = async (
    limits: ConstructorParameters<typeof Drawings>[0],
    use: (drawings: Drawings) => Promise<void>,
  ) => {
    const drawings = new Drawings(limits);
    await use(drawings).finally(() => drawings.stop());
  };

  it('use two threads', () =>
    withDrawings({ atOnce: 2 }, async (drawings) => {
      expect(drawings.threads).toBe(0);
      await drawings.draw(code('first'));
      expect(drawings.threads).toBe(1);
      const many = Array.from({ length: 8 }, (_, index) => drawings.draw(code(`many ${index}`)));
      expect(drawings.threads).toBe(2);
      const images = await Promise.all(many);
      expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(8);
      expect(drawings.threads).toBe(2);
    }));

  it('wait up to a limit: then a request is refused, and a mail is not', () =>
    withDrawings({ atOnce: 2, waiting: 3 }, async (drawings) => {
      const asked = Array.from({ length: 5 }, (_, index) => drawings.drawIfFree(code(`asked ${index}`)));
      expect(await drawings.drawIfFree(code('one more'))).toBeNull();
      const known = drawings.drawIfFree(code('asked 4'));
      const mailed = drawings.draw(code('mailed'));
      expect((await Promise.all([...asked, known, mailed])).every(Buffer.isBuffer)).toBe(true);
      expect(drawings.drawn).toBe(6);
      expect(await drawings.drawIfFree(code('one more'))).not.toBeNull();
    }));

  it('refuse a request with 503 and Retry-After', async () => {
    const { pdf, png } = await book();
    const { drawings } = service.context;
    service.context.drawings = new Drawings({ waiting: 0, atOnce: 0 });
    const responses = await Promise.all([pdf, png].map((url) => from(url)));
    service.context.drawings = drawings;
    for (const { statusCode, headers, body } of responses) {
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
      expect(JSON.parse(body).error.code).toBe('SERVICE_UNAVAILABLE');
    }
  });

  it('go on after one that took too long: its thread is ended', () =>
    withDrawings({ atOnce: 1, drawingMilliseconds: 1 }, async (drawings) => {
      const slow = [drawings.draw(code('slow')), drawings.draw(code('slow too'))];
      for (const { status } of await Promise.allSettled(slow)) expect(status).toBe('rejected');
      expect(drawings.threads).toBe(0);
    }));

  it('keep no more bytes than their limit', async () => {
    const bytes = (await drawVoucher(code('aaaa'))).length;
    await withDrawings({ keptBytes: bytes - 1 }, async (drawings) => {
      for (const text of ['aaaa', 'aaaa']) await drawings.draw(code(text));
      expect(drawings.drawn).toBe(2);
    });
    await withDrawings({ keptBytes: bytes }, async (drawings) => {
      for (const text of ['aaaa', 'aaaa']) await drawings.draw(code(text));
      expect(drawings.drawn).toBe(1);
    });
  });
});
