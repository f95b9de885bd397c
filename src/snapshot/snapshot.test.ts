import { describe, expect, it } from 'vitest';
import { ABOUT, hold, NOW, STAY, TODAY } from '../../test/support/given.ts';
import { PARTNER, planOf, putHotel, snapshotWith } from '../../test/support/small-snapshot.ts';
import { packPlanDay, UNRESTRICTED } from '../domain/inventory/plan-day.ts';
import { pricesFrom } from '../domain/pricing/rate-plan.ts';
import { addDays, type Day } from '../kernel/day.ts';
import { parseRate } from '../kernel/exchange.ts';
import { idOf, type RatePlanId } from '../kernel/ids.ts';
import { Snapshot } from './snapshot.ts';

const { ledgerId, roomTypeId } = ABOUT;

describe('given a hold', () => {
  it('it is live until it ends, and a late message about its start does not revive it', () => {
    const snapshot = new Snapshot();
    snapshot.putHold(hold());
    expect(snapshot.liveHolds(ledgerId, roomTypeId, NOW)).toHaveLength(1);
    snapshot.putHold(hold({ status: 'RELEASED' }));
    snapshot.putHold(hold());
    expect(snapshot.liveHolds(ledgerId, roomTypeId, NOW)).toEqual([]);
  });

  it('its rooms count as held until it is due, whether or not the counters know', () => {
    const snapshot = new Snapshot();
    snapshot.countersOf(ledgerId, roomTypeId).set(STAY.checkIn, 0, 1, 1);
    snapshot.putHold(hold());
    const { expiresAt } = hold();
    const heldAt = (now: number) => snapshot.heldOn(ledgerId, roomTypeId, STAY.checkIn, now);
    expect([heldAt(expiresAt - 1), heldAt(expiresAt)]).toEqual([1, 0]);
    expect(snapshot.liveHolds(ledgerId, roomTypeId, expiresAt)).toEqual([]);
  });
});

describe('given counters', () => {
  it('an older version of a night is ignored', () => {
    const counters = new Snapshot().countersOf(ledgerId, roomTypeId);
    counters.set(STAY.checkIn, 3, 0, 7);
    counters.set(STAY.checkIn, 2, 0, 6);
    expect(counters.bookedOn(STAY.checkIn)).toBe(3);
  });

  it('a ledger that is forgotten has none, and the others keep theirs', () => {
    const snapshot = new Snapshot();
    const other = (ledgerId + 1) as typeof ledgerId;
    for (const ledger of [ledgerId, other])
      snapshot.countersOf(ledger, roomTypeId).set(STAY.checkIn, 1, 0, 1);
    snapshot.forgetLedger(ledgerId);
    expect(snapshot.findCounters(ledgerId, roomTypeId)).toBeNull();
    expect(snapshot.findCounters(other, roomTypeId)?.bookedOn(STAY.checkIn)).toBe(1);
  });
});

