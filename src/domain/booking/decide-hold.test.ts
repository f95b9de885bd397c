import { describe, expect, it } from 'vitest';
import {
  ABOUT,
  facts,
  GUEST,
  hold,
  NOTHING_ASKED,
  NOW,
  PARTY,
  priceAt,
  quote,
} from '../../../test/support/given.ts';
import { type HoldId, idOf } from '../../kernel/ids.ts';
import { decideHold, type HoldDecisionState, type HoldRequest } from './decide-hold.ts';

const FAMILY = { rooms: 2, adults: 5, children: 1 };

function decide(
  given: Partial<HoldDecisionState> = {},
  asked: Partial<HoldRequest['asked']> = {},
  guest = GUEST,
) {
  const state: HoldDecisionState = { facts: facts(), quotes: [], holds: [], activeHolds: 0, ...given };
  return decideHold(state, {
    ...{ ...ABOUT, holdId: idOf<HoldId>('new'), token: 'pb_new', guest },
    asked: { ...NOTHING_ASKED, quoteId: null, ...asked },
  });
}

describe('given nothing but a free room', () => {
  it('holds one room for at most two adults, for fifteen minutes, at the price and terms of now', () => {
    expect(decide()).toMatchObject({
      value: {
        isNew: true,
        hold: { party: PARTY, price: { total: 230_000 }, collectedBy: 'HOTEL', expiresAt: NOW + 900_000 },
      },
    });
  });

  it('refuses the fifty-first, a full night and a party that does not fit', () => {
    expect(decide({ activeHolds: 49 }).ok).toBe(true);
    expect(decide({ activeHolds: 50 })).toMatchObject({ code: 'PREBOOK_LIMIT_EXCEEDED' });
    expect(decide({ facts: facts({ free: 0 }) })).toMatchObject({ code: 'INSUFFICIENT_INVENTORY' });
    expect(decide({}, { adults: 4 })).toMatchObject({ code: 'RESTRICTION_VIOLATED' });
  });
});

describe('given another hold of the guest for this stay, granted at the same millisecond', () => {
  const first = hold({ party: FAMILY, expiresAt: NOW + 900_000 });

  it('expires after it, so that the first one stays the one to redeem', () => {
    expect(decide({ holds: [first] })).toMatchObject({ value: { hold: { expiresAt: NOW + 900_001 } } });
  });

  it('does not wait for the hold of another guest', () => {
    const other = { ...first, guest: { ...GUEST, phone: '+9647709999999' } };
    expect(decide({ holds: [other] })).toMatchObject({ value: { hold: { expiresAt: NOW + 900_000 } } });
  });
});

describe('given quotes of the caller', () => {
  it('takes the party they agree on, and none where they differ', () => {
    const family = quote('family', { party: FAMILY });
    expect(decide({ quotes: [family, { ...family, id: idOf('again') }] })).toMatchObject({
      value: { hold: { party: FAMILY } },
    });
    expect(decide({ quotes: [family, quote('couple')] })).toMatchObject({
      value: { hold: { party: PARTY } },
    });
    expect(decide({ quotes: [{ ...family, expiresAt: NOW }] })).toMatchObject({
      value: { hold: { party: PARTY } },
    });
  });

  it('takes the party of the one that is named, and what the request says itself', () => {
    const quotes = [quote('family', { party: FAMILY }), quote('couple')];
    expect(decide({ quotes }, { quoteId: idOf('family') })).toMatchObject({
      value: { hold: { party: FAMILY } },
    });
    expect(decide({ quotes }, { quoteId: idOf('family'), children: 0 })).toMatchObject({
      value: { hold: { party: { ...FAMILY, children: 0 } } },
    });
    expect(decide({ quotes }, { quoteId: idOf('unknown') })).toMatchObject({ code: 'QUOTE_EXPIRED' });
  });

  it('keeps the exchange rate of the newest quote, not of one at the price of a hold', () => {
    const price = priceAt(100_000, PARTY, 'USD');
    const old = {
      ...price,
      exchange: { ...price.exchange!, rate: { tenThousandthsOfIqdForUsd: 10_000_000, asOf: '' } },
    };
    const quotes = [
      quote('old', { price: old }),
      quote('held', { price: old, fromHold: true, createdAt: NOW }),
    ];
    const held = decide({ quotes: [quotes[1]!] }, { currency: 'USD' });
    const quoted = decide({ quotes }, { currency: 'USD' });
    const rateOf = (outcome: typeof held) =>
      outcome.ok && outcome.value.hold.price.exchange!.rate.tenThousandthsOfIqdForUsd;
    expect([rateOf(held), rateOf(quoted)]).toEqual([13_100_000, 10_000_000]);
  });
});

describe('given a hold of the same guest', () => {
  it('returns it again for the same request, whatever has changed', () => {
    const own = hold({ asked: { ...NOTHING_ASKED, quoteId: null } });
    const later = { quotes: [quote('family', { party: FAMILY })], facts: facts({ free: 0, active: false }) };
    expect(decide({ ...later, holds: [own] })).toMatchObject({
      value: { isNew: false, hold: { id: 'hold' } },
    });
  });

  it('makes a new one for another party or guest, and after it has expired', () => {
    const own = hold({ asked: { ...NOTHING_ASKED, quoteId: null } });
    expect(decide({ holds: [own] }, { adults: 1 })).toMatchObject({ value: { isNew: true } });
    expect(decide({ holds: [own] }, {}, { ...GUEST, phone: '+9647800000000' })).toMatchObject({
      value: { isNew: true },
    });
    expect(decide({ holds: [{ ...own, expiresAt: NOW }] })).toMatchObject({ value: { isNew: true } });
  });
});
