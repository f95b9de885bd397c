import type { CalendarRoom, CalendarView, Changed } from '../../../../src/http/hotel-page/calendar-api.ts';
import { moneyText } from '../../parts/money.ts';
import { instantText, shortDayText } from '../dates.ts';
import { isolated } from '../isolated.ts';
import { type Language, nameIn, useLanguage, useShellWords, useWordsOf } from '../language.tsx';
import { amountText } from '../money.ts';
import { roomsAr } from '../words/rooms-ar.ts';
import { roomsCkb } from '../words/rooms-ckb.ts';
import { type RoomsWords, roomsEn } from '../words/rooms-en.ts';
import type { ShellWords } from '../words/shell-en.ts';

const ROOMS = { ar: roomsAr, ckb: roomsCkb, en: roomsEn };

/** The texts that this part of the page uses. */
export interface Speech {
  words: RoomsWords;
  shell: ShellWords;
  language: Language;
}

export function useSpeech(): Speech {
  return { words: useWordsOf(ROOMS), shell: useShellWords(), language: useLanguage().language };
}

/** Returns one day as text, or the first and the last day of a range. */
export function rangeText(from: string, to: string, { shell }: Speech): string {
  if (from === to) return shortDayText(from, shell);
  return `${shortDayText(from, shell)} – ${shortDayText(to, shell)}`;
}

export function changedText({ at, by }: Changed, speech: Speech): string {
  return speech.words.changed(whoText(by, speech), instantText(at, speech.shell));
}

export function whoText(by: string, { words }: Speech): string {
  return by === 'OPERATOR' ? words.operator : by;
}

/** An amount. Decimals that are zero are left out, because the columns are narrow. */
export function shortAmount(amount: string): string {
  return moneyText(amount.replace(/\.0+$/, ''), '').trim();
}

/** A short amount with its currency. If the rate plan was deleted, the currency is missing. */
export function shortPrice(amount: string, currency: string | undefined, { shell }: Speech): string {
  return currency === undefined
    ? shortAmount(amount)
    : amountText(amount.replace(/\.0+$/, ''), currency, shell);
}

/** Returns the name of a room type. If `id` is a rate plan, the name of the rate plan is added. */
export function productText({ rooms }: CalendarView, id: string, { language, words, shell }: Speech): string {
  for (const room of rooms) {
    if (room.id === id) return isolated(nameIn(language, room));
    const plan = room.plans.find((one) => one.id === id);
    if (plan !== undefined)
      return `${isolated(nameIn(language, room))}${shell.comma} ${words.boards[plan.board]}`;
  }
  return id;
}

/**
 * The name of a rate plan is its board, such as half board. If two plans of the room type have the same board, the code
 * of the plan is added.
 */
export function planText({ plans }: CalendarRoom, planId: string, { words }: Speech): string {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) return planId;
  const isOnlyOne = plans.filter(({ board }) => board === plan.board).length === 1;
  return isOnlyOne ? words.boards[plan.board] : `${words.boards[plan.board]} (${plan.code})`;
}