describe('given what a hotel has for sale', () => {
  const forSale = (snapshot: Snapshot) => {
    const [entry] = snapshot.portfolioOf(PARTNER, TODAY).hotels;
    return snapshot.hotelForSale(entry!);
  };

  it('it is built once, and anew after a plan has changed', () => {
    const snapshot = snapshotWith({ number: '0001' });
    const before = forSale(snapshot);
    expect(forSale(snapshot)).toBe(before);
    snapshot.ratePlans.put(planOf({ number: '0001', double: 200_000 }));
    expect(before.stale).toBe(true);
    expect(forSale(snapshot).lowestPrices?.double).toBe(200_000);
  });

  it('it is built anew after the price of a day has changed', () => {
    const snapshot = snapshotWith({ number: '0001' });
    const before = forSale(snapshot);
    snapshot.changeDayPrices(idOf('plan-0001'), (prices) =>
      prices.set(STAY.checkIn, pricesFrom(1_000, 2_000, 3_000, 500)),
    );
    expect([before.stale, forSale(snapshot).lowestPrices?.double]).toEqual([true, 2_000]);
    expect(snapshot.priceOn(planOf({ number: '0001' }), STAY.checkIn).double).toBe(2_000);
    expect(snapshot.priceOn(planOf({ number: '0001' }), STAY.checkOut).double).toBe(100_000);
  });

  it('it is built anew when a plan gets its first restriction or loses its last, and sees all others', () => {
    const snapshot = snapshotWith({ number: '0001' });
    const plan = idOf<RatePlanId>('plan-0001');
    const close = (day: Day) =>
      snapshot.changePlanDays(plan, (days) =>
        days.set(day, packPlanDay({ ...UNRESTRICTED, stopSell: true })),
      );
    const open = (day: Day) => snapshot.changePlanDays(plan, (days) => days.clear(day));
    const plain = forSale(snapshot);
    expect([plain.rooms[0]!.sellsAllFrom, plain.rooms[0]!.plans[0]!.planDays]).toEqual([0, null]);
    close(addDays(STAY.checkIn, 5));
    const before = forSale(snapshot);
    const admits = () => forSale(snapshot).rooms[0]!.plans[0]!.planDays!.admits(STAY);
    expect([plain.stale, before.rooms[0]!.sellsAllFrom === 0, admits()]).toEqual([true, false, true]);
    close(STAY.checkIn);
    expect([forSale(snapshot) === before, before.stale, admits()]).toEqual([true, false, false]);
    open(STAY.checkIn);
    expect([forSale(snapshot) === before, admits(), snapshot.sizes().plan_days]).toEqual([true, true, 1]);
    open(addDays(STAY.checkIn, 5));
    expect([before.stale, forSale(snapshot).rooms[0]!.sellsAllFrom]).toEqual([true, 0]);
    expect([snapshot.findPlanDays(plan), snapshot.sizes().plan_days]).toEqual([null, 0]);
  });

  it('a plan that is removed leaves neither prices nor restrictions behind', () => {
    const snapshot = snapshotWith({ number: '0001' });
    const plan = idOf<RatePlanId>('plan-0001');
    const { day_prices, plan_days } = snapshot.sizes();
    snapshot.changeDayPrices(plan, (prices) => prices.set(STAY.checkIn, pricesFrom(1, 2, 3, 4)));
    snapshot.changePlanDays(plan, (days) =>
      days.set(STAY.checkIn, packPlanDay({ ...UNRESTRICTED, stopSell: true })),
    );
    snapshot.removeRatePlan(plan);
    expect(snapshot.sizes()).toMatchObject({ day_prices, plan_days, rate_plans: 0 });
    expect([snapshot.findDayPrices(plan), snapshot.findPlanDays(plan)]).toEqual([null, null]);
  });

  it('a room without a plan that has a policy is not for sale', () => {
    const snapshot = snapshotWith({ number: '0001' });
    snapshot.policies.remove(idOf('policy-0001'));
    expect(forSale(snapshot).rooms).toEqual([]);
  });
});

describe('given contracts', () => {
  it('the portfolio has the hotels of today, and follows a contract that comes or goes', () => {
    const snapshot = snapshotWith({ number: '0001' });
    const found = (today = TODAY) =>
      snapshot.portfolioOf(PARTNER, today).hotels.map(({ hotel }) => hotel.publicId);
    expect(found()).toEqual(['HTL-2026-0001']);
    putHotel(snapshot, { number: '0002' });
    expect(found()).toEqual(['HTL-2026-0001', 'HTL-2026-0002']);
    const contract = snapshot.findContract(PARTNER, idOf('hotel-0001'))!;
    snapshot.contracts.put({ ...contract, validUntil: '2027-03-01' });
    expect(found()).toHaveLength(2);
    expect(found(addDays(TODAY, 1))).toEqual(['HTL-2026-0002']);
  });
});

describe('given exchange rates', () => {
  it('the newest that is in force counts, however they came', () => {
    const snapshot = new Snapshot();
    const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();
    snapshot.putRate(parseRate(1_400, at(1_000)));
    snapshot.putRate(parseRate(1_300, at(-1_000)));
    snapshot.putRate(parseRate(1_200, at(-2_000)));
    expect(snapshot.rateAt(NOW).tenThousandthsOfIqdForUsd).toBe(13_000_000);
    expect(snapshot.rateAt(NOW + 1_000).tenThousandthsOfIqdForUsd).toBe(14_000_000);
    snapshot.removeRate(at(-1_000));
    expect(snapshot.rateAt(NOW).tenThousandthsOfIqdForUsd).toBe(12_000_000);
  });
});
