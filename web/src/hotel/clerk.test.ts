import { describe, expect, it } from 'vitest';
import type { CalendarRoom, RoomDay } from '../../../src/http/hotel-page/calendar-api.ts';
import type { Charge, HotelBooking } from '../../../src/http/hotel-page/hotel-api.ts';
import { newsOf, noShowText, owedText } from './reception/booking-text.ts';
import { afterActions } from './reception/possible-actions.ts';
import { withReceipt } from './reception/with-receipt.ts';
import { isOwnStop, whyNothingToSell } from './rooms/tonight-rules.ts';
import { receptionAr } from './words/reception-ar.ts';
import { receptionEn } from './words/reception-en.ts';
import { shellAr } from './words/shell-ar.ts';
import { shellEn } from './words/shell-en.ts';

const ENGLISH = { words: receptionEn, shell: shellEn };
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const GUEST: Charge = { owed_by: 'GUEST', amount: '327750' };
const booking = (changes: Partial<HotelBooking>) =>
  ({
    ...{ status: 'CONFIRMED', revision: 1, currency: 'IQD', due_at_hotel: '655500', retained: '0' },
    ...{ collected_by: 'HOTEL', channel: 'Sawa', ended: null, no_show_charge: GUEST },
    ...changes,
  }) as HotelBooking;
const owed = (changes: Partial<HotelBooking>) => {
  const { label, text, note, isDue } = owedText(booking(changes), ENGLISH);
  return [label, plain(text), plain(note), isDue];
};
const ended = (charge?: Charge) => ({ at: '', reason: null, by_hotel: true, ...(charge && { charge }) });

describe('what is owed', () => {
  it('is the whole amount until the guest leaves, and the penalty after a no-show', () => {
    expect(owed({})).toEqual(['Due at the hotel', '655,500 IQD', receptionEn.collect, true]);
    expect(owed({ status: 'CHECKED_OUT' })).toEqual(['Due at the hotel', '655,500 IQD', '', true]);
    const missed = ['No-show charge', '327,750 IQD', receptionEn.owedByGuest, true];
    expect(owed({ status: 'NO_SHOW', ended: ended(GUEST) })).toEqual(missed);
    // The report waits for a connection.
    expect(owedText(afterActions(booking({}), ['no-show']), ENGLISH).label).toBe('No-show charge');
    expect(owed({ status: 'CANCELLED', ended: ended(GUEST) })[0]).toBe('Cancellation charge');
  });

  it('names the partner without an amount, and has no default for a charge that was not loaded', () => {
    const partner: Charge = { owed_by: 'PARTNER', amount: null };
    expect(owed({ status: 'NO_SHOW', ended: ended(partner) })).toEqual([
      ...['No-show charge', receptionEn.nothingDue, receptionEn.owedByPartner('Sawa'), false],
    ]);
    expect(owed({ status: 'NO_SHOW', ended: ended() })[1]).toBe(receptionEn.chargeUnknown);
    expect(owed({ status: 'CANCELLED', ended: ended({ owed_by: 'NOBODY', amount: null }) })[1]).toBe(
      'No charge',
    );
    const { no_show_charge: _, ...old } = booking({});
    expect(noShowText(old, ENGLISH)).toBe(receptionEn.noShowOwed.UNKNOWN);
    expect(plain(noShowText(booking({ no_show_charge: partner }), ENGLISH))).toContain('paid to Sawa');
  });

  it('has an Arabic currency in Arabic', () => {
    const { text } = owedText(booking({}), { words: receptionAr, shell: shellAr });
    expect(plain(text)).toBe('655,500 د.ع');
  });
});

it('a cancellation is not announced as a change', () => {
  expect(newsOf({ status: 'CANCELLED', revision: 2 })).toBe('cancelled');
  expect(newsOf({ status: 'CONFIRMED', revision: 2 })).toBe('changed');
  expect(newsOf({ status: 'CONFIRMED', revision: 1 })).toBe('confirmed');
});

it('the receipt stands in the history by its time', () => {
  const line = (at: string, action: string) => ({ at, action, by: 'Ali', revision: 1, reason: null });
  const history = [line('2027-01-15T08:00:00.000Z', 'CREATED'), line('2027-01-15T10:00:00Z', 'CHECKED_IN')];
  const received = { needed: false, at: '2027-01-15T09:00:00.000Z', by: 'Ali' };
  const actions = withReceipt({ booking: booking({ received }), history }).map(({ action }) => action);
  expect(actions).toEqual(['CREATED', 'RECEIVED', 'CHECKED_IN']);
  const open = { needed: true, at: null, by: null };
  expect(withReceipt({ booking: booking({ received: open }), history })).toBe(history);
});

describe('tonight', () => {
  const day = (changes: Partial<RoomDay>) =>
    ({ day: '2027-01-15', state: 'OPEN', allotment: 5, blocked: 0, left: 2, ...changes }) as RoomDay;
  const room = (closed: boolean) => ({ plans: [{ days: [{ day: '2027-01-15', closed }] }] }) as CalendarRoom;

  it('is opened without a question only by who stopped it today', () => {
    const stopped = (by: string, at: string) => day({ changed: { by, at } });
    expect(isOwnStop(stopped('Ali', '2027-01-15T15:00:00.000Z'), 'Ali', '2027-01-15')).toBe(true);
    // 23:30 on the day before, in Baghdad.
    expect(isOwnStop(stopped('Ali', '2027-01-14T20:30:00.000Z'), 'Ali', '2027-01-15')).toBe(false);
    expect(isOwnStop(stopped('Sara', '2027-01-15T15:00:00.000Z'), 'Ali', '2027-01-15')).toBe(false);
    expect(isOwnStop(day({ changed: null }), 'Ali', '2027-01-15')).toBe(false);
  });

  it('says why an open night sells nothing', () => {
    const why = (changes: Partial<RoomDay>, closed = false) =>
      whyNothingToSell({ room: room(closed), day: day(changes) });
    expect([why({}), why({ left: 0 }), why({ state: 'CLOSED', allotment: 0 })]).toEqual([null, null, null]);
    expect(why({ allotment: 0, left: 0 })).toBe('NO_ROOMS');
    expect(why({ blocked: 3, left: 0 })).toBe('BLOCKED');
    expect(why({}, true)).toBe('PLANS');
  });
});
