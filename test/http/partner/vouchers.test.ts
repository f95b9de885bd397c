import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { voucherLinks } from '../../../src/domain/booking/voucher.ts';
import { findVoucher } from '../../../src/domain/vouchers/vouchers.store.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';
import { testSecrets } from '../../support/test-config.ts';

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ config: { supportPhone: '+9647705550199' } });
});
afterAll(() => service.end());
beforeEach(async () => {
  headers = await freshCredentials(service);
});

const HOTEL_COLLECTS = 'HTL-2026-0006';
const pathOf = (url: string) => url.replace('http://localhost:3000', '');
const LANGUAGES = ['en', 'ar', 'ckb'];
const open = (url: string, more: Record<string, string> = {}) =>
  service.app.inject({ url: pathOf(url), headers: more });

async function book(changes: object = {}, stay = demoStay()) {
  const body = { ...stay, ...GUEST, guestEmail: 'zaynab@example.com', ...changes };
  const response = await service.call('POST', '/v1/bookings', { body, headers });
  expect(response.status).toBe(200);
  return response.body.data;
}

/** The text that a reader sees, without tags, entities and isolates. */
function wordsOf(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<\/?bdi[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#39;', "'");
}

describe('the page', () => {
  it('tells a reception what it needs, in English', async () => {
    const booking = await book({
      roomsCount: 2,
      adults: 3,
      children: 1,
      specialRequests: 'Late arrival',
      channelReference: 'OTA-42',
    });
    const page = await open(`${booking.voucher.url}&lang=en`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<html lang="en" dir="ltr">');
    const words = wordsOf(page.body);
    for (const text of [
      booking.voucher_id,
      'CONFIRMED',
      'مؤكد',
      'Dijla Palm Hotel',
      'فندق نخيل دجلة',
      'Riverside Road, Baghdad',
      'Telephone: +964 770 000 0010',
      'Issued by: Iraq Hotel Channel',
      "Partner's reference: OTA-42",
      'Help line: +964 770 555 0199',
      GUEST.guestName,
      'from 14:00',
      'until 12:00',
      '2 nights',
      '2 × Standard double room',
      '3 adults, 1 child',
      'Bed and breakfast',
      'Paid to the partner, nothing to collect',
      'a charge applies',
      'Late arrival',
      'A page at localhost:3000 must open',
    ])
      expect(words).toContain(text);
    // Exactly once: the page shows the agreed terms, and not the hotel's policy as well.
    expect(words.match(/free of charge/g)).toHaveLength(1);
    expect(page.body).toContain('<a href="tel:+9647700000010">');
    expect(page.body).toContain('<a href="tel:+9647705550199">');
    const arrival = new Date(`${inDays(30)}T00:00:00Z`);
    const weekday = arrival.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const month = arrival.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
    expect(words).toContain(`${weekday} ${arrival.getUTCDate()} ${month} ${arrival.getUTCFullYear()}`);
    const source = /<img src="([^"]+)"/.exec(page.body)![1]!.replaceAll('&amp;', '&');
    expect((await open(new URL(source, booking.voucher.url).href)).headers['content-type']).toContain('svg');
  });

  it('tells it in Arabic, from right to left', async () => {
    const booking = await book({ adults: 2 });
    const page = await open(`${booking.voucher.url}&lang=ar`);
    expect(page.body).toContain('<html lang="ar" dir="rtl">');
    const words = wordsOf(page.body);
    for (const text of [
      'قسيمة حجز فندقي',
      'ليلتان',
      '1 × غرفة مزدوجة قياسية',
      'بالغان، بدون أطفال',
      'مبيت وفطور',
      'مدفوع مسبقًا لشركة الحجز، لا تستلم أي مبلغ',
      'طريق النهر، بغداد',
      'الهاتف: +964 770 000 0010',
      'من الساعة 14:00',
    ])
      expect(words).toContain(text);
    expect(page.body).toContain(`<bdi dir="ltr">${booking.voucher_id}</bdi>`);
  });

  it('tells it in Kurdish, with the Kurdish names of the hotel, its address and the room', async () => {
    const booking = await book({ adults: 2, channelReference: 'OTA-42' });
    const page = await open(`${booking.voucher.url}&lang=ckb`);
    expect(page.body).toContain('<html lang="ckb" dir="rtl">');
    const words = wordsOf(page.body);
    for (const text of [
      'ڤاوچەری هۆتێل',
      'پشتڕاستکراوە',
      'مؤكد',
      'CONFIRMED',
      'هۆتێلی دارخورمای دیجلە',
      'ڕێگای کەنار ڕووبار، بەغدا',
      '1 × ژووری دوو کەسیی ستاندارد',
      '2 شەو',
      '2 گەورەساڵ، بێ منداڵ',
      'مانەوە لەگەڵ نانی بەیانی',
      'پارەکە بە کۆمپانیای حجز دراوە، هیچ پارەیەک وەرمەگرە',
      'ژمارەی ئاماژەی کۆمپانیای حجز: OTA-42',
      'لە کاتژمێر 14:00',
    ])
      expect(words).toContain(text);
    expect(page.body).toContain('<p lang="ar"><bdi>فندق نخيل دجلة</bdi></p>');
    expect(words).not.toContain('غرفة');
  });

  it.each(LANGUAGES)(
    'puts first in %s what a reception asks first, with the QR code beside the guest',
    async (lang) => {
      const booking = await book({ specialRequests: 'Wheelchair' });
      const { body } = await open(`${booking.voucher.url}&lang=${lang}`);
      const rooms = { en: 'Standard double', ar: 'غرفة مزدوجة', ckb: 'ژووری دوو کەسی' }[lang]!;
      const board = { en: 'Bed and', ar: 'مبيت', ckb: 'مانەوە لەگەڵ' }[lang]!;
      const order = [
        'class="band"',
        GUEST.guestName,
        '<img',
        '14:00',
        '12:00',
        rooms,
        board,
        'class="due"',
        'Wheelchair',
      ];
      const places = [...order, 'class="terms">\n<h2'].map((text) => body.indexOf(text));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    },
  );

  it('names no help line and no reference where there is none', async () => {
    const { supportPhone } = service.context.config;
    service.context.config.supportPhone = null;
    const { body } = await open(`${(await book()).voucher.url}&lang=en`);
    service.context.config.supportPhone = supportPhone;
    expect(body).not.toMatch(/Help line|Partner&#39;s reference|Partner's reference/);
    expect(body).toContain('Issued by: Iraq Hotel Channel');
  });

  it('says what is to be collected where the hotel collects', async () => {
    const booking = await book({}, demoStay({ hotel: HOTEL_COLLECTS, board: 'RO' }));
    const amount = Number(booking.payment.due_at_hotel).toLocaleString('en');
    expect(wordsOf((await open(`${booking.voucher.url}&lang=en`)).body)).toContain(`IQD ${amount}`);
    expect(wordsOf((await open(`${booking.voucher.url}&lang=ar`)).body)).toContain(`${amount} دينار عراقي`);
  });

  it.each([
    [{ lang: 'ar', accept: 'en' }, 'ar'],
    [{ lang: 'en', accept: 'ar' }, 'en'],
    [{ accept: 'ar-IQ,ar;q=0.9,en;q=0.8' }, 'ar'],
    [{ accept: 'en-GB,ar;q=0.5' }, 'en'],
    [{ lang: 'ckb', accept: 'en' }, 'ckb'],
    [{ accept: 'ckb-IQ,ar;q=0.5' }, 'ckb'],
    [{ accept: 'ku' }, 'ckb'],
    [{ accept: 'fr' }, 'en'],
    [{ lang: 'xx', accept: 'ar' }, 'ar'],
    [{ lang: 'xx' }, 'en'],
    [{ lang: 'ar&lang=en' }, 'en'],
    [{}, 'en'],
  ])(
    'chooses its language by %j: %s',
    async ({ lang, accept }: { lang?: string; accept?: string }, language) => {
      const { voucher } = await book();
      const query = lang === undefined ? '' : `&lang=${lang}`;
      const page = await open(
        `${voucher.url}${query}`,
        accept === undefined ? {} : { 'accept-language': accept },
      );
      expect(page.body).toContain(`<html lang="${language}"`);
      for (const other of LANGUAGES) {
        const here = other === language ? ' aria-current="true"' : '';
        expect(page.body).toContain(`&amp;lang=${other}" lang="${other}" hreflang="${other}"${here}>`);
      }
    },
  );

  it('runs no scripts, is not cached and sends no referrer', async () => {
    const { voucher } = await book();
    const page = await open(voucher.url);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self';/,
    );
    expect(page.body).not.toMatch(/<script|<style| style=|javascript:| on[a-z]+=/i);
    const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)![1]!;
    const css = await open(new URL(stylesheet, voucher.url).href);
    expect(css.headers['content-type']).toContain('text/css');
    expect(css.body).toContain('@media print');
    for (const [, font] of css.body.matchAll(/url\("([^"]+)"\)/g)) {
      const file = await open(new URL(font!, voucher.url).href);
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'font/woff2']);
    }
  });

  it.each(['qr.svg', 'qr.png'])('has the same headers on its %s, found or not', async (file) => {
    const { voucher } = await book();
    const page = await open(voucher.url);
    const url = voucher.qr_svg_url.replace('qr.svg', file);
    for (const [address, status] of [
      [url, 200],
      [`${url}x`, 404],
    ] as const) {
      const picture = await open(address);
      expect(picture.statusCode).toBe(status);
      for (const name of [
        'cache-control',
        'content-security-policy',
        'referrer-policy',
        'x-content-type-options',
        'x-robots-tag',
      ])
        expect([name, picture.headers[name]]).toEqual([name, page.headers[name]]);
      expect(picture.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('shows neither contacts nor money nor who the partner is', async () => {
    const booking = await book();
    const { subtotal, total, commission } = booking.price;
    const [client] = (
      await service.context.pool.query('select id from clients where client_id = $1', [
        headers['x-client-id'],
      ])
    ).rows;
    const grouped = (amount: string) => Number(amount).toLocaleString('en');
    for (const lang of LANGUAGES) {
      const { body } = await open(`${booking.voucher.url}&lang=${lang}`);
      for (const secret of [
        '7701234567',
        'zaynab@example.com',
        headers['x-client-id']!,
        client.id,
        booking.booking_id,
        ...[subtotal, total, commission.amount].flatMap((amount) => [amount, grouped(amount)]),
        '12.5',
        'ommission',
      ])
        expect(body).not.toContain(secret);
    }
  });
});

describe('a voucher that is not valid', () => {
  it('says at a glance that it was cancelled', async () => {
    const booking = await book({}, demoStay({ hotel: HOTEL_COLLECTS, board: 'RO' }));
    await service.call('POST', `/v1/bookings/${booking.booking_id}/cancel`, { headers });
    const page = await open(`${booking.voucher.url}&lang=en`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toMatch(
      /<main class="voucher void">\n<p class="band"><strong[^>]*>CANCELLED<\/strong> <strong[^>]*>ملغى<\/strong>/,
    );
    expect(wordsOf(page.body)).toContain(
      'This voucher is not valid. The room is no longer kept for this guest.',
    );
    expect(wordsOf(page.body)).not.toContain('CONFIRMED');
    const arabic = wordsOf((await open(`${booking.voucher.url}&lang=ar`)).body);
    expect(arabic).toContain('هذه القسيمة غير صالحة');
    const kurdish = wordsOf((await open(`${booking.voucher.url}&lang=ckb`)).body);
    expect(kurdish).toContain('ئەم ڤاوچەرە پووچەڵە');
  });

  it('is clearly invalid without colours: VOID across, its number struck through, no QR code', async () => {
    const booking = await book();
    const signs = (body: string) => [
      /<p class="across"[^>]*><strong[^>]*>VOID<\/strong> <strong[^>]*>غير صالحة<\/strong><\/p>/.test(body),
      body.includes(`<s><bdi dir="ltr">${booking.voucher_id}</bdi></s>`),
      !body.includes('<img'),
      !body.includes('class="blanks"'),
    ];
    expect(signs((await open(`${booking.voucher.url}&lang=en`)).body)).toEqual([false, false, false, false]);
    for (const status of ['CANCELLED', 'NO_SHOW']) {
      await service.context.pool.query('update bookings set status = $1 where id = $2', [
        status,
        booking.booking_id,
      ]);
      expect(signs((await open(`${booking.voucher.url}&lang=en`)).body)).toEqual([true, true, true, true]);
    }
  });

  it.each([
    ['NO_SHOW', 'void', 'NO SHOW', 'لم يحضر'],
    ['CHECKED_IN', 'used', 'CHECKED IN', 'تم تسجيل الوصول'],
    ['CHECKED_OUT', 'used', 'CHECKED OUT', 'تمت المغادرة'],
  ])('%s has its own words', async (status, mood, english, arabic) => {
    const booking = await book();
    await service.context.pool.query('update bookings set status = $1 where id = $2', [
      status,
      booking.booking_id,
    ]);
    const { body } = await open(booking.voucher.url);
    expect(body).toContain(`<main class="voucher ${mood}">`);
    expect(body).toContain(`>${english}</strong>`);
    expect(body).toContain(`>${arabic}</strong>`);
  });
});

describe('text from outside', () => {
  it('is escaped', async () => {
    const attack = '<script>alert("1")</script> & \'Ali\'';
    const booking = await book({ guestName: attack, specialRequests: '"><img src=x onerror=alert(1)>' });
    const { body } = await open(booking.voucher.url);
    expect(body).toContain(
      '<bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Ali&#39;</bdi>',
    );
    expect(body).toContain('<bdi>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</bdi>');
    expect(body.match(/<(script|img)/g)).toEqual(['<img']);
  });

  it('cannot change the direction of anything', async () => {
    const booking = await book({ guestName: 'Ali\u202E 01 \u2069\u2066\u200Fعلي\u061C' });
    const { body } = await open(booking.voucher.url);
    expect(body).toContain('<bdi>Ali 01 علي</bdi>');
    expect(body).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
  });
});

describe('the address', () => {
  it('opens with every signing key of the setting', async () => {
    const { voucher_id } = await book();
    const newKey = 'n'.repeat(32);
    const openWith = async (otherSigningKeys: string[], url: string) => {
      const { secrets } = service.context;
      Object.assign(service.context, { secrets: { ...secrets, signingKey: newKey, otherSigningKeys } });
      return (await open(url).finally(() => Object.assign(service.context, { secrets }))).statusCode;
    };
    const renewed = voucherLinks(voucher_id, 'http://localhost:3000', newKey);
    for (const name of ['url', 'pdfUrl', 'qrSvgUrl'] as const) {
      const old = voucherLinks(voucher_id, 'http://localhost:3000', testSecrets.signingKey)[name];
      expect(await openWith([testSecrets.signingKey], old)).toBe(200);
      expect(await openWith([testSecrets.signingKey], renewed[name])).toBe(200);
      expect(await openWith([], old)).toBe(404);
    }
  });

  it('needs its signature: anything else is the same small page, in all languages', async () => {
    const { voucher, voucher_id } = await book();
    const strangers = voucherLinks('IHC-2026-ZZZZZZ', 'http://localhost:3000', testSecrets.signingKey);
    const forged = (url: string) =>
      url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
    for (const url of [
      `/vouchers/${voucher_id}`,
      `/vouchers/${voucher_id}?signature=`,
      `${voucher.url}x`,
      `${voucher.url}&signature=x`,
      `/vouchers/${voucher_id}?Signature=${voucher.url.split('=')[1]}`,
      forged(voucher.url),
      voucher.url.replace(voucher_id, voucher_id.toLowerCase()),
      strangers.url,
      '/vouchers/nothing?signature=x',
    ]) {
      const page = await open(url);
      expect([url, page.statusCode]).toEqual([url, 404]);
      expect(page.body).toBe((await open('/vouchers/x')).body);
      expect(page.headers['cache-control']).toBe('no-store');
    }
    const { body } = await open('/vouchers/x');
    expect(body).toContain('There is no such voucher');
    expect(body).toContain('لا توجد قسيمة بهذا العنوان');
    expect(body).toContain('هیچ ڤاوچەرێک بەم ناونیشانە نییە');
    for (const url of [forged(voucher.pdf_url), strangers.pdfUrl]) {
      const paper = await open(url);
      expect([paper.statusCode, paper.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
  });

  it('opens a voucher of any partner and any ledger, production’s too', async () => {
    const mine = await book();
    headers = await freshCredentials(service);
    const others = await book();
    const { pool } = service.context;
    for (const table of ['bookings', 'vouchers', 'guests'])
      await pool.query(
        `update ${table} set ledger_id = 1 where ${table === 'bookings' ? 'id' : 'booking_id'} = $1`,
        [others.booking_id],
      );
    for (const { voucher_id } of [mine, others])
      expect(await findVoucher(pool, voucher_id)).toMatchObject({
        voucherId: voucher_id,
        guestNames: [GUEST.guestName],
      });
    expect((await open(others.voucher.url)).statusCode).toBe(200);
    expect(await findVoucher(pool, 'IHC-2026-ZZZZZZ')).toBeNull();
    expect(JSON.stringify(await findVoucher(pool, mine.voucher_id))).not.toMatch(/7701234567|example\.com/);
  });
});

/** The drawing commands of the only page of a PDF. */
function drawingOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const starts = [...text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\n/g)];
  for (const match of starts) {
    const from = match.index + match[0].length;
    const bytes = pdf.subarray(from, from + Number(match[1]));
    const content = inflateSync(bytes).toString('latin1');
    if (content.includes(' Tm')) return content;
  }
  throw new Error('the document has no page with text');
}

describe('the paper', () => {
  const print = async (url: string, lang: string) => {
    const paper = await open(`${url}&lang=${lang}`);
    expect(paper.statusCode).toBe(200);
    return paper;
  };

  it('is a PDF of one page with its fonts inside', async () => {
    const booking = await book({ specialRequests: 'غرفة هادئة (IA-145)' });
    expect(booking.voucher.pdf_url).toBe(booking.voucher.url.replace('?', '/voucher.pdf?'));
    for (const lang of LANGUAGES) {
      const paper = await print(booking.voucher.pdf_url, lang);
      expect(paper.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${booking.voucher_id}.pdf"`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      const text = paper.rawPayload.toString('latin1');
      expect(text.startsWith('%PDF-1.')).toBe(true);
      expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
      const title = /\/Title (\d+) 0 R/.exec(text)![1]!;
      expect(text).toContain(`\n${title} 0 obj\n(${booking.voucher_id})`);
      expect(text).toContain(`/Lang (${lang})`);
      for (const font of ['NotoSans-Regular', 'NotoSans-Bold', 'NotoNaskhArabic-Bold'])
        expect(text).toMatch(new RegExp(`/FontName /[A-Z]{6}\\+${font}`));
      expect(text.match(/\/FontFile2 /g)!.length).toBeGreaterThanOrEqual(3);
      expect(text).not.toContain('Helvetica');
      expect(paper.rawPayload.length).toBeGreaterThan(10_000);
      expect(paper.rawPayload.length).toBeLessThan(150_000);
    }
  });

  it('is the same for the same state, and red when cancelled', async () => {
    const booking = await book();
    const first = await print(booking.voucher.pdf_url, 'en');
    expect((await print(booking.voucher.pdf_url, 'en')).rawPayload.equals(first.rawPayload)).toBe(true);
    await service.call('POST', `/v1/bookings/${booking.booking_id}/cancel`, { headers });
    const cancelled = drawingOf((await print(booking.voucher.pdf_url, 'en')).rawPayload);
    const band = /0 0 595\.28 96 re\n\/DeviceRGB cs\n0\.70\d+ 0 0\.10\d+ scn\nf/;
    expect(cancelled).toMatch(band);
    expect(drawingOf(first.rawPayload)).not.toMatch(band);
  });

  it.each(LANGUAGES)('has lines to sign on in %s, and none when cancelled, nor a QR code', async (lang) => {
    const booking = await book();
    const drawn = async () => {
      const drawing = drawingOf((await print(booking.voucher.pdf_url, lang)).rawPayload);
      return {
        blanks: drawing.match(/ 157\.09\d* 0\.75 re\n/g)?.length ?? 0,
        qr: (drawing.match(/ re\n/g)?.length ?? 0) > 200,
        // The word is turned by 30 degrees and has a thick frame.
        across: /0\.866\d* -?0\.5 /.test(drawing) && drawing.includes('\n9 w\n'),
      };
    };
    expect(await drawn()).toEqual({ blanks: 3, qr: true, across: false });
    await service.call('POST', `/v1/bookings/${booking.booking_id}/cancel`, { headers });
    expect(await drawn()).toEqual({ blanks: 0, qr: false, across: true });
  });

  it.each([
    ['W'.repeat(120), 'W'.repeat(1000)],
    ['محمد'.repeat(30), 'طلب خاص جدًا 42 '.repeat(62)],
    ['Ali 李小龙 अली 😀👨‍👩‍👧 \u0301\u0301 ﷽ ﷽', '\n\t\u0085\uFFFF\u{10FFFF} ⃝ ſt ﬀ ͏ \uFE0F ๛'],
  ])('stays on its page whatever is written: %#', async (guestName, specialRequests) => {
    const booking = await book({ guestName, specialRequests });
    for (const lang of LANGUAGES) {
      const { rawPayload } = await print(booking.voucher.pdf_url, lang);
      expect(rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
      const places = [...drawingOf(rawPayload).matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)];
      expect(places.length).toBeGreaterThan(50);
      for (const [, x, y] of places) {
        expect(Number(x)).toBeGreaterThanOrEqual(41.9);
        expect(Number(x)).toBeLessThan(595.28 - 42);
        expect(Number(y)).toBeGreaterThan(40);
        expect(Number(y)).toBeLessThan(842);
      }
    }
  });
});
