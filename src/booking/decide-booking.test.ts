import { describe, expect, it } from 'vitest';
import { UNOPENED } from '../inventory/calendar.ts';
import { parseRate } from '../kernel/exchange.ts';
import type { RatePlan } from '../pricing/rate-plan.ts';
import { type BookingRequest, type BookingState, decideBooking } from './decide-booking.ts';
import type { Hold } from './hold.ts';
import type { Quote } from './quote.ts';
import { type KnownStay, priceToday, type StayFacts } from './stay-facts.ts';

const NOW = Date.parse('2027-03-01T09:00:00Z');
const TODAY = 20_878;
const STAY = { checkIn: TODAY + 10, checkOut: TODAY + 12 };
const PARTY = { rooms: 1, adults: 2, children: 0 };
const GUEST = { name: 'زينب', phone: '+9647701234567', email: null };

/** Given: a hotel with so many rooms free a night, at 100,000 dinars for two. */
function facts(
  changes: {
    free?: number;
    double?: number;
    status?: 'ACTIVE' | 'SUSPENDED';
    permissions?: ('VIEW' | 'BOOK')[];
  } = {},
): StayFacts {
  const { free = 3, double = 100_000, status = 'ACTIVE', permissions = ['VIEW', 'BOOK'] } = changes;
  const prices = { single: 80_000, double, extraAdult: 30_000, child: 15_000 };
  return {
    now: NOW,
    today: TODAY,
    pricedAt: NOW,
    hotel: {
      id: 'hotel',
      publicId: 'HTL-2026-0001',
      nameEn: 'Hotel',
      nameAr: 'فندق',
      phone: '+9647700000000',
      address: { en: '', ar: '' },
      status,
      currency: 'IQD',
      checkInFrom: '14:00',
      taxBasisPoints: 500,
      serviceBasisPoints: 1000,
      scenario: null,
    },
    contract: {
      id: 'client/hotel',
      clientId: 'client',
      hotelId: 'hotel',
      commissionBasisPoints: 1000,
      permissions,
      paymentCollectedBy: 'HOTEL',
      validFrom: '2026-01-01',
      validUntil: null,
    },
    roomType: {
      id: 'room',
      code: 'DBL',
      nameEn: 'Room',
      nameAr: 'غرفة',
      maxOccupancy: 3,
      maxAdults: 3,
      maxChildren: 2,
      active: true,
    },
    plan: {
      id: 'plan',
      hotelId: 'hotel',
      roomTypeId: 'room',
      currency: 'IQD',
      prices,
      active: true,
    } as RatePlan,
    policy: {
      id: 'policy',
      hotelId: 'hotel',
      nameEn: '',
      nameAr: '',
      rules: [],
      noShowPenalty: { type: 'PERCENT', value: 100 },
    },
    rate: parseRate(1310, '2027-01-01T00:00:00.000Z'),
    nightOn: () => ({ ...UNOPENED, allotment: 10 }),
    freeOn: () => free,
    priceOn: () => prices,
  };
}

const priceAt = (double: number, party = PARTY) =>
  priceToday(
    facts({ double }) as KnownStay,
    STAY,
    [{ adults: party.adults, children: party.children }],
    'IQD',
  );

const about = {
  ledgerId: 1,
  clientId: 'client',
  hotelId: 'hotel',
  roomTypeId: 'room',
  ratePlanId: 'plan',
  stay: STAY,
};
const quoteAt = (double: number): Quote => ({
  ...about,
  id: `quote-${double}`,
  party: PARTY,
  price: priceAt(double),
  locked: false,
  createdAt: NOW - 60_000,
  expiresAt: NOW + 60_000,
});
const lock = (changes: Partial<Hold> = {}): Hold => ({
  ...about,
  id: 'hold',
  token: 'pb_1',
  party: PARTY,
  guest: GUEST,
  asked: null,
  price: priceAt(70_000),
  policyId: 'held policy',
  timeline: [{ from: '2027-03-01T08:59:00.000Z', penalty: 7 }],
  collectedBy: 'PARTNER',
  status: 'ACTIVE',
  bookingId: null,
  createdAt: NOW - 60_000,
  expiresAt: NOW + 60_000,
  ...changes,
});

function decide(given: Partial<BookingState> = {}, request: Partial<BookingRequest> = {}) {
  const state: BookingState = {
    facts: facts(),
    quotes: [],
    alerts: [],
    holds: [],
    named: null,
    voucherId: 'IHC-2027-AAAAAA',
    ...given,
  };
  return decideBooking(state, {
    ...about,
    bookingId: 'booking',
    rooms: null,
    adults: null,
    children: null,
    currency: null,
    guest: GUEST,
    specialRequests: null,
    channelReference: null,
    quoteId: null,
    prebookToken: null,
    expectedTotal: null,
    ...request,
  });
}

describe('given no quote and no lock', () => {
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

  it('refuses who may only look, and a hotel that does not sell', () => {
    expect(decide({ facts: facts({ permissions: ['VIEW'] }) })).toMatchObject({
      code: 'HOTEL_ACCESS_DENIED',
    });
    expect(decide({ facts: facts({ status: 'SUSPENDED' }) })).toMatchObject({
      code: 'RESTRICTION_VIOLATED',
      details: { reasons: [{ code: 'HOTEL_NOT_ACTIVE' }] },
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
      details: { quote_id: 'quote-99000' },
    });
    expect(decide({ quotes: [quoteAt(102_000)] })).toMatchObject({ code: 'PRICE_CHANGED' });
  });

  it('ignores it for another party, and once it is over', () => {
    expect(decide({ quotes: [quoteAt(50_000)] }, { adults: 1 }).ok).toBe(true);
    expect(decide({ quotes: [{ ...quoteAt(50_000), expiresAt: NOW }] }).ok).toBe(true);
    expect(
      decide({ quotes: [{ ...quoteAt(50_000), expiresAt: NOW }] }, { quoteId: 'quote-50000' }),
    ).toMatchObject({ code: 'QUOTE_EXPIRED' });
  });
});

describe('given a lock', () => {
  it('keeps its price and counts its room as there, even when nothing else is', () => {
    expect(decide({ facts: facts({ free: 0 }), holds: [lock()] })).toMatchObject({
      value: { booking: { price: { total: 161_000 } }, consumed: { id: 'hold' } },
    });
  });

  it('prices another party anew, and still uses it', () => {
    expect(decide({ holds: [lock()] }, { adults: 3 })).toMatchObject({
      value: { booking: { price: { total: 299_000 } }, consumed: { id: 'hold' } },
    });
  });

  it('does not touch one that is due, of another guest or for other dates', () => {
    for (const other of [
      lock({ expiresAt: NOW }),
      lock({ guest: { ...GUEST, phone: '+9647800000000' } }),
      lock({ stay: { checkIn: 1, checkOut: 2 } }),
    ])
      expect(decide({ holds: [other] })).toMatchObject({
        value: { consumed: null, booking: { price: { total: 230_000 } } },
      });
  });

  it.each([
    [null, 'PREBOOK_NOT_FOUND'],
    [lock({ status: 'CONSUMED', bookingId: 'b' }), 'PREBOOK_CONSUMED'],
    [lock({ expiresAt: NOW }), 'PREBOOK_EXPIRED'],
    [lock({ status: 'RELEASED' }), 'PREBOOK_EXPIRED'],
    [lock({ roomTypeId: 'another' }), 'PREBOOK_MISMATCH'],
  ])('that is named and cannot be used, says why: %#', (named, code) => {
    expect(decide({ named }, { prebookToken: 'pb_1' })).toMatchObject({ ok: false, code });
  });
});
