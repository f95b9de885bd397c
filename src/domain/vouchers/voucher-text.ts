// Builds all texts of a voucher, in the order in which they are shown.

import { nightsOf } from '../../kernel/stay.ts';
import { groupTelephone, parseTelephone } from '../../kernel/telephone.ts';
import type { BookingStatus } from '../booking/booking.ts';
import { addressWithCity, cityName } from '../catalog/city.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { RatePlan } from '../pricing/rate-plan.ts';
import { agreedTerms } from './cancellation-terms.ts';
import { type Language, REPEATED_IN, type Written } from './language.ts';
import { code, outside } from './mixed-text.ts';
import type { VoucherFacts } from './voucher-facts.ts';
import { dateText, momentText, moneyText, type Words } from './words.ts';
import { WORDS } from './words-by-language.ts';

export interface VoucherThings {
  hotel: Pick<
    Hotel,
    'nameEn' | 'nameAr' | 'nameCkb' | 'city' | 'address' | 'phone' | 'checkInFrom' | 'checkOutUntil'
  >;
  roomType: Pick<RoomType, 'nameEn' | 'nameAr' | 'nameCkb'>;
  plan: Pick<RatePlan, 'pricingModel'>;
}

export interface Issuer {
  host: string;
  supportPhone: string | null;
}

export interface Fact {
  label: string;
  value: string;
  note: string | null;
  /**
   * The language of the value. This is the voucher's language, except for a name that does not exist in the voucher's
   * language.
   */
  language: Language;
}

export interface Telephone {
  text: string;
  /**
   * The number in the form that a telephone can dial. Null: the text that the hotel entered is not a telephone number.
   */
  number: string | null;
}

/** The texts of a voucher. The page and the PDF show the same texts and differ only in layout. */
export interface VoucherSheet {
  language: Language;
  voucherId: string;
  title: string;
  voucherNumber: string;
  mood: 'valid' | 'used' | 'void';
  /** The status in several languages, so that the guest and the reception both understand it immediately. */
  stamp: Written[];
  /**
   * The large word across a void voucher. It shows that the voucher is void even if there are no colours. Empty for all
   * other vouchers.
   */
  across: Written[];
  meaning: string;
  hotel: { label: string; name: Written; otherNames: Written[]; address: Written[]; telephone: Telephone };
  guest: Fact;
  facts: Fact[];
  due: Fact;
  requests: Fact | null;
  references: Fact[];
  helpLine: Telephone | null;
  cancellation: { label: string; lines: string[] } | null;
  /** Null: the voucher is void, so it has no QR code that could be verified. */
  verify: Fact | null;
  /** The labels of the empty lines that the reception fills in by hand. */
  blanks: string[];
  updatedAt: string;
}

const MOODS: Record<BookingStatus, VoucherSheet['mood']> = {
  CONFIRMED: 'valid',
  CHECKED_IN: 'used',
  CHECKED_OUT: 'used',
  CANCELLED: 'void',
  NO_SHOW: 'void',
};

export function voucherSheet(
  facts: VoucherFacts,
  things: VoucherThings,
  issuer: Issuer,
  language: Language,
): VoucherSheet {
  const words = WORDS[language];
  const mood = MOODS[facts.status];
  const isVoid = mood === 'void';
  const fact = factIn(language);
  const repeated = (write: (words: Words) => string) =>
    REPEATED_IN[language].map((one) => ({ text: write(WORDS[one]), language: one }));
  const asOf = momentText(facts.updatedAt, words);
  return {
    language,
    voucherId: facts.voucherId,
    title: words.title,
    voucherNumber: words.voucherNumber,
    mood,
    stamp: repeated((some) => some.statuses[facts.status]),
    across: isVoid ? repeated((some) => some.notValid) : [],
    meaning: words.meanings[facts.status](momentText(facts.cancelledAt ?? facts.updatedAt, words)),
    hotel: hotelWords(things.hotel, words, language),
    guest: fact(words.guest, facts.guestNames.map(outside).join(words.and)),
    facts: stayFacts(facts, things, words, language),
    due: dueFact(facts, words, language),
    requests: facts.specialRequests ? fact(words.requests, outside(facts.specialRequests)) : null,
    references: [
      fact(words.issuedBy, words.issuer),
      ...(facts.channelReference ? [fact(words.partnerReference, outside(facts.channelReference))] : []),
    ],
    helpLine: issuer.supportPhone === null ? null : telephone(words.helpLine, issuer.supportPhone),
    // A cancelled booking has no cancellation terms, because it cannot be cancelled again.
    cancellation:
      facts.status === 'CANCELLED' ? null : { label: words.cancellation, lines: agreedTerms(facts, words) },
    verify: isVoid ? null : fact(words.verify, words.verification(code(issuer.host), asOf)),
    blanks: isVoid ? [] : [words.signature, words.documentNumber, words.roomNumber],
    updatedAt: facts.updatedAt,
  };
}

