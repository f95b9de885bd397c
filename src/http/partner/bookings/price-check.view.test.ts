import { describe, expect, it } from 'vitest';
import { dueAtHotel } from '../../../domain/booking/payable.ts';
import type { CheckedPrice } from '../../../domain/booking/price-check.usecase.ts';
import type { PricedStay } from '../../../domain/pricing/price-stay.ts';
import { getDay } from '../../../kernel/day.ts';
import { idOf, ledgerIdOf } from '../../../kernel/ids.ts';
import { minor } from '../../../kernel/money.ts';
import { writeCheckedPrice } from './price-check.view.ts';
import { cancellationView, paymentView, priceView } from './priced-stay.view.ts';

const NOW = Date.parse('2026-12-15T09:00:00.000Z');

const DINARS: PricedStay = {
  currency: 'IQD',
  nightly: [
    {
      day: getDay('2027-01-15'),
      rooms: [{ adults: 2, children: 0, amount: minor(84_000) }],
      amount: minor(84_000),
      pricedAt: NOW,
    },
    {
      day: getDay('2027-01-16'),
      rooms: [{ adults: 2, children: 0, amount: minor(84_001) }],
      amount: minor(84_001),
      pricedAt: NOW,
    },
  ],
  subtotal: minor(168_001),
  taxBasisPoints: 500,
  tax: minor(8_400),
  serviceBasisPoints: 1_000,
  serviceCharge: minor(16_800),
  total: minor(193_201),
  commissionBasisPoints: 1_250,
  commission: minor(21_000),
  exchange: null,
};

const DOLLARS: PricedStay = {
  ...DINARS,
  currency: 'USD',
  nightly: [
    {
      day: getDay('2027-01-15'),
      rooms: [
        { adults: 2, children: 1, amount: minor(6_405) },
        { adults: 1, children: 0, amount: minor(5_100) },
      ],
      amount: minor(11_505),
      pricedAt: NOW,
    },
  ],
  exchange: {
    baseCurrency: 'IQD',
    rate: { tenThousandthsOfIqdForUsd: 13_105_000, asOf: '2026-12-01T00:00:00.000Z' },
  },
};

function checked(price: PricedStay, collectedBy: 'PARTNER' | 'HOTEL'): CheckedPrice {
  return {
    quote: {
      id: idOf('0b9c6bfa-6c55-4b0c-9a2f-8b3f2f1f7c01'),
      ledgerId: ledgerIdOf(1),
      clientId: idOf('5f0c7c0e-6c55-4b0c-9a2f-8b3f2f1f7c02'),
      hotelId: idOf('fc696a0f-ec1d-4f37-92b4-1c43aa6e3287'),
      roomTypeId: idOf('582ff731-b8ab-4900-8446-baf5b11ca45f'),
      ratePlanId: idOf('c581155e-a6c1-490a-804a-1bc7e3cb8e31'),
      stay: { checkIn: getDay('2027-01-15'), checkOut: getDay('2027-01-17') },
      party: { rooms: 1, adults: 2, children: 0 },
      price,
      fromHold: false,
      createdAt: NOW,
      expiresAt: NOW + 1_800_000,
    },
    price,
    terms: {
      policyId: idOf('67cf5b73-947e-444b-a5d3-5cf58c0a0fe4'),
      timeline: [
        { from: '2026-12-15T09:00:00.000Z', penalty: minor(0) },
        { from: '2027-01-14T22:00:00.000Z', penalty: minor(100_05) },
      ],
      collectedBy,
    },
    hold: null,
    available: 12,
    kept: null,
  };
}

describe('a written quote', () => {
  it.each([
    ['dinars, paid to the partner', DINARS, 'PARTNER'],
    ['converted dollars in two rooms, paid at the hotel', DOLLARS, 'HOTEL'],
  ] as const)('has the same money and terms as a hold or a booking: %s', (_, price, collectedBy) => {
    const one = checked(price, collectedBy);
    const quote = JSON.parse(writeCheckedPrice(one));
    expect(quote).toMatchObject(priceView(price));
    expect(quote.payment).toEqual(
      paymentView(collectedBy, dueAtHotel(price.total, collectedBy), price.currency),
    );
    expect(quote.cancellation).toEqual(cancellationView(one.terms, price.total, price.currency));
  });
});
