import { describe, expect, it } from 'vitest';
import type { HotelBooking } from '../../../src/http/hotel-page/hotel-api.ts';
import { afterActions, nightsForSale, possibleActions, withdrawable } from './reception/possible-actions.ts';
import { sortDay } from './reception/sort-day.ts';
import { readVoucherCode } from './reception/voucher-code.ts';
import { isRefusal } from './store/is-refusal.ts';
import { newerOf, withBooking, withDay } from './store/merge.ts';
import { isNear, nearOnly } from './store/near-days.ts';

const TODAY = '2027-01-15';

function booking(changes: Partial<HotelBooking> = {}): HotelBooking {
  return {
    id: 'b1',
    voucher_id: 'IHC-2027-7KMQ2X',
    status: 'CONFIRMED',
    revision: 1,
    event: 1,
    guest: { name: 'زينب الكربلائي', phone: null, email: null },
    room_type: { name_en: 'Double', name_ar: 'مزدوجة' },
    board: 'ROOM_ONLY',
    check_in: TODAY,
    check_out: '2027-01-17',
    nights: 2,
    rooms: 1,
    adults: 2,
    children: 0,
    currency: 'IQD',
    total: '100000',
    due_at_hotel: '100000',
    collected_by: 'HOTEL',
    special_requests: null,
    channel: 'Partner',
    channel_reference: null,
    created_at: '2027-01-10T08:00:00.000Z',
    updated_at: '2027-01-10T08:00:00.000Z',
    received: { needed: false, at: null, by: null },
    changed_fields: [],
    ended: null,
    undo: null,
    ...changes,
  };
}
const NEEDED = { needed: true, at: null, by: null };
const ids = (bookings: HotelBooking[]) => bookings.map(({ id }) => id);

describe('the lists of a day', () => {
  it('are arrivals with late ones first, in house, departures and what ended today', () => {
    const lists = sortDay(
      [
        booking({ id: 'arrives' }),
        booking({ id: 'late', check_in: '2027-01-14' }),
        booking({ id: 'tomorrow', check_in: '2027-01-16' }),
        booking({ id: 'stays', status: 'CHECKED_IN' }),
        booking({ id: 'leaves', status: 'CHECKED_IN', check_out: TODAY }),
        booking({ id: 'overstays', status: 'CHECKED_IN', check_out: '2027-01-14' }),
        // In Baghdad, these times are 23:30 on the day before and 00:30 today.
        booking({ id: 'yesterday', status: 'CHECKED_OUT', updated_at: '2027-01-14T20:30:00.000Z' }),
        booking({ id: 'left', status: 'CHECKED_OUT', updated_at: '2027-01-14T21:30:00.000Z' }),
        booking({ id: 'missed', status: 'NO_SHOW', updated_at: '2027-01-15T09:00:00.000Z' }),
      ],
      TODAY,
    );
    expect(ids(lists.arrivals)).toEqual(['late', 'arrives']);
    expect(ids(lists.inHouse)).toEqual(['stays']);
    expect(ids(lists.departures)).toEqual(['overstays', 'leaves']);
    expect(ids(lists.done)).toEqual(['missed', 'left']);
    expect(lists.toReceive).toEqual([]);
  });

  it('have what nobody has received on top, the next arrival first, and still in its own list', () => {
    const lists = sortDay(
      [
        booking({ id: 'later', check_in: '2027-03-01', received: NEEDED }),
        booking({ id: 'now', received: NEEDED }),
        booking({ id: 'cancelled', status: 'CANCELLED', check_in: '2027-02-01', received: NEEDED }),
      ],
      TODAY,
    );
    expect(ids(lists.toReceive)).toEqual(['now', 'cancelled', 'later']);
    expect(ids(lists.arrivals)).toEqual(['now']);
    expect(lists.done).toEqual([]);
  });
});

describe('the steps of a booking', () => {
  it.each([
    ['the day before', '2027-01-16', '2027-01-18', ['cannot-honour']],
    ['the day of arrival', TODAY, '2027-01-17', ['check-in', 'cannot-honour']],
    ['the day after', '2027-01-14', '2027-01-17', ['check-in', 'no-show', 'cannot-honour']],
    ['the last day', '2027-01-13', TODAY, ['check-in', 'no-show']],
    ['after the stay', '2027-01-12', '2027-01-14', []],
  ])('on %s', (_, check_in, check_out, expected) => {
    expect(possibleActions(booking({ check_in, check_out }), TODAY)).toEqual(expected);
  });

  it('of a guest in house, and of one that has left', () => {
    expect(possibleActions(booking({ status: 'CHECKED_IN' }), TODAY)).toEqual(['check-out']);
    expect(possibleActions(booking({ status: 'CHECKED_OUT' }), TODAY)).toEqual([]);
    expect(possibleActions(booking({ status: 'CANCELLED', received: NEEDED }), TODAY)).toEqual(['received']);
  });

  it('count as done while they wait for the line', () => {
    const after = afterActions(booking({ received: NEEDED }), ['received', 'check-in']);
    expect([after.received.needed, after.status]).toEqual([false, 'CHECKED_IN']);
    expect(possibleActions(after, TODAY)).toEqual(['check-out']);
  });
});