function hotelWords(hotel: VoucherThings['hotel'], words: Words, language: Language): VoucherSheet['hotel'] {
  const names = { en: hotel.nameEn, ar: hotel.nameAr, ckb: hotel.nameCkb };
  const name = nameIn(language, names);
  return {
    label: words.hotel,
    name: { ...name, text: outside(name.text) },
    otherNames: REPEATED_IN[language]
      .filter((other) => other !== name.language && names[other] !== '')
      .map((other) => ({ text: outside(names[other]), language: other })),
    address: addressIn(language, hotel),
    telephone: telephone(words.telephone, hotel.phone),
  };
}

/**
 * Returns the name in a language. If there is no Kurdish name, the English name is used. The Arabic name is not used,
 * because readers could think that it is Kurdish.
 */
function nameIn(language: Language, names: { en: string; ar: string; ckb: string | null }): Written {
  const own = names[language];
  return own ? { text: own, language } : { text: names.en, language: 'en' };
}

/**
 * Returns the lines of the address. If there is no Kurdish address, a Kurdish voucher shows the city in Kurdish, and
 * then the whole address in English.
 */
function addressIn(language: Language, { address, city }: VoucherThings['hotel']): Written[] {
  const { text, language: written } = nameIn(language, address);
  const whole = { text: outside(addressWithCity(text, city, written)), language: written };
  return written === language ? [whole] : [{ text: outside(cityName(city, language)), language }, whole];
}

function telephone(label: string, text: string): Telephone {
  const number = parseTelephone(text);
  return { text: `${label}: ${code(number === null ? text : groupTelephone(number))}`, number };
}

function stayFacts(facts: VoucherFacts, things: VoucherThings, words: Words, language: Language): Fact[] {
  const { stay, party } = facts;
  const { hotel, roomType, plan } = things;
  const fact = factIn(language);
  const room = nameIn(language, { en: roomType.nameEn, ar: roomType.nameAr, ckb: roomType.nameCkb });
  const rooms =
    room.language === language
      ? `${party.rooms} × ${outside(room.text)}`
      : code(`${party.rooms} × ${room.text}`);
  return [
    fact(words.checkIn, dateText(stay.checkIn, words), words.fromTime(hotel.checkInFrom)),
    fact(words.checkOut, dateText(stay.checkOut, words), words.untilTime(hotel.checkOutUntil)),
    fact(words.stay, words.nights(nightsOf(stay))),
    { ...fact(words.rooms, rooms), language: room.language },
    fact(words.party, words.adults(party.adults) + words.and + words.children(party.children)),
    fact(words.board, words.boards[plan.pricingModel]),
  ];
}

function dueFact(facts: VoucherFacts, words: Words, language: Language): Fact {
  const { collectedBy, dueAtHotel, currency, status } = facts;
  const fact = factIn(language);
  if (dueAtHotel > 0) return fact(words.due, moneyText(dueAtHotel, currency, words), dueNote(facts, words));
  const paid = collectedBy === 'PARTNER' && status !== 'CANCELLED';
  return fact(words.due, paid ? words.paidToPartner : words.nothingDue);
}

function dueNote({ status, retained, currency }: VoucherFacts, words: Words): string | null {
  if (status === 'CANCELLED') return words.cancellationCharge;
  // After a no-show, the guest pays only the no-show penalty, so no retained part is shown.
  const isPart = retained > 0 && status !== 'NO_SHOW';
  const notes = [
    ...(isOver(status) ? [] : [words.collectFromGuest]),
    ...(isPart ? [words.retained(moneyText(retained, currency, words))] : []),
  ];
  return notes.length === 0 ? null : notes.join(' · ');
}

function isOver(status: BookingStatus): boolean {
  return status === 'CHECKED_OUT' || status === 'NO_SHOW';
}

function factIn(language: Language) {
  return (label: string, value: string, note: string | null = null): Fact => ({
    label,
    value,
    note,
    language,
  });
}
