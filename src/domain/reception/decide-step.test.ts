import { describe, expect, it } from 'vitest';
import { booking, NOW, STAY } from '../../../test/support/given.ts';
import { addDays, type Day } from '../../kernel/day.ts';
import { minor } from '../../kernel/money.ts';
import type { Booking, BookingStatus } from '../booking/booking.ts';
import { blockedRooms } from './decide-cannot-honour.ts';
import { decideStep } from './decide-step.ts';
import { auditedStep, type StayStep } from './stay-step.ts';

/** The stay has two nights, so there is one day between check-in day and check-out day. */
const { checkIn: IN, checkOut: OUT } = STAY;
const REQUEST = { reason: 'why', sellAgain: false };
const TARGET = {
  ...{
    CHECK_IN: 'CHECKED_IN',
    UNDO: 'CONFIRMED',
    MOVE: 'CONFIRMED',
    CHECK_OUT: 'CHECKED_OUT',
    NO_SHOW: 'NO_SHOW',
    CANNOT_HONOUR: 'CANCELLED',
  },
} as const;

function decide(step: StayStep, today: Day, of: Booking = booking(), request = REQUEST) {
  return decideStep(step, { booking: of, now: NOW, today, audited: [], freeOn: () => 0 }, request);
}
function decided(step: StayStep, today: Day, of: Booking = booking()): Booking {
  const outcome = decide(step, today, of);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value.booking;
}

describe('when a step is possible', () => {
  it.each<[StayStep, BookingStatus, number, number]>([
    // The bounds are in days after check-in. A bound of 400 means no bound.
    ['CHECK_IN', 'CONFIRMED', 0, 2],
    ['NO_SHOW', 'CONFIRMED', 1, 2],
    ['CANNOT_HONOUR', 'CONFIRMED', -400, 1],
    ['CHECK_OUT', 'CHECKED_IN', -400, 400],
  ])('%s of a booking that is %s: from day %i to day %i', (step, status, first, last) => {
    for (const day of [first, last])
      expect(decided(step, addDays(IN, day), booking({ status })).status).toBe(TARGET[step]);
    const outside = [first - 1, last + 1].filter((day) => Math.abs(day) < 400);
    for (const day of outside)
      expect(decide(step, addDays(IN, day), booking({ status }))).toMatchObject({
        ...{ ok: false, code: 'BOOKING_STATE_CONFLICT', details: { status, checkIn: IN } },
      });
  });

  it('the refusal says from when, or until when', () => {
    const message = (step: StayStep, today: Day) => {
      const outcome = decide(step, today);
      return outcome.ok ? '' : outcome.message;
    };
    expect(message('CHECK_IN', addDays(IN, -1))).toBe(
      'too early: check-in is possible from 2027-03-11 in Baghdad',
    );
    expect(message('CHECK_IN', addDays(OUT, 1))).toBe(
      'too late: check-in was possible until the end of 2027-03-13 in Baghdad',
    );
    expect(message('NO_SHOW', IN)).toBe('too early: a no-show can be reported from 2027-03-12 in Baghdad');
    expect(message('NO_SHOW', addDays(OUT, 1))).toContain('until the end of 2027-03-13');
    expect(message('CANNOT_HONOUR', OUT)).toContain('until 2027-03-13 began');
  });

  it('a step that has happened returns the booking as it is', () => {
    const steps: StayStep[] = ['CHECK_IN', 'CHECK_OUT', 'NO_SHOW', 'CANNOT_HONOUR'];
    for (const step of steps) {
      const before = step === 'CHECK_OUT' ? booking({ status: 'CHECKED_IN' }) : booking();
      const after = decided(step, addDays(IN, 1), before);
      expect(after.revision).toBe(2);
      const again = decide(step, addDays(OUT, 300), after, { reason: 'other', sellAgain: true });
      expect(again).toEqual({ ok: true, value: { booking: after, isNew: false } });
    }
  });

  it.each<[StayStep, BookingStatus[]]>([
    ['CHECK_IN', ['CANCELLED', 'CHECKED_OUT', 'NO_SHOW']],
    ['CHECK_OUT', ['CONFIRMED', 'CANCELLED', 'NO_SHOW']],
    ['NO_SHOW', ['CANCELLED', 'CHECKED_IN', 'CHECKED_OUT']],
    ['CANNOT_HONOUR', ['CANCELLED', 'CHECKED_IN', 'CHECKED_OUT', 'NO_SHOW']],
  ])('%s is refused in any other status', (step, statuses) => {
    for (const status of statuses)
      expect(decide(step, addDays(IN, 1), booking({ status }))).toMatchObject({
        ...{ code: 'BOOKING_STATE_CONFLICT', details: { status } },
        message: expect.stringContaining(`a booking with status ${status} cannot be`),
      });
  });
});

