import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getDay } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { minor } from '../../kernel/money.ts';
import { LANGUAGES, type Language } from './language.ts';
import type { VoucherFacts } from './voucher-facts.ts';
import { voucherPaper } from './voucher-pdf.ts';
import { voucherSheet } from './voucher-text.ts';

const ADDRESS = 'https://ihc.example/vouchers/IHC-2027-7KMQ2X?signature=0123456789012345678901';

function paper(text: string, language: Language, status: VoucherFacts['status']) {
  const facts: VoucherFacts = {
    voucherId: 'IHC-2027-7KMQ2X',
    status,
    hotelId: idOf('h'),
    roomTypeId: idOf('r'),
    ratePlanId: idOf('p'),
    stay: { checkIn: getDay('2027-01-15'), checkOut: getDay('2027-02-14') },
    party: { rooms: 20, adults: 60, children: 40 },
    guestNames: [text, text],
    currency: 'IQD',
    collectedBy: 'HOTEL',
    dueAtHotel: minor(999_999_999),
    retained: minor(999_999_999),
    timeline: [{ from: '2026-12-15T09:00:00.000Z', penalty: minor(0) }],
    cancelledAt: null,
    specialRequests: text,
    channelReference: text,
    updatedAt: '2026-12-15T09:00:00.000Z',
  };
  const hotel = {
    nameEn: text,
    nameAr: text,
    nameCkb: text,
    city: text,
    address: { en: text, ar: text, ckb: text },
    phone: '+9647700000010',
    checkInFrom: '14:00',
    checkOutUntil: '12:00',
  };
  const things = {
    hotel,
    roomType: { nameEn: text, nameAr: text, nameCkb: text },
    plan: { pricingModel: 'FULL_BOARD' as const },
  };
  return voucherPaper(
    voucherSheet(facts, things, { host: 'ihc.example', supportPhone: '+9647701234567' }, language),
    ADDRESS,
  );
}

it('draws any text that JSON can carry, on one page', () => {
  const script = fc.constantFrom(
    'زينب',
    'ێڵڕۆ',
    'ٹڈے',
    'لا',
    '\u064B',
    '\u200D',
    '\u0670',
    '٣',
    '﷽',
    'ﷺ',
    'é',
    '𐭠',
    '߷',
    '한',
    '😀',
  );
  const text = fc.array(fc.oneof(script, fc.string({ unit: 'binary', maxLength: 8 }), fc.constant(' ')), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom('NO_SHOW', 'CONFIRMED'),
      (parts, language, status) => {
        const document = paper(parts.join('').toWellFormed(), language, status);
        document.end();
        expect(document.bufferedPageRange().count).toBeLessThanOrEqual(1);
        expect((document.read() as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
      },
    ),
    { numRuns: 40 },
  );
});
