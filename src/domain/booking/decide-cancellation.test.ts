import { describe, expect, it } from 'vitest';
import { booking, NON_REFUNDABLE, NOW, STAY, TODAY } from '../../../test/support/given.ts';
import { addDays, type Day } from '../../kernel/day.ts';
import { minor } from '../../kernel/money.ts';
import { decideCancellation } from './decide-cancellation.ts';

const HOUR = 3_600_000;
const FLEXIBLE = [{ hoursBeforeCheckIn: 24, penalty: { type: 'NIGHTS' as const, value: 1 } }];
/** 14:00 in Baghdad on the day of check-in. */
const ARRIVAL = STAY.checkIn * 24 * HOUR + 11 * HOUR;
const cancel = (of = booking(), at = { now: NOW, today: TODAY }, dryRun = false) =>
  decideCancellation({ booking: of, ...at }, { reason: null, dryRun });

describe('given a booking that can be cancelled', () => {
  it.each([
    [ARRIVAL - 25 * HOUR, 0],
    [ARRIVAL - 23 * HOUR, 115_000],
    [ARRIVAL + HOUR, 230_000],
  ])('at %d costs %d, and the rest is given back by the partner who collected it', (now, penalty) => {
    const paid = booking({ collectedBy: 'PARTNER' }, { rules: FLEXIBLE });
    expect(cancel(paid, { now, today: addDays(TODAY, 10) })).toMatchObject({
      value: {
        isNew: true,
        cancellation: { penalty, refund: 230_000 - penalty },
        booking: { status: 'CANCELLED', dueAtHotel: 0 },
      },
    });
  });

  it('where the hotel collects, the penalty is due at the hotel and nothing is refunded', () => {
    expect(cancel(booking({ collectedBy: 'HOTEL' }, { rules: NON_REFUNDABLE }))).toMatchObject({
      value: { cancellation: { penalty: 230_000, refund: 0 }, booking: { dueAtHotel: 230_000 } },
    });
  });

  it('costs the retained penalty, although the stay is cheaper now', () => {
    const timeline = [{ from: new Date(NOW).toISOString(), penalty: minor(500_000) }];
    const short = booking({ collectedBy: 'PARTNER', leastPenalty: minor(500_000), timeline });
    expect(cancel(short)).toMatchObject({ value: { cancellation: { penalty: 500_000, refund: 0 } } });
  });

  it('changes nothing in a dry run', () => {
    expect(cancel(booking(), { now: NOW, today: TODAY }, true)).toMatchObject({
      value: { isNew: false, booking: { status: 'CONFIRMED' } },
    });
  });
});

describe('given a booking that cannot', () => {
  it('returns an earlier cancellation again, even after the stay', () => {
    const cancelled = { at: '2027-02-01T00:00:00.000Z', reason: null, penalty: minor(1), refund: minor(2) };
    expect(
      cancel(booking({ status: 'CANCELLED', cancelled }), { now: NOW, today: addDays(STAY.checkOut, 9) }),
    ).toMatchObject({
      value: { isNew: false, cancellation: cancelled },
    });
  });

  it('refuses from the day of check-out, and after check-in or no-show', () => {
    const at = (today: Day) => ({ now: NOW, today });
    expect(cancel(booking(), at(addDays(STAY.checkOut, -1))).ok).toBe(true);
    expect(cancel(booking(), at(STAY.checkOut))).toMatchObject({ code: 'BOOKING_STATE_CONFLICT' });
    for (const status of ['CHECKED_IN', 'CHECKED_OUT', 'NO_SHOW'] as const)
      expect(cancel(booking({ status }))).toMatchObject({ code: 'BOOKING_STATE_CONFLICT' });
  });
});
