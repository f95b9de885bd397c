// Writes a notice for the message gateway, short enough for WhatsApp and SMS.

import type { Booking } from '../../domain/booking/booking.ts';
import { DIRECTIONS } from '../../domain/vouchers/language.ts';
import { cleanText } from '../../domain/vouchers/mixed-text.ts';
import type { Fact, VoucherThings } from '../../domain/vouchers/voucher-text.ts';
import { formatDay } from '../../kernel/day.ts';
import { formatMoney } from '../../kernel/money.ts';
import { nightsOf } from '../../kernel/stay.ts';
import type { Notice } from './notice.ts';
import type { NoticeSheet } from './notice-text.ts';
import { NOTICE_WORDS } from './notice-words-by-language.ts';

/**
 * A WhatsApp template may have at most 1,024 characters. The characters between this limit and 1,024 are for text that
 * the gateway adds.
 */
const MESSAGE_LIMIT = 900;

/**
 * The possible maximum lengths of a value, longest first. The message uses the first length with which the whole
 * message is short enough.
 */
const VALUE_LIMITS = [400, 200, 100, 60, 40, 25];

export interface MessageAddress {
  id: string;
  to: string;
  isReminder: boolean;
  confirmUrl: string;
}

/**
 * Returns the data for the message gateway: a complete text for the phone, and the facts for gateways that write their
 * own text.
 */
export function gatewayMessage(
  { kind, booking }: Notice,
  sheet: NoticeSheet,
  things: VoucherThings & { hotel: { publicId: string } },
  { id, to, isReminder, confirmUrl }: MessageAddress,
) {
  const { hotel } = things;
  return {
    id,
    type: `front_desk.${kind.toLowerCase()}`,
    reminder: isReminder,
    to,
    language: sheet.language,
    text: messageText(sheet, confirmUrl),
    hotel: {
      hotel_id: booking.hotelId,
      public_id: hotel.publicId,
      name: cleanText(sheet.voucher.hotel.name.text),
      phone: hotel.phone,
    },
    booking: bookingFacts(booking, things),
    changes: sheet.changes.map(({ field, label, from, to: now }) => ({
      field,
      label,
      from: cleanText(from.text),
      to: cleanText(now.text),
    })),
    acknowledge_url: confirmUrl,
  };
}

function bookingFacts(booking: Booking, { roomType, plan }: VoucherThings) {
  const { stay, party, dueAtHotel, price } = booking;
  return {
    booking_id: booking.id,
    voucher_id: booking.voucherId,
    revision: booking.revision,
    status: booking.status,
    guest_name: booking.guest.name,
    guest_phone: booking.guest.phone,
    check_in: formatDay(stay.checkIn),
    check_out: formatDay(stay.checkOut),
    nights: nightsOf(stay),
    rooms: party.rooms,
    room_type: roomType.nameEn,
    board: plan.pricingModel,
    adults: party.adults,
    children: party.children,
    special_requests: booking.specialRequests,
    collected_by: booking.collectedBy,
    // When the partner collects the payment, the message must not show the price, because the hotel must not learn the
    // partner's selling price.
    due_at_hotel:
      dueAtHotel === 0 ? null : { amount: formatMoney(dueAtHotel, price.currency), currency: price.currency },
  };
}

/** Returns at most MESSAGE_LIMIT characters. Long values are cut, but the link is never cut. */
export function messageText(sheet: NoticeSheet, confirmUrl: string): string {
  for (const limit of VALUE_LIMITS) {
    const text = linesOf(sheet, limit, confirmUrl).join('\n');
    if (text.length <= MESSAGE_LIMIT) return text;
  }
  const least = VALUE_LIMITS.at(-1)!;
  const guest = `${sheet.voucher.guest.label}: ${cut(sheet.voucher.guest.value, least)}`;
  return [bold(sheet.heading), guest, confirmUrl].join('\n');
}

function linesOf(sheet: NoticeSheet, limit: number, confirmUrl: string): string[] {
  const words = NOTICE_WORDS[sheet.language];
  // Browsers and phones do not mirror arrows in right-to-left text, so this text needs an arrow that points to the
  // left.
  const arrow = DIRECTIONS[sheet.language] === 'rtl' ? '←' : '→';
  const line = ({ label, value }: Fact) => `${label}: ${cut(value, limit)}`;
  const changes = sheet.changes.map(
    ({ label, from, to }) => `• ${label}: ${cut(from.text, limit)} ${arrow} ${bold(cut(to.text, limit))}`,
  );
  return [
    bold(sheet.heading),
    cut(sheet.voucher.hotel.name.text, limit),
    ...(sheet.kind === 'CHANGED' ? ['', `${words.changes}:`, ...changes] : []),
    ...(sheet.aboutChanges === null ? [] : [sheet.aboutChanges]),
    '',
    ...sheet.facts.map(line),
    '',
    `${words.confirm}:`,
    confirmUrl,
  ];
}

/** Puts a text between asterisks. WhatsApp shows such a text in bold. An SMS shows the asterisks. */
function bold(text: string): string {
  return `*${text}*`;
}

const CLOSED = '\u2069';
const OPENS = /[\u2066-\u2068]/g;

/**
 * Shortens a text. If the cut removes the end character of a Unicode direction isolate, the function adds this
 * character again.
 */
function cut(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const kept = characters.slice(0, limit - 1).join('');
  const open = (kept.match(OPENS)?.length ?? 0) - (kept.split(CLOSED).length - 1);
  return `${kept.trimEnd()}…${CLOSED.repeat(Math.max(0, open))}`;
}
