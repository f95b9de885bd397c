import { describe, expect, it } from 'vitest';
import { NOW, STAY, TODAY } from '../../../test/support/given.ts';
import { closeNight, PARTNER, planOf, snapshotWith } from '../../../test/support/small-snapshot.ts';
import { packPlanDay, UNRESTRICTED } from '../../domain/inventory/plan-day.ts';
import { pricesFrom } from '../../domain/pricing/rate-plan.ts';
import { addDays, formatDay } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { USUAL_PARTY } from '../../kernel/stay.ts';
import type { Snapshot } from '../snapshot.ts';
import { type SearchRequest, searchStays } from './search-stays.usecase.ts';

const REQUEST: SearchRequest = {
  ...{ checkIn: formatDay(STAY.checkIn), checkOut: formatDay(STAY.checkOut), party: USUAL_PARTY },
  ...{ currency: null, destination: null, limit: null, cursor: null },
};

function search(snapshot: Snapshot, changes: Partial<SearchRequest> = {}) {
  const context = { snapshot, now: () => new Date(NOW), today: () => TODAY };
  return searchStays(context, { client: PARTNER, keyId: 'key' }, { ...REQUEST, ...changes });
}

/** Returns the public ids of one page, and the cursor of the next page. */
function page(snapshot: Snapshot, changes: Partial<SearchRequest> = {}) {
  const outcome = search(snapshot, changes);
  if (!outcome.ok) throw new Error(outcome.code);
  const { items, nextCursor } = outcome.value.page;
  return { found: items.map((hotel) => hotel.publicId.slice(-4)), nextCursor };
}

describe('given hotels of several prices', () => {
  const three = () =>
    snapshotWith(
      { number: '0001', double: 300_000 },
      { number: '0002', double: 100_000 },
      { number: '0003' },
    );

  it('the cheapest comes first, and the name decides between equals', () => {
    expect(page(three()).found).toEqual(['0002', '0003', '0001']);
  });

  it('the total is that of all nights', () => {
    const outcome = search(three());
    expect(outcome.ok && outcome.value.page.items[0]!.lowestTotal).toBe(200_000);
  });

  it('pages follow each other without a gap or a repetition', () => {
    const first = page(three(), { limit: 2 });
    expect(first.found).toEqual(['0002', '0003']);
    expect(page(three(), { limit: 2, cursor: first.nextCursor })).toEqual({
      found: ['0001'],
      nextCursor: null,
    });
  });

  it('dollars are sorted by what they are in dinars', () => {
    const snapshot = snapshotWith({ number: '0001', double: 10_000, currency: 'USD' }, { number: '0002' });
    expect(page(snapshot).found).toEqual(['0002', '0001']);
    const cheap = snapshotWith({ number: '0001', double: 5_000, currency: 'USD' }, { number: '0002' });
    expect(page(cheap).found).toEqual(['0001', '0002']);
  });
});

describe('given a hotel whose charges change', () => {
  const charged = (from: number) => {
    const snapshot = snapshotWith({ number: '0001' }, { number: '0002', double: 110_000 });
    snapshot.hotels.put({
      ...snapshot.findHotel('HTL-2026-0001')!,
      chargeChanges: [{ from, taxBasisPoints: 1_000, serviceBasisPoints: 1_000 }],
    });
    return snapshot;
  };

  it.each([
    ['a millisecond before the change', NOW + 1, ['0001', '0002'], 200_000],
    ['at the instant of the change', NOW, ['0002', '0001'], 220_000],
  ])('%s, totals and the order are those of that moment', (_, from, order, lowest) => {
    const outcome = search(charged(from));
    expect(outcome.ok && outcome.value.page.items[0]!.lowestTotal).toBe(lowest);
    expect(page(charged(from)).found).toEqual(order);
    expect(page(charged(from), { limit: 1 }).found).toEqual(order.slice(0, 1));
  });
});

