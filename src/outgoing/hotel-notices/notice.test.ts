import { describe, expect, it } from 'vitest';
import { booking, STAY } from '../../../test/support/given.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import { changedFields } from '../../domain/reception/changed-fields.ts';
import type { Language } from '../../domain/vouchers/language.ts';
import { addDays } from '../../kernel/day.ts';
import { idOf, type RatePlanId, type RoomTypeId } from '../../kernel/ids.ts';
import { minor } from '../../kernel/money.ts';
import { addressIn, type Contact, findContact } from './contact.ts';
import { noticeMail } from './mail.ts';
import { messageText } from './message.ts';
import { noticeOf } from './notice.ts';
import { noticeSheet } from './notice-text.ts';

const things = {
  hotel: {
    ...{ nameEn: 'Palm', nameAr: 'النخلة', nameCkb: 'دارخورما', city: 'Najaf', phone: '+9647700000000' },
    ...{ address: { en: 'Street 1', ar: 'شارع 1', ckb: null }, checkInFrom: '14:00', checkOutUntil: '12:00' },
  },
  roomType: { nameEn: 'Double', nameAr: 'مزدوجة', nameCkb: 'ژووری دوو کەسی' as string | null },
  plan: { pricingModel: 'ROOM_ONLY' as const },
};
const issuer = { host: 'channel.example', supportPhone: null };
const sheetOf = (after: Booking, before: Booking | null, language: Language = 'en', withPhone = true) =>
  noticeSheet(noticeOf('booking.modified', after, before)!, () => things, issuer, {
    language,
    withPhone,
    isReminder: false,
  });

describe('what a reception is told', () => {
  it('is nothing about what it reported itself', () => {
    expect(noticeOf('booking.checked_in', booking(), booking())).toBeNull();
    expect(noticeOf('booking.no_show', booking(), booking())).toBeNull();
  });

  it('is what changed, field by field', () => {
    const before = booking();
    const longer = { ...STAY, checkOut: addDays(STAY.checkOut, 1) };
    expect(changedFields(before, booking({ stay: longer, dueAtHotel: minor(300_000) }))).toEqual([
      'check_out',
      'due',
    ]);
    const other = { name: 'Ali', phone: '+9647701234568', email: 'a@b.example' };
    expect(changedFields(before, booking({ guest: other, specialRequests: 'Quiet' }))).toEqual([
      'guest',
      'guest_phone',
      'requests',
    ]);
    expect(changedFields(before, booking({ party: { rooms: 2, adults: 3, children: 1 } }))).toEqual([
      'rooms',
      'party',
    ]);
  });

  it('is no price that the partner collects', () => {
    const given = { collectedBy: 'PARTNER' as const, double: 100_000 };
    const [before, after] = [booking({}, given), booking({}, { ...given, double: 200_000 })];
    expect(changedFields(before, after)).toEqual([]);
    expect(sheetOf(after, before).aboutChanges).toBe(
      'Only some details have changed. The reception does not need them.',
    );
    expect(JSON.stringify(sheetOf(after, before).facts)).not.toContain('IQD');
  });

  it('says so when nothing that can be seen changed, or when the former booking is not known', () => {
    const other = booking({ ratePlanId: idOf<RatePlanId>('other plan') });
    expect(sheetOf(other, booking())).toMatchObject({
      changes: [],
      aboutChanges: expect.stringMatching(/^Only/),
    });
    expect(sheetOf(other, null).aboutChanges).toBe('Please compare all details with your records.');
  });

  it('has the Kurdish name of a room, or the English one and says that it is English', () => {
    const suite = { ...things, roomType: { nameEn: 'Suite', nameAr: 'جناح', nameCkb: null } };
    const before = booking();
    const after = booking({ roomTypeId: idOf<RoomTypeId>('suite') });
    const sheet = noticeSheet(
      noticeOf('booking.modified', after, before)!,
      (one) => (one.roomTypeId === after.roomTypeId ? suite : things),
      issuer,
      { language: 'ckb', withPhone: true, isReminder: false },
    );
    expect(sheet.changes).toMatchObject([
      {
        field: 'rooms',
        from: { text: expect.stringContaining('ژووری دوو کەسی'), language: 'ckb' },
        to: { text: expect.stringContaining('Suite'), language: 'en' },
      },
    ]);
    const { html, text } = noticeMail(sheet, 'https://channel.example/x');
    expect(html).toMatch(/<s lang="ckb">[^/]*ژووری دوو کەسی/);
    expect(html).toMatch(/<strong lang="en">[^/]*Suite/);
    expect(html + text).not.toMatch(/جناح|مزدوجة/);
  });

  it('on the page is not the telephone of the guest', () => {
    const changed = booking({ guest: { ...booking().guest, phone: '+9647709999999' } });
    expect(sheetOf(changed, booking()).changes).toMatchObject([{ field: 'guest_phone' }]);
    const page = sheetOf(changed, booking(), 'en', false);
    expect(page).toMatchObject({ changes: [], aboutChanges: expect.stringContaining('telephone number') });
    expect(JSON.stringify(page.facts)).not.toContain('999 9999');
  });
});

describe('a message', () => {
  const url = `https://channel.example/front-desk/${'x'.repeat(65)}?lang=ar`;

  it.each(['en', 'ar', 'ckb'] as const)('in %s has 900 characters at most, whatever is in it', (language) => {
    for (const length of [1, 60, 200, 500, 1_000]) {
      const long = (letter: string): Booking =>
        booking({
          guest: { ...booking().guest, name: letter.repeat(Math.min(length, 200)) },
          specialRequests: `${letter} `.repeat(length),
          channelReference: letter.repeat(Math.min(length, 255)),
        });
      const text = messageText(sheetOf(long('ب'), long('x'), language), url);
      expect(text.length).toBeLessThanOrEqual(900);
      expect(text.endsWith(url)).toBe(true);
      const count = (character: RegExp) => text.match(character)?.length ?? 0;
      expect(count(/[\u2066\u2068]/g)).toBe(count(/\u2069/g));
    }
  });

  it('keeps the link when the address of the service is very long', () => {
    const far = `https://channel.example/${'p'.repeat(700)}`;
    const text = messageText(sheetOf(booking({ specialRequests: 'x'.repeat(500) }), booking()), far);
    expect(text.length).toBeLessThanOrEqual(900);
    expect(text).toContain(far);
  });
});

describe('a contact', () => {
  const contacts: Contact[] = [{ name: 'Ali', email: 'ali@hotel.example', language: 'ar' }];
  it('is found by the address of a delivery, if it is still there', () => {
    const address = addressIn('0b5c1a1e-0000-4000-8000-000000000000 ali@hotel.example');
    expect(findContact(contacts, 'email', address)).toBe(contacts[0]);
    expect(findContact(contacts, 'phone', address)).toBeNull();
    expect(findContact([], 'email', address)).toBeNull();
  });
});
