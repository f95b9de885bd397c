import { describe, expect, it } from 'vitest';
import {
  ABOUT,
  facts,
  GUEST,
  hold,
  NO_NOTES,
  NOTHING_ASKED,
  NOW,
  PARTY,
  quote,
} from '../../../test/support/given.ts';
import { addDays, dayOf } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { type BookingDecisionState, type BookingRequest, decideBooking } from './decide-booking.ts';

const quoteAt = (double: number) => quote(`quote-${double}`, { double });

function decide(given: Partial<BookingDecisionState> = {}, request: Partial<BookingRequest> = {}) {
  const state: BookingDecisionState = {
    facts: facts(),
    quotes: [],
    alerts: [],
    holds: [],
    named: null,
    voucherId: 'IHC-2027-AAAAAA',
    ...given,
  };
  return decideBooking(state, {
    ...ABOUT,
    bookingId: idOf('booking'),
    asked: NOTHING_ASKED,
    guest: GUEST,
    notes: NO_NOTES,
    quoteId: null,
    prebookToken: null,
    expectedTotal: null,
    ...request,
  });
}

describe('given no quote and no hold', () => {
  it('books at the price of today, due at the hotel where the contract says so', () => {
    expect(decide()).toMatchObject({
      ok: true,
      value: {
        booking: { price: { total: 230_000 }, dueAtHotel: 230_000, priceChange: null, revision: 1 },
        consumed: null,
      },
    });
  });

  it('sells the last room and not one more', () => {
    expect(decide({ facts: facts({ free: 1 }) }).ok).toBe(true);
    expect(decide({ facts: facts({ free: 0 }) })).toMatchObject({ code: 'INSUFFICIENT_INVENTORY' });
    expect(decide({ facts: facts({ free: -2 }) })).toMatchObject({
      details: { nights: [{ available: 0 }, { available: 0 }] },
    });
  });

  it('refuses a partner that may only view, and a hotel that is not active', () => {
    expect(decide({ facts: facts({ permissions: ['VIEW'] }) })).toMatchObject({
      code: 'HOTEL_ACCESS_DENIED',
    });
    expect(decide({ facts: facts({ status: 'SUSPENDED' }) })).toMatchObject({
      code: 'RESTRICTION_VIOLATED',
      details: { reasons: [{ code: 'HOTEL_NOT_ACTIVE', hotelStatus: 'SUSPENDED' }] },
    });
  });
});

describe('given a quote', () => {
  it('books within one percent and says so; refuses beyond', () => {
    expect(decide({ quotes: [quoteAt(99_100)] })).toMatchObject({
      value: { booking: { price: { total: 230_000 }, priceChange: { quotedTotal: 227_930, percent: 0.91 } } },
    });
    expect(decide({ quotes: [quoteAt(99_000)] })).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quoteId: 'quote-99000' },
    });
    expect(decide({ quotes: [quoteAt(102_000)] })).toMatchObject({ code: 'PRICE_CHANGED' });
  });

  it('ignores it for another party, and after it has expired', () => {
    expect(decide({ quotes: [quoteAt(50_000)] }, { asked: { ...NOTHING_ASKED, adults: 1 } }).ok).toBe(true);
    expect(decide({ quotes: [{ ...quoteAt(50_000), expiresAt: NOW }] }).ok).toBe(true);
    expect(
      decide({ quotes: [{ ...quoteAt(50_000), expiresAt: NOW }] }, { quoteId: idOf('quote-50000') }),
    ).toMatchObject({ code: 'QUOTE_EXPIRED' });
  });
});

