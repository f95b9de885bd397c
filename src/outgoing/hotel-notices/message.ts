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

/** WhatsApp's templates have at most 1,024 characters, and the gateway's own text must fit too. */
const MESSAGE_LIMIT = 900;

/** The possible lengths of a value. The message uses the first length with which it fits. */
const VALUE_LIMITS = [400, 200, 100, 60, 40, 25];

export interface MessageAddress {
  id: string;
  to: string;
  isReminder: boolean;
  confirmUrl: string;
}

/** The data for the message gateway: the text for a phone, and the facts for a gateway that writes its own text. */
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
      from: cleanText(from),
      to: cleanText(now),
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
    // Never show the price when the partner collects, because it would tell the hotel the partner's selling price.
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
  // Browsers and phones do not mirror arrows.
  const arrow = DIRECTIONS[sheet.language] === 'rtl' ? '←' : '→';
  const line = ({ label, value }: Fact) => `${label}: ${cut(value, limit)}`;
  const changes = sheet.changes.map(
    ({ label, from, to }) => `• ${label}: ${cut(from, limit)} ${arrow} ${bold(cut(to, limit))}`,
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

/** WhatsApp shows text between asterisks in bold. An SMS shows the asterisks. */
function bold(text: string): string {
  return `*${text}*`;
}

const CLOSED = '\u2069';
const OPENS = /[\u2066-\u2068]/g;

/** Shortens a text, and closes the isolates whose end was cut off. */
function cut(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const kept = characters.slice(0, limit - 1).join('');
  const open = (kept.match(OPENS)?.length ?? 0) - (kept.split(CLOSED).length - 1);
  return `${kept.trimEnd()}…${CLOSED.repeat(Math.max(0, open))}`;
}