describe('money and nights', () => {
  it('check-in changes neither', () => {
    const before = booking();
    expect(decided('CHECK_IN', IN)).toEqual({ ...before, status: 'CHECKED_IN', revision: 2, updatedAt: NOW });
  });

  it('an early check-out gives back the nights from today on, and no money', () => {
    const before = booking({ status: 'CHECKED_IN' });
    const left = (today: Day) => decided('CHECK_OUT', today, before);
    expect([IN, addDays(IN, 1), OUT].map((day) => left(day).releasedFrom)).toEqual([
      IN,
      addDays(IN, 1),
      null,
    ]);
    const { dueAtHotel, cancelled, noShow, price } = left(IN);
    expect({ dueAtHotel, cancelled, noShow, price }).toEqual({
      ...{ dueAtHotel: before.dueAtHotel, cancelled: null, noShow: null, price: before.price },
    });
  });

  it('a no-show costs the last penalty of the timeline, whoever collects', () => {
    const timeline = [
      { from: '2027-03-01T00:00:00.000Z', penalty: minor(0) },
      { from: '2027-03-11T11:00:00.000Z', penalty: minor(5_000) },
    ];
    const atHotel = decided('NO_SHOW', addDays(IN, 1), booking({ timeline }));
    expect(atHotel.noShow).toEqual({
      ...{ at: new Date(NOW).toISOString(), reason: 'why', penalty: 5_000, refund: 0 },
    });
    expect([atHotel.dueAtHotel, atHotel.releasedFrom]).toEqual([5_000, addDays(IN, 1)]);
    const atPartner = decided('NO_SHOW', OUT, booking({ timeline, collectedBy: 'PARTNER' }));
    expect(atPartner.noShow).toMatchObject({ penalty: 5_000, refund: atPartner.price.total - 5_000 });
    expect([atPartner.dueAtHotel, atPartner.releasedFrom]).toEqual([0, null]);
  });

  it('a booking that is not honoured costs nothing, not even a penalty that was due before', () => {
    const least = { leastPenalty: minor(900_000) };
    const atPartner = decided('CANNOT_HONOUR', IN, booking({ collectedBy: 'PARTNER', ...least }));
    expect(atPartner.cancelled).toEqual({
      ...{ at: new Date(NOW).toISOString(), reason: 'why', penalty: 0, refund: 900_000, notHonoured: true },
      keptFromSale: true,
    });
    const atHotel = decided('CANNOT_HONOUR', IN);
    expect([atHotel.dueAtHotel, atHotel.cancelled!.refund]).toEqual([0, 0]);
  });

  it('its rooms are blocked from today on, as far as they are free and not to be sold again', () => {
    const party = { ...booking().party, rooms: 2 };
    const blocked = (today: Day, sellAgain = false, freeOn = (_: Day) => 5) =>
      blockedRooms(booking({ party }), today, { reason: 'why', sellAgain }, freeOn);
    const second = { day: addDays(IN, 1), rooms: 2 };
    expect(blocked(addDays(IN, -5))).toEqual([{ day: IN, rooms: 2 }, second]);
    expect(blocked(addDays(IN, 1))).toEqual([second]);
    expect(blocked(IN, true)).toEqual([]);
    const rooms = (free: number) => blocked(addDays(IN, 1), false, () => free).map((one) => one.rooms);
    expect([-1, 0, 1, 2, 3].map(rooms)).toEqual([[], [], [1], [2], [2]]);
  });

  it('the audit log has the reason, the amounts and the nights', () => {
    const audited = (step: StayStep, before: Booking) =>
      auditedStep(before, decided(step, addDays(IN, 1), before), 'why');
    expect(audited('CHECK_IN', booking())).toEqual({
      ...{ status: { from: 'CONFIRMED', to: 'CHECKED_IN' }, reason: 'why' },
    });
    expect(audited('CHECK_OUT', booking({ status: 'CHECKED_IN' }))).toMatchObject({
      released_from: { from: null, to: '2027-03-12' },
    });
    expect(audited('NO_SHOW', booking())).toMatchObject({ penalty_amount: '230000', refund_amount: '0' });
    expect(audited('CANNOT_HONOUR', booking())).toMatchObject({ not_honoured: true, reason: 'why' });
  });
});