describe('given hotels that cannot take the party', () => {
  it('a suspended hotel, a closed night, too few rooms and a party that does not fit are left out', () => {
    const snapshot = snapshotWith(
      { number: '0001', status: 'SUSPENDED' },
      { number: '0002' },
      { number: '0003', allotment: 1 },
      { number: '0004' },
    );
    closeNight(snapshot, '0002', addDays(STAY.checkIn, 1));
    expect(page(snapshot).found).toEqual(['0003', '0004']);
    expect(page(snapshot, { party: { rooms: 2, adults: 4, children: 0 } }).found).toEqual(['0004']);
    expect(page(snapshot, { party: { rooms: 1, adults: 4, children: 0 } }).found).toEqual([]);
  });

  it('rooms that the ledger has booked are gone, those of another ledger are not', () => {
    const snapshot = snapshotWith({ number: '0001', allotment: 1 });
    const other = { ...PARTNER, ledgerId: 2 as typeof PARTNER.ledgerId };
    snapshot.countersOf(other.ledgerId, idOf('room-0001')).set(STAY.checkIn, 1, 0, 1);
    expect(page(snapshot).found).toEqual(['0001']);
    snapshot.countersOf(PARTNER.ledgerId, idOf('room-0001')).set(STAY.checkIn, 1, 0, 1);
    expect(page(snapshot).found).toEqual([]);
  });

  it('another city and a hotel without a contract are not found', () => {
    const snapshot = snapshotWith({ number: '0001', city: 'Najaf' }, { number: '0002' });
    expect(page(snapshot, { destination: 'Karbala' }).found).toEqual(['0002']);
    snapshot.contracts.remove(`${PARTNER.id}/hotel-0002`);
    expect(page(snapshot, { destination: 'Karbala' }).found).toEqual([]);
  });
});

describe('given two plans of one room', () => {
  const [cheap, dear] = ['plan-0001', 'plan-dear'] as const;
  const two = () => {
    const snapshot = snapshotWith({ number: '0001' }, { number: '0002', double: 120_000 });
    const plan = planOf({ number: '0001', double: 150_000 });
    snapshot.ratePlans.put({ ...plan, id: idOf(dear), code: 'HB' });
    return snapshot;
  };
  const restrict = (snapshot: Snapshot, plan: string, day = STAY.checkIn) =>
    snapshot.changePlanDays(idOf(plan), (days) =>
      days.set(day, packPlanDay({ ...UNRESTRICTED, stopSell: true })),
    );
  const totals = (snapshot: Snapshot, changes: Partial<SearchRequest> = {}) => {
    const outcome = search(snapshot, changes);
    return outcome.ok && outcome.value.page.items.map((one) => [one.publicId.slice(-4), one.lowestTotal]);
  };

  it('a restricted one is left out of the lowest total and of the order', () => {
    const snapshot = two();
    restrict(snapshot, dear);
    expect(totals(snapshot)).toEqual([
      ['0001', 200_000],
      ['0002', 240_000],
    ]);
    restrict(snapshot, cheap, STAY.checkOut);
    expect(totals(snapshot)).toEqual([
      ['0001', 200_000],
      ['0002', 240_000],
    ]);
    snapshot.changePlanDays(idOf(dear), (days) => days.clear(STAY.checkIn));
    restrict(snapshot, cheap);
    expect(totals(snapshot)).toEqual([
      ['0002', 240_000],
      ['0001', 300_000],
    ]);
    expect(totals(snapshot, { limit: 1 })).toEqual([['0002', 240_000]]);
  });

  it('with prices of days the same plans are left out', () => {
    const snapshot = two();
    snapshot.changeDayPrices(idOf(dear), (prices) => prices.set(STAY.checkIn, pricesFrom(1, 200_000, 1, 1)));
    restrict(snapshot, cheap);
    expect(totals(snapshot)).toEqual([
      ['0002', 240_000],
      ['0001', 350_000],
    ]);
  });

  it('without a plan that sells, the hotel is not found', () => {
    const snapshot = two();
    restrict(snapshot, cheap);
    restrict(snapshot, dear, addDays(STAY.checkIn, 1));
    expect(page(snapshot).found).toEqual(['0002']);
    // Now one plan is restricted, and the release period of the other plan has begun.
    snapshot.changePlanDays(idOf(dear), (days) => days.clear(addDays(STAY.checkIn, 1)));
    expect(page(snapshot).found).toEqual(['0002', '0001']);
    snapshot.ratePlans.put({ ...snapshot.ratePlans.find(idOf(dear))!, releaseDays: 11 });
    expect(page(snapshot).found).toEqual(['0002']);
  });
});

describe('given a request that makes no sense', () => {
  it.each([
    ['a day that does not exist', { checkIn: '2027-02-30' }],
    ['departure before arrival', { checkOut: formatDay(STAY.checkIn) }],
    ['an arrival in the past', { checkIn: formatDay(addDays(TODAY, -1)), checkOut: formatDay(TODAY) }],
    ['a cursor that no page gave', { cursor: 'bm9uc2Vuc2U' }],
  ])('%s is refused', (_, changes) => {
    expect(search(snapshotWith(), changes)).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' });
  });
});