describe('an undo that waits for the line', () => {
  const undo = { revision: 2, until: '2027-01-15T09:00:00.000Z' };

  it('shows the step before, and is not offered twice', () => {
    const left = booking({ status: 'CHECKED_OUT', undo });
    expect(afterActions(left, ['undo'])).toMatchObject({ status: 'CHECKED_IN', undo: null });
    const arrived = booking({ status: 'CHECKED_IN', undo });
    expect(afterActions(arrived, ['undo'])).toMatchObject({ status: 'CONFIRMED', undo: null });
    expect(afterActions(arrived, ['check-out'])).toMatchObject({ status: 'CHECKED_OUT', undo: null });
    expect(afterActions(arrived, ['received']).undo).toEqual(undo);
  });

  it('is not needed for the last step that was not sent', () => {
    const step = (action: 'received' | 'check-in' | 'check-out' | 'no-show' | 'undo') => ({ action });
    expect(withdrawable([])).toBeNull();
    expect(withdrawable([step('received'), step('check-in')])?.action).toBe('check-in');
    expect(withdrawable([step('check-in'), step('check-out')])?.action).toBe('check-out');
    for (const other of ['received', 'no-show', 'undo'] as const)
      expect(withdrawable([step('check-in'), step(other)])).toBeNull();
  });
});

describe('the nights that go on sale when a guest leaves', () => {
  it.each([
    ['2027-01-14', ['2027-01-15', '2027-01-16']],
    [TODAY, ['2027-01-15', '2027-01-16']],
    ['2027-01-16', ['2027-01-16']],
    ['2027-01-17', []],
    ['2027-01-18', []],
  ])('on %s: %j', (today, nights) => {
    expect(nightsForSale(booking(), today)).toEqual(nights);
  });

  it('over the end of a month', () => {
    const stay = { check_in: '2027-02-27', check_out: '2027-03-02' };
    expect(nightsForSale(booking(stay), TODAY)).toEqual(['2027-02-27', '2027-02-28', '2027-03-01']);
  });
});

describe('the end of a voucher number', () => {
  it.each([
    ['7KMQ2X', '7KMQ2X'],
    [' 7kmq 2x ', '7KMQ2X'],
    ['7KM-Q2X', '7KMQ2X'],
    ['IHC-2027-7KMQ2X', '7KMQ2X'],
    ['\u200e7KMQ2X\u200f', '7KMQ2X'],
    // Voucher numbers contain no letters that look like digits.
    ['7KMQ2O', null],
    ['7KMQ2', null],
    ['7KMQ2XX', null],
    ['', null],
  ])('"%s" is %s', (typed, code) => {
    expect(readVoucherCode(typed)).toBe(code);
  });
});

describe('two copies of a booking', () => {
  it('the one of the later event wins, in either order', () => {
    const [older, newer] = [booking({ event: 4 }), booking({ event: 5, revision: 2 })];
    expect(newerOf(older, newer)).toBe(newer);
    expect(newerOf(newer, older)).toBe(newer);
    expect(newerOf(undefined, older)).toBe(older);
  });

  it('of the same event: received wins, in either order', () => {
    const open = booking({ received: NEEDED });
    const received = booking({ received: { needed: false, at: '2027-01-15T08:00:00.000Z', by: 'Ali' } });
    expect(newerOf(open, received)).toBe(received);
    expect(newerOf(received, open)).toBe(received);
  });

  it('a day that was read before an event does not hide the event', () => {
    const day = { now: '2027-01-15T08:00:00.000Z', today: TODAY, event: 7, bookings: [], has_more: false };
    const before = withDay(null, { ...day, event: 6, bookings: [booking({ id: 'gone', event: 6 })] });
    const heard = withBooking(before, booking({ id: 'new', event: 8 }), 8);
    const after = withDay(heard, day);
    expect([...after.bookings.keys()]).toEqual(['new']);
    expect(after.event).toBe(8);
  });
});

describe('a step that was sent', () => {
  it.each([
    ['BOOKING_STATE_CONFLICT', 409, true],
    ['BOOKING_NOT_FOUND', 404, true],
    ['OFFLINE', 0, false],
    ['SIGN_IN_REQUIRED', 401, false],
    ['RATE_LIMIT_EXCEEDED', 429, false],
    ['IDEMPOTENCY_IN_PROGRESS', 409, false],
    ['SERVICE_UNAVAILABLE', 503, false],
    ['OUTCOME_UNKNOWN', 504, false],
    ['UNREADABLE', 403, false],
    // During a deployment, a node of the previous release responds like this.
    ['ROUTE_NOT_FOUND', 404, false],
  ])('%s is final: %s %s', (code, status, expected) => {
    expect(isRefusal({ code, status })).toBe(expected);
  });
});

describe('what a phone stores', () => {
  it.each([
    ['2027-01-17', '2027-01-18', true],
    ['2027-01-18', '2027-01-19', false],
    ['2027-01-10', '2027-01-13', true],
    ['2027-01-10', '2027-01-12', false],
    ['2027-01-01', '2027-02-01', true],
  ])('a stay from %s to %s on 15 January: %s', (check_in, check_out, near) => {
    expect(isNear({ check_in, check_out }, TODAY)).toBe(near);
  });

  it('is the bookings of two days before and after, and all else of the day', () => {
    const near = booking({ id: 'near' });
    const far = booking({ id: 'far', check_in: '2027-03-01', check_out: '2027-03-02', received: NEEDED });
    const known = {
      today: TODAY,
      event: 9,
      bookings: new Map([near, far].map((one) => [one.id, one])),
      hasMore: true,
      asOf: '2027-01-15T08:00:00.000Z',
    };
    const stored = nearOnly(known, TODAY);
    expect(stored).toEqual({ ...known, bookings: new Map([['near', near]]) });
    expect(known.bookings.size).toBe(2);
    expect([...nearOnly(known, '2027-02-28').bookings.keys()]).toEqual(['far']);
  });
});
