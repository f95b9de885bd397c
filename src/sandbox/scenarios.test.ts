import { describe, expect, it } from 'vitest';
import { ABOUT, facts, GUEST, hold, NO_NOTES, NOTHING_ASKED, quote } from '../../test/support/given.ts';
import {
  type BookingDecisionState,
  type BookingRequest,
  decideBooking,
} from '../domain/booking/decide-booking.ts';
import type { Scenario } from '../domain/catalog/hotel.ts';
import { idOf } from '../kernel/ids.ts';
import { isSlow, stageBooking } from './scenarios.ts';

function book(
  scenario: Scenario | null,
  given: Partial<BookingDecisionState> = {},
  changes: Partial<BookingRequest> = {},
) {
  const known = facts();
  const state: BookingDecisionState = {
    ...{ facts: { ...known, hotel: { ...known.hotel, scenario } }, quotes: [], alerts: [], holds: [] },
    ...{ named: null, voucherId: 'IHC-2027-AAAAAA', ...given },
  };
  const request: BookingRequest = {
    ...{ ...ABOUT, bookingId: idOf('booking'), asked: NOTHING_ASKED, guest: GUEST, notes: NO_NOTES },
    ...{ quoteId: null, prebookToken: null, expectedTotal: null, ...changes },
  };
  return decideBooking(stageBooking(state, request), request);
}

describe('given the hotel whose last room goes', () => {
  it('a booking finds none, and one with a hold finds its own', () => {
    expect(book('LAST_ROOM_GONE')).toMatchObject({
      code: 'INSUFFICIENT_INVENTORY',
      details: { roomsRequested: 1, nights: [{ available: 0 }, { available: 0 }] },
    });
    expect(book('LAST_ROOM_GONE', { holds: [hold()] }).ok).toBe(true);
    expect(book(null).ok).toBe(true);
  });
});

describe('given the hotel whose price rises', () => {
  it('it is five percent more than quoted', () => {
    expect(book('PRICE_RISES', { quotes: [quote('quote')] })).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quotedTotal: 230_000, currentTotal: 241_500, changePercent: 5 },
    });
    expect(book(null, { quotes: [quote('quote')] }).ok).toBe(true);
  });

  it('without a quote for the party, and with a hold, the price is as it was', () => {
    const total = (outcome: ReturnType<typeof book>) => outcome.ok && outcome.value.booking.price.total;
    expect(total(book('PRICE_RISES'))).toBe(230_000);
    const asked = { ...NOTHING_ASKED, adults: 3 };
    expect(total(book('PRICE_RISES', { quotes: [quote('quote')] }, { asked }))).toBe(299_000);
    expect(total(book('PRICE_RISES', { quotes: [quote('quote')], holds: [hold()] }))).toBe(161_000);
  });
});

it('only the slow hotel is slow', () => {
  expect(isSlow({ scenario: 'SLOW' })).toBe(true);
  for (const scenario of ['PRICE_RISES', 'LAST_ROOM_GONE', null] as const)
    expect(isSlow({ scenario })).toBe(false);
  expect(isSlow(null)).toBe(false);
});
