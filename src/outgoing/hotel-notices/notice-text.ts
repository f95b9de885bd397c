import type { Booking } from '../../domain/booking/booking.ts';
import type { NoticeField } from '../../domain/reception/changed-fields.ts';
import type { Language, Written } from '../../domain/vouchers/language.ts';
import { cleanText, code } from '../../domain/vouchers/mixed-text.ts';
import {
  type Fact,
  type Issuer,
  type VoucherSheet,
  type VoucherThings,
  voucherSheet,
} from '../../domain/vouchers/voucher-text.ts';
import { dateText, momentText } from '../../domain/vouchers/words.ts';
import { WORDS } from '../../domain/vouchers/words-by-language.ts';
import { groupTelephone } from '../../kernel/telephone.ts';
import { type Notice, type NoticeKind, voucherFactsOf } from './notice.ts';
import type { NoticeWords } from './notice-words.ts';
import { NOTICE_WORDS } from './notice-words-by-language.ts';

/** A changed fact as text, with its old and its new value. */
export interface SpelledChange {
  field: NoticeField;
  label: string;
  from: Written;
  to: Written;
}

/** A notice as text. The mail, the message and the page show the same text in different layouts. */
export interface NoticeSheet {
  language: Language;
  kind: NoticeKind;
  heading: string;
  /** The subject has no Unicode direction characters, because some mail programs would show them. */
  subject: string;
  request: string;
  voucher: VoucherSheet;
  facts: Fact[];
  changes: SpelledChange[];
  /** A text about changes that are not in the list of changes. Null when the list contains all changes. */
  aboutChanges: string | null;
}

/**
 * Returns the hotel, room type and plan of a booking. A change can move a booking to another room type or plan, so the
 * old and the new booking can have different room types or plans.
 */
export type ThingsOf = (booking: Booking) => VoucherThings;

export interface NoticeStyle {
  language: Language;
  isReminder: boolean;
  /**
   * False for the page that a reception link opens. A person who has the link may see only what the voucher shows, and
   * the voucher does not show the guest's telephone number.
   */
  withPhone: boolean;
}

export function noticeSheet(
  notice: Notice,
  thingsOf: ThingsOf,
  issuer: Issuer,
  { language, isReminder, withPhone }: NoticeStyle,
): NoticeSheet {
  const { kind, booking, before, changed } = notice;
  const words = NOTICE_WORDS[language];
  const sheetOf = (one: Booking) => voucherSheet(voucherFactsOf(one), thingsOf(one), issuer, language);
  const voucher = sheetOf(booking);
  const facts = factsOf(booking, voucher, withPhone);
  const known = before === null || changed === null ? null : factsOf(before, sheetOf(before), withPhone);
  const changes =
    known === null ? [] : changed!.flatMap((field) => changeOf(field, known[field], facts[field], language));
  const subject = words.subjects[kind](
    cleanText(booking.guest.name),
    dateText(booking.stay.checkIn, WORDS[language]),
  );
  return {
    language,
    kind,
    heading: isReminder ? `${words.reminder}: ${words.headings[kind]}` : words.headings[kind],
    subject: isReminder ? `${words.reminder}: ${subject}` : subject,
    request: isReminder ? `${words.notConfirmed} ${words.requests[kind]}` : words.requests[kind],
    voucher,
    facts: listOf(facts, voucher),
    changes,
    aboutChanges: kind === 'CHANGED' ? aboutChanges(changes, changed, withPhone, words) : null,
  };
}

function aboutChanges(
  spelled: SpelledChange[],
  changed: NoticeField[] | null,
  withPhone: boolean,
  words: NoticeWords,
): string | null {
  if (changed === null) return words.compareAll;
  if (!withPhone && changed.includes('guest_phone')) return words.phoneChanged;
  return spelled.length > 0 ? null : words.nothingVisible;
}

/** Returns the issuer of vouchers. Notices show the same issuer. */
export function issuerOf({
  publicUrl,
  supportPhone,
}: {
  publicUrl: string;
  supportPhone: string | null;
}): Issuer {
  return { host: new URL(publicUrl).host, supportPhone };
}

/** Writes the text that shows when the reception confirmed the receipt. */
export function confirmedText(at: string, language: Language): string {
  return NOTICE_WORDS[language].confirmed(momentText(at, WORDS[language]));
}

type FactsByField = Record<NoticeField, Fact | null>;

function factsOf(booking: Booking, sheet: VoucherSheet, withPhone: boolean): FactsByField {
  const { language } = sheet;
  const [checkIn, checkOut, , rooms, party, board] = sheet.facts as [Fact, Fact, Fact, Fact, Fact, Fact];
  const value = code(groupTelephone(booking.guest.phone));
  const phone = { label: NOTICE_WORDS[language].guestPhone, value, note: null, language };
  return {
    guest: sheet.guest,
    guest_phone: withPhone ? phone : null,
    check_in: checkIn,
    check_out: checkOut,
    rooms,
    party,
    board,
    due: sheet.due,
    requests: sheet.requests,
  };
}

/**
 * Returns all facts in the order in which a notice shows them. The nights come after the departure day, and the booking
 * numbers come last.
 */
function listOf(facts: FactsByField, voucher: VoucherSheet): Fact[] {
  const [, , nights] = voucher.facts as [Fact, Fact, Fact];
  const { guest, guest_phone, check_in, check_out, rooms, party, board, due, requests } = facts;
  const number = {
    label: voucher.voucherNumber,
    value: code(voucher.voucherId),
    note: null,
    language: voucher.language,
  };
  return [
    guest,
    guest_phone,
    check_in,
    check_out,
    nights,
    rooms,
    party,
    board,
    due,
    requests,
    number,
    ...voucher.references.slice(1),
  ].filter((fact) => fact !== null);
}

/**
 * Returns one change, or an empty list when both texts are equal. For example, two rate plans may differ only in facts
 * that the reception does not see.
 */
function changeOf(
  field: NoticeField,
  before: Fact | null,
  now: Fact | null,
  language: Language,
): SpelledChange[] {
  const written = (fact: Fact | null): Written =>
    fact === null
      ? { text: NOTICE_WORDS[language].none, language }
      : { text: fact.value, language: fact.language };
  const [from, to] = [written(before), written(now)];
  const label = (now ?? before)?.label;
  return label === undefined || from.text === to.text ? [] : [{ field, label, from, to }];
}
