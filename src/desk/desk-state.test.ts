import { describe, expect, it } from 'vitest';
import { UNOPENED } from '../domain/inventory/night.ts';
import { UNRESTRICTED } from '../domain/inventory/plan-day.ts';
import { pricesFrom, type RatePlan } from '../domain/pricing/rate-plan.ts';
import { dayOf } from '../kernel/day.ts';
import { parseRate } from '../kernel/exchange.ts';
import { type HotelId, idOf, ledgerIdOf, type RoomTypeId } from '../kernel/ids.ts';
import { minor } from '../kernel/money.ts';
import { DeskState, type Product } from './desk-state.ts';

const LEDGER = ledgerIdOf(1);
const ROOM = idOf<RoomTypeId>('room');
const PRICES = pricesFrom(1, 2, 3, 4);
const PRODUCT = { plan: { id: 'plan', prices: PRICES } as RatePlan } as Product;

/** Returns a state in which only day 10 of one room type and three days of one plan are loaded. */
function loaded() {
  const state = new DeskState({
    ...{
      databaseNow: Date.parse('2027-03-01T09:00:00Z'),
      shift: 60_000,
      epoch: 1,
      isHalted: false,
      numberBase: 0,
    },
    rate: parseRate(1310, '2027-01-01T00:00:00Z'),
  });
  state.addNight({
    ...{ ledgerId: LEDGER, hotelId: idOf<HotelId>('hotel'), roomTypeId: ROOM, day: dayOf(10) },
    ...{ night: { ...UNOPENED, open: true, allotment: 5, blocked: 1 }, booked: 2, held: 1 },
    ...{ hasCounter: true, bookedDelta: 0, heldDelta: 0 },
  });
  state.plans.load(
    [
      ['plan/10', null],
      ['plan/11', { ...PRICES, double: minor(20) }],
    ],
    [['plan/12', { ...UNRESTRICTED, stopSell: true }]],
  );
  return state;
}

describe('a fact that was not loaded has no default', () => {
  const facts = loaded().factsFor(PRODUCT, LEDGER, ROOM);

  it('nights and free rooms', () => {
    expect([facts.nightOn(dayOf(10)).allotment, facts.freeOn(dayOf(10))]).toEqual([5, 1]);
    expect(() => facts.nightOn(dayOf(11))).toThrow('night 11 of room was not loaded');
    expect(() => facts.freeOn(dayOf(11))).toThrow('night 11 of room was not loaded');
    expect(() => loaded().factsFor(PRODUCT, ledgerIdOf(2), ROOM).freeOn(dayOf(10))).toThrow('was not loaded');
  });

  it('prices: a loaded day without a price of its own has the usual one', () => {
    expect([facts.priceOn(dayOf(10)).double, facts.priceOn(dayOf(11)).double]).toEqual([2, 20]);
    expect(() => facts.priceOn(dayOf(12))).toThrow('the price of plan plan on day 12 was not loaded');
  });

  it('restrictions of a plan', () => {
    expect(facts.planDayOn(dayOf(12)).stopSell).toBe(true);
    expect(() => facts.planDayOn(dayOf(11))).toThrow(
      'the restrictions of plan plan on day 11 were not loaded',
    );
  });

  it('the number of active holds', () => {
    expect(() => loaded().activeHoldsOf(idOf('client'))).toThrow('were not loaded');
  });
});

it('prices are dated by the clock of the database, even if a test shifts the time', () => {
  const { now, pricedAt } = loaded().factsFor(PRODUCT, LEDGER, ROOM);
  expect(now - pricedAt).toBe(60_000);
});
