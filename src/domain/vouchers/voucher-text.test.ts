import { describe, expect, it } from 'vitest';
import { getDay } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { minor } from '../../kernel/money.ts';
import { LANGUAGES, type Language } from './language.ts';
import { cleanText } from './mixed-text.ts';
import type { VoucherFacts } from './voucher-facts.ts';
import { type VoucherThings, voucherSheet } from './voucher-text.ts';
import { WORDS } from './words-by-language.ts';

const FACTS: VoucherFacts = {
  voucherId: 'IHC-2027-7KMQ2X',
  status: 'CONFIRMED',
  hotelId: idOf('h'),
  roomTypeId: idOf('r'),
  ratePlanId: idOf('p'),
  stay: { checkIn: getDay('2027-01-15'), checkOut: getDay('2027-01-17') },
  party: { rooms: 2, adults: 3, children: 1 },
  guestNames: ['زينب'],
  currency: 'IQD',
  collectedBy: 'HOTEL',
  dueAtHotel: minor(386_400),
  retained: minor(0),
  timeline: [{ from: '2026-12-15T09:00:00.000Z', penalty: minor(0) }],
  cancelledAt: null,
  specialRequests: null,
  channelReference: null,
  updatedAt: '2026-12-15T09:00:00.000Z',
};
const HOTEL: VoucherThings['hotel'] = {
  nameEn: 'Pilgrim Rest House',
  nameAr: 'دار راحة الزائرين',
  nameCkb: 'ماڵی حەوانەوەی زائیران',
  city: 'Karbala',
  address: { en: 'Market Lane', ar: 'زقاق السوق', ckb: null },
  phone: '+9647700012340',
  checkInFrom: '14:00',
  checkOutUntil: '12:00',
};
const sheetOf = (
  language: Language,
  changes: {
    facts?: Partial<VoucherFacts>;
    hotel?: Partial<VoucherThings['hotel']>;
    roomNameCkb?: string | undefined;
    supportPhone?: string;
  } = {},
) =>
  voucherSheet(
    { ...FACTS, ...changes.facts },
    {
      hotel: { ...HOTEL, ...changes.hotel },
      roomType: {
        nameEn: 'Family room',
        nameAr: 'غرفة عائلية',
        nameCkb: changes.roomNameCkb ?? null,
      },
      plan: { pricingModel: 'HALF_BOARD' },
    },
    { host: 'ihc.example', supportPhone: changes.supportPhone ?? null },
    language,
  );
const clean = (written: { text: string; language: Language }) => [written.language, cleanText(written.text)];

describe('the hotel', () => {
  it('is named with its city in every language, also where the street is all that was written', () => {
    expect(sheetOf('en').hotel.address.map(clean)).toEqual([['en', 'Market Lane, Karbala']]);
    expect(sheetOf('ar').hotel.address.map(clean)).toEqual([['ar', 'زقاق السوق، كربلاء']]);
    expect(sheetOf('ckb').hotel.address.map(clean)).toEqual([
      ['ckb', 'کەربەلا'],
      ['en', 'Market Lane, Karbala'],
    ]);
    const street = { address: { ...HOTEL.address, ckb: 'کۆڵانی بازاڕ' } };
    expect(sheetOf('ckb', { hotel: street }).hotel.address.map(clean)).toEqual([
      ['ckb', 'کۆڵانی بازاڕ، کەربەلا'],
    ]);
    const whole = {
      address: { en: 'Market Lane, Kerbala', ar: 'زقاق السوق، كربلاء المقدسة', ckb: 'کەربەلا، کۆڵانی بازاڕ' },
    };
    expect(sheetOf('ckb', { hotel: whole }).hotel.address.map(clean)).toEqual([
      ['ckb', 'کەربەلا، کۆڵانی بازاڕ'],
    ]);
    expect(sheetOf('en', { hotel: whole }).hotel.address.map(clean)).toEqual([
      ['en', 'Market Lane, Kerbala'],
    ]);
    expect(sheetOf('ar', { hotel: whole }).hotel.address.map(clean)).toEqual([
      ['ar', 'زقاق السوق، كربلاء المقدسة'],
    ]);
  });

  it('has its Kurdish name on a Kurdish voucher, or its English one, never the Arabic one', () => {
    const named = sheetOf('ckb').hotel;
    expect(clean(named.name)).toEqual(['ckb', 'ماڵی حەوانەوەی زائیران']);
    expect(named.otherNames.map(({ language }) => language)).toEqual(['ar', 'en']);
    const unnamed = sheetOf('ckb', { hotel: { nameCkb: '' } }).hotel;
    expect(clean(unnamed.name)).toEqual(['en', 'Pilgrim Rest House']);
    expect(unnamed.otherNames.map(clean)).toEqual([['ar', 'دار راحة الزائرين']]);
  });

  it('has a telephone in groups that can be dialled', () => {
    const { telephone } = sheetOf('en').hotel;
    expect([cleanText(telephone.text), telephone.number]).toEqual([
      'Telephone: +964 770 001 2340',
      '+9647700012340',
    ]);
    const text = sheetOf('en', { hotel: { phone: 'ask for Ali' } }).hotel.telephone;
    expect([cleanText(text.text), text.number]).toEqual(['Telephone: ask for Ali', null]);
  });
});

