import { describe, expect, it } from 'vitest';
import { STORED_REFUSALS } from '../../desk/stored-refusals.ts';
import { dayOf, formatDay } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { minor } from '../../kernel/money.ts';
import { refuse, refuseInput } from '../../kernel/refusal.ts';
import { errorBody, REFUSAL_CODES, statusOf } from './errors.ts';

const detailsOf = (refusal: Parameters<typeof errorBody>[0]) => {
  const { error } = errorBody(refusal, 'request', 'https://api.example.org');
  return 'details' in error ? error.details : undefined;
};

describe('the body of a refusal', () => {
  const day = dayOf(20_878);

  it('has days as dates and money as text, in the names of the wire', () => {
    expect(
      detailsOf(refuse('INSUFFICIENT_INVENTORY', '', { roomsRequested: 2, nights: [{ day, available: 1 }] })),
    ).toEqual({ rooms_requested: 2, nights: [{ date: formatDay(day), available: 1 }] });
    expect(
      detailsOf(
        refuse('PRICE_CHANGED', '', {
          ...{ quotedTotal: minor(10_000), currentTotal: minor(10_550), currency: 'USD' as const },
          ...{ changePercent: 5.5, quoteId: null },
        }),
      ),
    ).toEqual({
      ...{ quoted_total: '100.00', current_total: '105.50', currency: 'USD' },
      ...{ change_percent: 5.5, quote_id: null },
    });
    expect(
      detailsOf(
        refuse('RESTRICTION_VIOLATED', '', {
          reasons: [
            { code: 'STOP_SELL', day },
            { code: 'MIN_STAY_THROUGH', day, ratePlanId: idOf('plan'), minStayThrough: 4 },
            { code: 'OCCUPANCY_EXCEEDED', maxAdults: 2, maxOccupancy: 3 },
          ],
        }),
      ),
    ).toEqual({
      reasons: [
        { code: 'STOP_SELL', date: formatDay(day) },
        { code: 'MIN_STAY_THROUGH', date: formatDay(day), rate_plan_id: 'plan', min_stay_through: 4 },
        { code: 'OCCUPANCY_EXCEEDED', max_adults: 2, max_occupancy: 3 },
      ],
    });
    expect(detailsOf(refuse('BOOKING_STATE_CONFLICT', '', { status: 'CONFIRMED', checkIn: day }))).toEqual({
      status: 'CONFIRMED',
      check_in: formatDay(day),
    });
  });

  it('lists the fields of bad input, and has no details where there are none', () => {
    const problem = { field: 'adults', code: 'TOO_SMALL' as const, message: 'adults must be at least 1' };
    expect(detailsOf(refuseInput([problem]))).toEqual([problem]);
    expect(detailsOf(refuse('HOTEL_NOT_FOUND', 'there is no such hotel'))).toBeUndefined();
  });
});

it('the desk stores every conflict of a stay except IDEMPOTENCY_IN_PROGRESS, which is temporary', () => {
  // Webhooks do not go through the desk.
  const conflicts = REFUSAL_CODES.filter((code) => statusOf(code) === 409 && !code.startsWith('WEBHOOK_'));
  expect([...STORED_REFUSALS].sort()).toEqual(
    conflicts.filter((code) => code !== 'IDEMPOTENCY_IN_PROGRESS').sort(),
  );
});
