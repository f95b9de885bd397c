import type { AuditFact } from '../../../../src/http/hotel-page/audit-api.ts';
import type { RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import type { Board } from '../../../../src/http/hotel-page/hotel-api.ts';
import { shortDayText } from '../dates.ts';
import { isolated } from '../isolated.ts';
import { nameIn } from '../language.tsx';
import { amountText } from '../money.ts';
import { type Speech as RoomsSpeech, rangeText } from '../rooms/words.ts';
import type { Speech } from './words.ts';

/** One fact of an audit entry as a sentence: room type, nights, what has changed, and both values. */
export function factText(fact: AuditFact, speech: Speech, rooms: RoomsSpeech): string {
  const { field, product, first, last } = fact;
  const { activity } = speech.words;
  const place = [
    ...(product === null ? [] : [productText(product, rooms)]),
    ...(first === null || last === null ? [] : [rangeText(first, last, rooms)]),
  ].join(`${speech.shell.comma} `);
  const text = `${activity.fields[field]}: ${changeText(fact, speech, rooms)}`;
  return place === '' ? text : `${place} · ${text}`;
}

function productText(
  { board, ...names }: { name_en: string; name_ar: string; board: Board | null },
  { words, shell, language }: RoomsSpeech,
): string {
  const name = isolated(nameIn(language, names));
  return board === null ? name : `${name}${shell.comma} ${words.boards[board]}`;
}

/**
 * Returns the old and the new value if the value was changed. If the entry contains a value without a change, the
 * function returns only this value.
 */
function changeText(fact: AuditFact, speech: Speech, rooms: RoomsSpeech): string {
  const { before, after, product } = fact;
  const { activity } = speech.words;
  const [from, to] = [before, after].map((value) =>
    value === null ? activity.none : valueText(fact, value, speech, rooms),
  );
  if (before === after) return to!;
  if (before === null && product === null) return to!;
  return after === null && product === null ? from! : activity.from_to(from!, to!);
}

function valueText(
  { field, currency }: AuditFact,
  value: string,
  speech: Speech,
  rooms: RoomsSpeech,
): string {
  const { words, shell } = speech;
  const { activity } = words;
  if (value === 'true') return activity.yes;
  if (value === 'false') return activity.no;
  if (value === 'USUAL') return rooms.words.usual;
  if (field === 'sales') return rooms.words.state[value as RoomDay['state']];
  if (field === 'role') return shell.roles[value as keyof typeof shell.roles] ?? value;
  if (field === 'status') return statusText(value, speech);
  if (field === 'check_in' || field === 'check_out') return shortDayText(value, shell);
  if (currency !== null) return amountText(value, currency, shell);
  return isolated(value);
}

/**
 * Returns the text for the status of an account, a booking or the hotel. Only operators change the status of a hotel.
 */
function statusText(value: string, { words: { staff, activity } }: Speech): string {
  return (staff.status as Record<string, string>)[value] ?? activity.bookingStatuses[value] ?? value;
}