describe('a room', () => {
  it('has its Kurdish name on a Kurdish voucher, or the English one, and the voucher says so', () => {
    const room = (language: Language, roomNameCkb?: string) => {
      const fact = sheetOf(language, { roomNameCkb }).facts.find(
        ({ label }) => label === WORDS[language].rooms,
      )!;
      return [fact.language, cleanText(fact.value)];
    };
    expect(room('en')).toEqual(['en', '2 × Family room']);
    expect(room('ar')).toEqual(['ar', '2 × غرفة عائلية']);
    expect(room('ckb')).toEqual(['en', '2 × Family room']);
    expect(room('ckb', 'ژووری خێزانی')).toEqual(['ckb', '2 × ژووری خێزانی']);
    expect(room('ar', 'ژووری خێزانی')).toEqual(['ar', '2 × غرفة عائلية']);
  });
});

describe('whom to ask', () => {
  it('is the issuer, the partner by its reference and the help line, where there are any', () => {
    const plain = sheetOf('en');
    expect(plain.references.map(({ label, value }) => `${label}: ${cleanText(value)}`)).toEqual([
      'Issued by: Iraq Hotel Channel',
    ]);
    expect(plain.helpLine).toBeNull();
    const full = sheetOf('ckb', { facts: { channelReference: 'OTA-42' }, supportPhone: '+9647705550199' });
    expect(full.references.map(({ label, value }) => `${label}: ${cleanText(value)}`)).toEqual([
      'دەرکراوە لەلایەن: کەناڵی هۆتێلەکانی عێراق (Iraq Hotel Channel)',
      'ژمارەی ئاماژەی کۆمپانیای حجز: OTA-42',
    ]);
    expect(cleanText(full.helpLine!.text)).toBe('هێڵی یارمەتی: +964 770 555 0199');
  });
});

describe('a voucher that is not valid', () => {
  it.each(['CANCELLED', 'NO_SHOW'] as const)(
    '%s: has VOID printed across, no verification and no lines to sign',
    (status) => {
      const sheet = sheetOf('ckb', { facts: { status } });
      expect(sheet.across.map(({ text }) => text)).toEqual(['پووچەڵ', 'غير صالحة', 'VOID']);
      expect([sheet.verify, sheet.blanks]).toEqual([null, []]);
    },
  );

  it.each(['CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT'] as const)(
    '%s is valid: nothing is printed across',
    (status) => {
      const sheet = sheetOf('en', { facts: { status } });
      expect(sheet.across).toEqual([]);
      expect(sheet.verify).not.toBeNull();
      expect(sheet.blanks).toEqual(["Guest's signature", 'Document number (ID or passport)', 'Room number']);
    },
  );
});

it('has Kurdish words of its own: none is left in Arabic or English', () => {
  const texts = (words: object): string[] =>
    Object.values(words).flatMap((one) =>
      typeof one === 'string' ? [cleanText(one)] : typeof one === 'object' ? texts(one) : [],
    );
  const arabic = new Set([...texts(WORDS.ar), ...texts(WORDS.en)]);
  expect(texts(WORDS.ckb).filter((text) => arabic.has(text))).toEqual(['،']);
  // Arabic letters that Sorani does not use. Sorani uses ک, ی and ە.
  expect(texts(WORDS.ckb).filter((text) => /[كىيةذثضظصط]/.test(text))).toEqual([]);
});

it.each(LANGUAGES)('names twelve months and seven days in %s', (language) => {
  expect([new Set(WORDS[language].months).size, new Set(WORDS[language].weekdays).size]).toEqual([12, 7]);
});
