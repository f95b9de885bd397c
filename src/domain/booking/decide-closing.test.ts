import { describe, expect, it } from 'vitest';
import { dayOf } from '../../kernel/day.ts';
import type { Booking } from './booking.ts';
import { decideClosing } from './decide-closing.ts';

/** Given: a stay from day 10 to day 12. */
const booking = (status: Booking['status']) =>
  ({ status, stay: { checkIn: 10, checkOut: 12 }, revision: 3, updatedAt: 1 }) as Booking;

describe('a stay that nobody closed', () => {
  it.each(['CONFIRMED', 'CHECKED_IN'] as const)('ends the day after check-out while it is %s', (status) => {
    expect(decideClosing({ booking: booking(status), now: 5, today: dayOf(12) })).toBeNull();
    expect(decideClosing({ booking: booking(status), now: 5, today: dayOf(13) })).toMatchObject({
      status: 'CHECKED_OUT',
      revision: 4,
      updatedAt: 5,
    });
  });

  it.each(['CANCELLED', 'CHECKED_OUT', 'NO_SHOW'] as const)('stays as it is once it is %s', (status) => {
    expect(decideClosing({ booking: booking(status), now: 5, today: dayOf(400) })).toBeNull();
  });
});
