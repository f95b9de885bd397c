import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../kernel/day.ts';
import { parseRate } from '../../kernel/exchange.ts';
import { minor } from '../../kernel/money.ts';
import { changePercent, isPriceChange } from './price-change.ts';
import { type PricingTerms, priceStay } from './price-stay.ts';
import { pricesFrom, roomPrice } from './rate-plan.ts';
import { spreadParty } from './spread-party.ts';

const PRICES = pricesFrom(120_000, 150_000, 45_000, 22_500);
const LIMITS = { maxOccupancy: 4, maxAdults: 3, maxChildren: 2 };
const TERMS: PricingTerms = {
  planCurrency: 'IQD',
  currency: 'IQD',
  rate: parseRate(1310, '2026-11-15T00:00:00.000Z'),
  taxBasisPoints: 500,
  serviceBasisPoints: 1000,
  commissionBasisPoints: 1250,
  pricedAt: 0,
};

describe('a party spreads over its rooms', () => {
  it.each([
    [1, 2, 0, [[2, 0]]],
    [1, 1, 0, [[1, 0]]],
    [1, 3, 1, [[3, 1]]],
    [
      2,
      3,
      0,
      [
        [2, 0],
        [1, 0],
      ],
    ],
    [
      2,
      3,
      3,
      [
        [2, 2],
        [1, 1],
      ],
    ],
    [
      2,
      2,
      4,
      [
        [1, 2],
        [1, 2],
      ],
    ],
    [
      3,
      1,
      0,
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
    [
      2,
      6,
      2,
      [
        [3, 1],
        [3, 1],
      ],
    ],
  ])('%d rooms, %d adults, %d children', (rooms, adults, children, expected) => {
    const spread = spreadParty({ rooms, adults, children }, LIMITS);
    expect(spread?.map((room) => [room.adults, room.children])).toEqual(expected);
  });

  it.each([
    [1, 4, 0],
    [1, 3, 2],
    [1, 1, 3],
    [2, 7, 0],
    [2, 2, 5],
  ])('%d rooms do not take %d adults and %d children', (rooms, adults, children) =>
    expect(spreadParty({ rooms, adults, children }, LIMITS)).toBeNull(),
  );

  it('always houses everybody, within the limits and evenly', () => {
    const party = fc.record({
      rooms: fc.integer({ min: 1, max: 20 }),
      adults: fc.integer({ min: 1, max: 60 }),
      children: fc.nat(40),
    });
    fc.assert(
      fc.property(party, (one) => {
        const spread = spreadParty(one, LIMITS);
        if (spread === null) return;
        const adults = spread.map((room) => room.adults);
        expect(adults.reduce((sum, count) => sum + count)).toBe(Math.max(one.adults, one.rooms));
        expect(spread.reduce((sum, room) => sum + room.children, 0)).toBe(one.children);
        expect(Math.max(...adults) - Math.min(...adults)).toBeLessThanOrEqual(1);
        for (const room of spread) {
          expect(room.adults).toBeLessThanOrEqual(3);
          expect(room.children).toBeLessThanOrEqual(2);
          expect(room.adults + room.children).toBeLessThanOrEqual(4);
        }
      }),
    );
  });
});

describe('one room and night', () => {
  it.each([
    [1, 0, 120_000],
    [2, 0, 150_000],
    [3, 0, 195_000],
    [1, 1, 142_500],
    [2, 2, 195_000],
    [3, 1, 217_500],
  ])('%d adults and %d children pay %d', (adults, children, amount) =>
    expect(roomPrice(PRICES, { adults, children })).toBe(amount),
  );
});

describe('a stay', () => {
  const weekend = pricesFrom(132_000, 165_000, 49_500, 24_750);

  it('by hand: two rooms, three adults, a child, a dearer second night', () => {
    const rooms = spreadParty({ rooms: 2, adults: 3, children: 1 }, LIMITS)!;
    const stay = priceStay(
      [
        { day: dayOf(20_000), prices: PRICES },
        { day: dayOf(20_001), prices: weekend },
      ],
      rooms,
      TERMS,
    );
    expect(stay.nightly.map((night) => night.rooms.map((room) => room.amount))).toEqual([
      [172_500, 120_000],
      [189_750, 132_000],
    ]);
    expect(stay.nightly.map((night) => night.amount)).toEqual([292_500, 321_750]);
    expect(stay).toMatchObject({
      subtotal: 614_250,
      tax: 30_713,
      serviceCharge: 61_425,
      total: 706_388,
      commission: 76_781,
      exchange: null,
    });
  });

  it('by hand: in dollars, converted room by room and night by night', () => {
    const rooms = spreadParty({ rooms: 2, adults: 3, children: 0 }, LIMITS)!;
    const nights = [
      { day: dayOf(20_000), prices: PRICES },
      { day: dayOf(20_001), prices: PRICES },
    ];
    const stay = priceStay(nights, rooms, { ...TERMS, currency: 'USD' });
    // 150,000 / 1310 = 114.5038 and 120,000 / 1310 = 91.6031, each rounded before it is summed.
    expect(stay.nightly[0]!.rooms.map((room) => room.amount)).toEqual([11_450, 9_160]);
    expect(stay).toMatchObject({ subtotal: 41_220, tax: 2_061, serviceCharge: 4_122, total: 47_403 });
    expect(stay.exchange).toEqual({ baseCurrency: 'IQD', rate: TERMS.rate });
  });

  it('by hand: a dollar plan in dinars', () => {
    const prices = pricesFrom(7_600, 9_505, 2_900, 1_400);
    const stay = priceStay([{ day: dayOf(1), prices }], [{ adults: 2, children: 0 }], {
      ...TERMS,
      planCurrency: 'USD',
    });
    // 95.05 × 1310 = 124,515.5, rounded half up.
    expect(stay.subtotal).toBe(124_516);
    expect(stay.total).toBe(124_516 + 6_226 + 12_452);
  });

  it('always sums its lines', () => {
    const price = fc.integer({ min: 1, max: 500_000_000 }).map(minor);
    const prices = fc.record({ single: price, double: price, extraAdult: price, child: price });
    const room = fc.record({ adults: fc.integer({ min: 1, max: 4 }), children: fc.nat(4) });
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 1, maxLength: 30 }),
        fc.array(room, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('IQD' as const, 'USD' as const),
        fc.constantFrom('IQD' as const, 'USD' as const),
        (list, rooms, planCurrency, currency) => {
          const nights = list.map((one, index) => ({ day: dayOf(index), prices: one }));
          const stay = priceStay(nights, rooms, { ...TERMS, planCurrency, currency });
          for (const night of stay.nightly)
            expect(night.amount).toBe(night.rooms.reduce((sum, one) => sum + one.amount, 0));
          expect(stay.subtotal).toBe(stay.nightly.reduce((sum, night) => sum + night.amount, 0));
          expect(stay.total).toBe(stay.subtotal + stay.tax + stay.serviceCharge);
          expect(Number.isSafeInteger(stay.total)).toBe(true);
          expect(Math.abs(stay.tax - stay.subtotal * 0.05)).toBeLessThanOrEqual(0.5 + stay.subtotal * 1e-15);
        },
      ),
    );
  });
});

describe('a price change', () => {
  it.each([
    [10_000, 10_100, false],
    [10_000, 10_101, true],
    [10_000, 9_900, false],
    [10_000, 9_899, true],
    [99, 100, true],
    [100, 101, false],
    [150_000, 150_000, false],
  ])('from %d to %d: %s', (promised, today, changed) =>
    expect(isPriceChange(minor(promised), minor(today))).toBe(changed),
  );

  it('is told in percent', () => {
    expect(changePercent(minor(100_000), minor(105_000))).toBe(5);
    expect(changePercent(minor(172_500), minor(170_000))).toBe(-1.45);
  });
});
