import { describe, expect, it } from 'vitest';
import {
  booking,
  facts,
  type Given,
  NON_REFUNDABLE,
  priceAt,
  STAY,
  TODAY,
} from '../../../test/support/given.ts';
import { addDays, dayOf } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { decideModification, type ModifyRequest } from './decide-modification.ts';

const NOTHING: ModifyRequest = {
  ...{ checkIn: null, checkOut: null, roomTypeId: null, ratePlanId: null },
  ...{ guestName: null, guestPhone: null, specialRequests: null, dryRun: false },
};
const modify = (change: Partial<ModifyRequest>, given: Given = {}, before = booking({}, given)) =>
  decideModification({ booking: before, facts: facts(given) }, { ...NOTHING, ...change });

describe('given a confirmed booking of two nights', () => {
  it('changes the guest without looking at contract, price or rooms', () => {
    const gone = { free: 0, active: false, permissions: [], double: 500_000 } satisfies Given;
    expect(modify({ guestName: 'علي' }, gone, booking())).toMatchObject({
      value: { booking: { guest: { name: 'علي' }, price: { total: 230_000 }, revision: 2 }, difference: 0 },
    });
  });

  it('keeps the price of kept nights and uses the current price for added ones', () => {
    const longer = modify({ checkOut: addDays(STAY.checkOut, 1) }, { double: 150_000 }, booking());
    expect(longer).toMatchObject({
      value: { booking: { price: { subtotal: 350_000 } }, difference: 172_500 },
    });
  });

  it('needs free rooms only on added nights', () => {
    expect(modify({ checkOut: addDays(STAY.checkOut, -1) }, { free: 0 }, booking()).ok).toBe(true);
    expect(modify({ checkOut: addDays(STAY.checkOut, 1) }, { free: 0 }, booking())).toMatchObject({
      code: 'INSUFFICIENT_INVENTORY',
    });
  });

  it('ignores restrictions on nights that it already has', () => {
    const closed = { night: { stopSell: true } };
    expect(modify({ checkOut: addDays(STAY.checkOut, -1) }, closed, booking()).ok).toBe(true);
    expect(modify({ checkOut: addDays(STAY.checkOut, 1) }, closed, booking())).toMatchObject({
      code: 'RESTRICTION_VIOLATED',
    });
  });

  it('ignores restrictions of its plan on nights that it already has, and of another plan on none', () => {
    const closed = { planDay: { stopSell: true } };
    const shorter = { checkOut: addDays(STAY.checkOut, -1) };
    expect(modify(shorter, closed, booking()).ok).toBe(true);
    expect(modify({ checkOut: addDays(STAY.checkOut, 1) }, closed, booking())).toMatchObject({
      code: 'RESTRICTION_VIOLATED',
      message: 'the hotel does not accept this stay: STOP_SELL of rate plan BB',
      details: { reasons: [{ code: 'STOP_SELL', day: STAY.checkOut, ratePlanId: 'plan' }] },
    });
    const other = booking({ ratePlanId: idOf('other plan') });
    expect(modify({}, closed, other)).toMatchObject({ code: 'RESTRICTION_VIOLATED' });
    expect(modify({}, {}, other).ok).toBe(true);
  });

  it('keeps its day of arrival and of departure, and needs the minimum stay of its plan', () => {
    const later = { checkOut: addDays(STAY.checkOut, 1) };
    const earlier = { checkIn: addDays(STAY.checkIn, -1) };
    for (const [change, planDay, ok] of [
      [later, { closedToArrival: true }, true],
      [earlier, { closedToArrival: true }, false],
      [earlier, { closedToDeparture: true }, true],
      [later, { closedToDeparture: true }, false],
      [later, { minStay: 3, minStayThrough: 3 }, true],
      [later, { minStay: 4 }, false],
      [later, { minStayThrough: 4 }, false],
      [later, { maxStay: 2 }, false],
    ] as const)
      expect([change, planDay, modify(change, { planDay }, booking()).ok]).toEqual([change, planDay, ok]);
  });

  it('has from one to thirty nights afterwards', () => {
    expect(modify({ checkOut: addDays(STAY.checkIn, 30) }).ok).toBe(true);
    for (const checkOut of [STAY.checkIn, STAY.checkIn + 31])
      expect(modify({ checkOut: dayOf(checkOut) })).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('moves until the day before check-in', () => {
    expect(
      modify({ checkOut: addDays(STAY.checkOut, 1) }, { today: addDays(STAY.checkIn, -1) }, booking()).ok,
    ).toBe(true);
    expect(modify({ checkOut: addDays(STAY.checkOut, 1) }, { today: STAY.checkIn }, booking())).toMatchObject(
      {
        code: 'BOOKING_STATE_CONFLICT',
      },
    );
    expect(modify({ checkIn: addDays(TODAY, -1) })).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('writes nothing for a dry run or when nothing changes', () => {
    expect(modify({ checkOut: addDays(STAY.checkOut, 1), dryRun: true })).toMatchObject({
      value: { isNew: false },
    });
    expect(modify({ ratePlanId: idOf('plan'), roomTypeId: idOf('room') })).toMatchObject({
      value: { isNew: false, changes: {} },
    });
  });
});

describe('given a booking whose penalty is already due', () => {
  const rules = NON_REFUNDABLE;

  it('retains it when the stay becomes shorter: nothing is given back', () => {
    expect(modify({ checkOut: addDays(STAY.checkOut, -1) }, { rules })).toMatchObject({
      value: {
        booking: {
          price: { total: 115_000 },
          leastPenalty: 230_000,
          dueAtHotel: 230_000,
          timeline: [{ penalty: 230_000 }],
        },
        difference: 0,
      },
    });
  });

  it('keeps it when the stay moves to terms that would be free', () => {
    const before = booking({}, { rules });
    const moved = modify(
      { checkIn: addDays(STAY.checkIn, 5), checkOut: addDays(STAY.checkOut, 5) },
      {},
      before,
    );
    expect(moved).toMatchObject({
      value: { booking: { leastPenalty: 230_000, timeline: [{ penalty: 230_000 }] } },
    });
  });
});

it('a booking in another currency keeps its exchange rate, and drops it for a plan that needs none', () => {
  const before = booking({ price: priceAt(100_000, undefined, 'USD') });
  expect(modify({ checkOut: addDays(STAY.checkOut, 1) }, {}, before)).toMatchObject({
    value: { booking: { price: { currency: 'USD', exchange: { baseCurrency: 'IQD' } } } },
  });
});