describe('given a hold', () => {
  it('keeps its price and counts its own room as available, even when no other room is free', () => {
    expect(decide({ facts: facts({ free: 0 }), holds: [hold()] })).toMatchObject({
      value: { booking: { price: { total: 161_000 } }, consumed: { id: 'hold' } },
    });
  });

  it('uses it for another party too, at a new price', () => {
    expect(decide({ holds: [hold()] }, { asked: { ...NOTHING_ASKED, adults: 3 } })).toMatchObject({
      value: { booking: { price: { total: 299_000 } }, consumed: { id: 'hold' } },
    });
  });

  it('does not use one that is due, belongs to another guest or is for other dates', () => {
    for (const other of [
      hold({ expiresAt: NOW }),
      hold({ guest: { ...GUEST, phone: '+9647800000000' } }),
      hold({ stay: { checkIn: dayOf(1), checkOut: dayOf(2) } }),
    ])
      expect(decide({ holds: [other] })).toMatchObject({
        value: { consumed: null, booking: { price: { total: 230_000 } } },
      });
  });

  it.each([
    [null, 'PREBOOK_NOT_FOUND'],
    [hold({ status: 'CONSUMED', bookingId: idOf('b') }), 'PREBOOK_CONSUMED'],
    [hold({ expiresAt: NOW }), 'PREBOOK_EXPIRED'],
    [hold({ status: 'RELEASED' }), 'PREBOOK_EXPIRED'],
    [hold({ roomTypeId: idOf('another') }), 'PREBOOK_MISMATCH'],
  ])('named in the request but not usable, returns the reason: %#', (named, code) => {
    expect(decide({ named }, { prebookToken: 'pb_1' })).toMatchObject({ ok: false, code });
  });
});

describe('given quotes of several shoppers', () => {
  const code = (outcome: ReturnType<typeof decide>) => (outcome.ok ? 200 : outcome.code);
  const old = quote('old', { double: 90_000 });
  const recent = quote('recent', { createdAt: NOW - 1_000 });

  it('warns if any of them differs, and names the one that differs most', () => {
    const older = quote('older', { double: 80_000, createdAt: NOW - 70_000 });
    expect(decide({ quotes: [old, older, recent] })).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quoteId: 'older' },
      alert: { guestPhone: GUEST.phone, party: PARTY, currency: 'IQD', at: NOW },
    });
  });

  it('counts only quotes newer than the alert of the guest, if there is a live one', () => {
    const alert = {
      ...ABOUT,
      guestPhone: GUEST.phone,
      party: PARTY,
      currency: 'IQD' as const,
      at: NOW - 30_000,
    };
    expect(code(decide({ quotes: [old, recent], alerts: [alert] }))).toBe(200);
    expect(code(decide({ quotes: [old], alerts: [alert] }))).toBe('PRICE_CHANGED');
    expect(code(decide({ quotes: [old, recent], alerts: [{ ...alert, at: NOW - 1_000 }] }))).toBe(
      'PRICE_CHANGED',
    );
    const other = { ...alert, party: { ...PARTY, adults: 1 } };
    expect(code(decide({ quotes: [old, recent], alerts: [other] }))).toBe('PRICE_CHANGED');
  });

  it('ignores those given at the price of a hold', () => {
    expect(code(decide({ quotes: [{ ...old, fromHold: true }] }))).toBe(200);
  });
});

describe('given a hold, whatever has changed since', () => {
  it('keeps rooms, terms and collector; only the hotel and the contract can break it', () => {
    const changed = {
      free: -5,
      active: false,
      permissions: [],
      collectedBy: 'HOTEL' as const,
      night: { stopSell: true },
    };
    expect(decide({ facts: facts(changed), holds: [hold()] })).toMatchObject({
      value: {
        booking: {
          policyId: 'held policy',
          timeline: [{ penalty: 7 }],
          collectedBy: 'PARTNER',
          dueAtHotel: 0,
        },
      },
    });
    expect(decide({ facts: facts({ today: addDays(ABOUT.stay.checkIn, 1) }), holds: [hold()] }).ok).toBe(
      true,
    );
    expect(decide({ facts: facts({ status: 'SUSPENDED' }), holds: [hold()] })).toMatchObject({
      details: { reasons: [{ code: 'HOTEL_NOT_ACTIVE', hotelStatus: 'SUSPENDED' }] },
    });
    expect(decide({ facts: facts({ validUntil: '2027-02-28' }), holds: [hold()] })).toMatchObject({
      code: 'HOTEL_ACCESS_DENIED',
    });
  });

  it('does not record an alert when only the price of the hold was refused', () => {
    expect(decide({ holds: [hold()] }, { expectedTotal: '1' })).not.toHaveProperty('alert');
  });
});
