import type { BookingStatus } from '../booking/booking.ts';
import type { CancellationPolicy } from '../booking/cancellation-policy.ts';
import type { TimelineStep } from '../booking/cancellation-timeline.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Currency, Minor } from '../kernel/money.ts';
import { nightsOf, type Party, type Stay } from '../kernel/stay.ts';
import type { RatePlan } from '../pricing/rate-plan.ts';
import { agreedTerms, policyTerms } from './cancellation-terms.ts';
import { type Language, otherLanguage } from './language.ts';
import { code, outside } from './mixed-text.ts';
import { dateText, momentText, moneyText } from './spell.ts';
import { WORDS, type Words } from './words.ts';

/** What a reception needs of a booking. Contacts, commission, price and partner are not even read. */
export interface VoucherFacts {
  voucherId: string;
  status: BookingStatus;
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  stay: Stay;
  party: Party;
  guestNames: string[];
  currency: Currency;
  collectedBy: 'PARTNER' | 'HOTEL';
  dueAtHotel: Minor;
  policyId: string;
  timeline: TimelineStep[];
  leastPenalty: Minor;
  cancelledAt: string | null;
  specialRequests: string | null;
  updatedAt: string;
}

export interface VoucherThings {
  hotel: Pick<Hotel, 'nameEn' | 'nameAr' | 'address' | 'phone' | 'checkInFrom' | 'checkOutUntil'>;
  roomType: Pick<RoomType, 'nameEn' | 'nameAr'>;
  plan: Pick<RatePlan, 'pricingModel'>;
  policy: CancellationPolicy | null;
}

export interface Fact {
  label: string;
  value: string;
  note: string | null;
}

/** A voucher in words, ready to be shown: the page and the paper differ in their looks alone. */
export interface VoucherSheet {
  language: Language;
  voucherId: string;
  title: string;
  voucherNumber: string;
  mood: 'valid' | 'used' | 'void';
  /** In both languages, because whoever holds the voucher must understand it at a glance. */
  stamp: { en: string; ar: string };
  meaning: string;
  hotel: { name: string; otherName: string; address: string; telephone: string };
  guest: Fact;
  facts: Fact[];
  due: Fact;
  cancellation: { label: string; agreed: string[]; policyLabel: string; policy: string[] } | null;
  requests: Fact | null;
  verify: Fact;
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
  host: string,
  language: Language,
): VoucherSheet {
  const words = WORDS[language];
  const { hotel } = things;
  const names = { en: hotel.nameEn, ar: hotel.nameAr };
  return {
    language,
    voucherId: facts.voucherId,
    title: words.title,
    voucherNumber: words.voucherNumber,
    mood: MOODS[facts.status],
    stamp: { en: WORDS.en.statuses[facts.status], ar: WORDS.ar.statuses[facts.status] },
    meaning: words.meanings[facts.status](momentText(facts.cancelledAt ?? facts.updatedAt, words)),
    hotel: {
      name: outside(names[language]),
      otherName: outside(names[otherLanguage(language)]),
      address: outside(hotel.address[language]),
      telephone: `${words.telephone}: ${code(hotel.phone)}`,
    },
    guest: fact(words.guest, facts.guestNames.map(outside).join(words.and)),
    facts: stayFacts(facts, things, words, language),
    due: dueFact(facts, words),
    cancellation: cancellation(facts, things, words, language),
    requests: facts.specialRequests ? fact(words.requests, outside(facts.specialRequests)) : null,
    verify: fact(words.verify, words.verification(code(host), momentText(facts.updatedAt, words))),
    updatedAt: facts.updatedAt,
  };
}

function stayFacts(facts: VoucherFacts, things: VoucherThings, words: Words, language: Language): Fact[] {
  const { stay, party } = facts;
  const { hotel, roomType, plan } = things;
  const roomName = language === 'ar' ? roomType.nameAr : roomType.nameEn;
  return [
    fact(words.checkIn, dateText(stay.checkIn, words), words.fromTime(hotel.checkInFrom)),
    fact(words.checkOut, dateText(stay.checkOut, words), words.untilTime(hotel.checkOutUntil)),
    fact(words.stay, words.nights(nightsOf(stay))),
    fact(words.rooms, `${party.rooms} × ${outside(roomName)}`),
    fact(words.party, words.adults(party.adults) + words.and + words.children(party.children)),
    fact(words.board, words.boards[plan.pricingModel]),
  ];
}

function dueFact(facts: VoucherFacts, words: Words): Fact {
  const { collectedBy, dueAtHotel, currency, status } = facts;
  if (dueAtHotel > 0)
    return fact(
      words.due,
      moneyText(dueAtHotel, currency, words),
      status === 'CANCELLED' ? words.cancellationCharge : isOver(status) ? null : words.collectFromGuest,
    );
  const paid = collectedBy === 'PARTNER' && status !== 'CANCELLED';
  return fact(words.due, paid ? words.paidToPartner : words.nothingDue);
}

function isOver(status: BookingStatus): boolean {
  return status === 'CHECKED_OUT' || status === 'NO_SHOW';
}

/** Nobody cancels what is cancelled. */
function cancellation(
  facts: VoucherFacts,
  { policy, hotel }: VoucherThings,
  words: Words,
  language: Language,
): VoucherSheet['cancellation'] {
  if (facts.status === 'CANCELLED') return null;
  return {
    label: words.cancellation,
    agreed: agreedTerms(facts, words),
    policyLabel: words.policy,
    policy: policy === null ? [] : policyTerms(policy, facts, hotel.checkInFrom, language),
  };
}

function fact(label: string, value: string, note: string | null = null): Fact {
  return { label, value, note };
}
