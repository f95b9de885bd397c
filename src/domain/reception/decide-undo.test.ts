import { describe, expect, it } from 'vitest';
import { booking, NOW, STAY } from '../../../test/support/given.ts';
import { addDays, type Day } from '../../kernel/day.ts';
import type { Booking } from '../booking/booking.ts';
import { decideUndo } from './decide-undo.ts';
import type { StepDecisionState } from './stay-step.ts';
import { type AuditedStep, lastUndoable, stepsInForce } from './steps-in-force.ts';

const { checkIn: IN, checkOut: OUT } = STAY;
const MINUTES = 60_000;

const step = (revision: number, action: AuditedStep['action'], minutesAgo = 5, actor = 'hotel') => ({
  ...{ revision, action, actor, at: NOW - minutesAgo * MINUTES },
});
const ARRIVED = step(2, 'CHECKED_IN');
const LEFT = step(3, 'CHECKED_OUT');
const checkedIn = () => booking({ status: 'CHECKED_IN', revision: 2 });
const checkedOut = (changes: Partial<Booking> = {}) =>
  booking({ status: 'CHECKED_OUT', revision: 3, releasedFrom: IN, ...changes });

function undo(of: Booking, audited: AuditedStep[], revision: number, state: Partial<StepDecisionState> = {}) {
  const request = { reason: null, sellAgain: false, undoes: revision };
  return decideUndo({ booking: of, now: NOW, today: IN, audited, freeOn: () => 1, ...state }, request);
}

describe('what an undo changes', () => {
  it('a check-in: CONFIRMED, with the next revision and nothing else', () => {
    expect(undo(checkedIn(), [ARRIVED], 2)).toEqual({
      ok: true,
      value: { booking: booking({ status: 'CONFIRMED', revision: 3, updatedAt: NOW }), isNew: true },
    });
  });

  it('a check-out: CHECKED_IN, and the nights belong to the guest again', () => {
    expect(undo(checkedOut(), [ARRIVED, LEFT], 3)).toEqual({
      ok: true,
      value: {
        booking: booking({ status: 'CHECKED_IN', revision: 4, releasedFrom: null, updatedAt: NOW }),
        isNew: true,
      },
    });
  });

  it('after the check-out, the check-in can be undone too', () => {
    const audited = [ARRIVED, LEFT, step(4, 'CORRECTED')];
    const again = booking({ status: 'CHECKED_IN', revision: 4 });
    expect(undo(again, audited, 2)).toMatchObject({
      ok: true,
      value: { booking: { status: 'CONFIRMED', revision: 5 } },
    });
  });

  it('what was undone before stays as it is, however late and whatever came after', () => {
    const corrected = [ARRIVED, step(3, 'CORRECTED')];
    const confirmed = booking({ revision: 3 });
    expect(undo(confirmed, corrected, 2, { now: NOW + 60 * MINUTES })).toEqual({
      ok: true,
      value: { booking: confirmed, isNew: false },
    });
    const arrived = booking({ status: 'CHECKED_IN', revision: 4 });
    expect(undo(arrived, [...corrected, step(4, 'CHECKED_IN')], 2)).toEqual({
      ok: true,
      value: { booking: arrived, isNew: false },
    });
  });
});

describe('what is refused', () => {
  const conflict = { ok: false, code: 'BOOKING_STATE_CONFLICT' };

  it.each<[string, Booking, AuditedStep[], number]>([
    ['a revision that was no step', booking(), [], 1],
    ['a revision that does not exist', checkedIn(), [ARRIVED], 3],
    ['a step with another one after it', checkedOut(), [ARRIVED, LEFT], 2],
    ['a correction', booking({ revision: 3 }), [ARRIVED, step(3, 'CORRECTED')], 3],
    ['a stay that closed by itself', checkedOut(), [ARRIVED, step(3, 'CHECKED_OUT', 1, 'SYSTEM')], 3],
    ['the step before it closed by itself', checkedOut(), [ARRIVED, step(3, 'CHECKED_OUT', 1, 'SYSTEM')], 2],
  ])('%s', (_what, of, audited, revision) => {
    expect(undo(of, audited, revision)).toMatchObject({ ...conflict, details: { status: of.status } });
  });

  it('after ten minutes, and not before', () => {
    for (const [of, audited, revision] of [
      [checkedIn(), [step(2, 'CHECKED_IN', 0)], 2],
      [checkedOut(), [ARRIVED, step(3, 'CHECKED_OUT', 0)], 3],
    ] as const) {
      const at = (now: number) => undo(of, [...audited], revision, { now });
      expect(at(NOW + 10 * MINUTES).ok).toBe(true);
      expect(at(NOW + 10 * MINUTES + 1)).toMatchObject({
        ...{ ...conflict, message: 'too late: a step can be undone for ten minutes' },
      });
    }
  });

  it('after the check-out day: the stay would close by itself', () => {
    expect(undo(checkedIn(), [ARRIVED], 2, { today: OUT }).ok).toBe(true);
    expect(undo(checkedIn(), [ARRIVED], 2, { today: addDays(OUT, 1) })).toMatchObject({
      ...{ ...conflict, details: { status: 'CHECKED_IN', checkIn: IN } },
    });
  });

  it('a check-out whose nights are not free: it names them, for all rooms of the booking', () => {
    const two = checkedOut({ party: { ...booking().party, rooms: 2 } });
    const free = (first: number, second: number) =>
      undo(two, [ARRIVED, LEFT], 3, { freeOn: (day: Day) => (day === IN ? first : second) });
    expect(free(2, 2).ok).toBe(true);
    expect(free(2, 1)).toMatchObject({
      ...{ ok: false, code: 'INSUFFICIENT_INVENTORY' },
      details: { roomsRequested: 2, nights: [{ day: addDays(IN, 1), available: 1 }] },
    });
    expect(free(-3, 0)).toMatchObject({
      details: {
        nights: [
          { day: IN, available: 0 },
          { day: addDays(IN, 1), available: 0 },
        ],
      },
    });
  });

  it('only nights that went on sale must be free', () => {
    const second = checkedOut({ releasedFrom: addDays(IN, 1) });
    const freeOn = (day: Day) => (day === IN ? 0 : 1);
    expect(undo(second, [ARRIVED, LEFT], 3, { freeOn }).ok).toBe(true);
    const onLastDay = checkedOut({ releasedFrom: null });
    expect(undo(onLastDay, [ARRIVED, LEFT], 3, { freeOn: () => 0 }).ok).toBe(true);
    expect(undo(checkedIn(), [ARRIVED], 2, { freeOn: () => 0 }).ok).toBe(true);
  });
});

describe('the steps that nobody has undone', () => {
  it('each correction takes away the last one', () => {
    const audited = [ARRIVED, LEFT, step(4, 'CORRECTED'), step(5, 'CORRECTED'), step(6, 'CHECKED_IN')];
    const revisions = (count: number) =>
      stepsInForce(audited.slice(0, count)).map(({ revision }) => revision);
    expect([0, 1, 2, 3, 4, 5].map(revisions)).toEqual([[], [2], [2, 3], [2], [], [6]]);
    expect(lastUndoable(audited)?.revision).toBe(6);
    expect(lastUndoable([])).toBeNull();
  });
});
