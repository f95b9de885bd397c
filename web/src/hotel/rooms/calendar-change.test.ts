import { describe, expect, it } from 'vitest';
import type {
  CalendarView,
  CellChange,
  DayPrices,
  RoomDay,
} from '../../../../src/http/hotel-page/calendar-api.ts';
import { closingOf, countChanged, linesOf, savingOf, undoOf } from './calendar-change.ts';
import { type ChangeForm, EMPTY_PRICES, updateOf, WEEKDAYS } from './change-form.ts';

const prices = (double: string): DayPrices => ({
  single: '60.00',
  double,
  extra_adult: '20.00',
  child: '10.00',
});
const price = (day: string, before: string | null, after: string | null, version = 3): CellChange => ({
  product: 'plan',
  room_type: 'room',
  day,
  before: { prices: before === null ? null : prices(before) },
  after: { prices: after === null ? null : prices(after) },
  version,
});
const night = (
  day: string,
  before: CellChange['before'],
  after: CellChange['after'],
  version = 1,
): CellChange => ({
  product: 'room',
  room_type: 'room',
  day,
  before,
  after,
  version,
});

describe('the change back', () => {
  it('joins neighbouring days that were alike, and sends the versions of the response', () => {
    const undo = undoOf([
      price('2027-01-17', '90.00', '120.00', 9),
      price('2027-01-15', '90.00', '120.00', 7),
      price('2027-01-16', '90.00', '120.00', 8),
      price('2027-01-18', '95.00', '120.00', 2),
      price('2027-01-20', '95.00', '120.00', 2),
    ]);
    const back = { room_type: 'room', rate_plan: 'plan' };
    expect(undo.updates).toEqual([
      { ...back, from: '2027-01-15', to: '2027-01-17', set: { prices: prices('90.00') } },
      { ...back, from: '2027-01-18', to: '2027-01-18', set: { prices: prices('95.00') } },
      { ...back, from: '2027-01-20', to: '2027-01-20', set: { prices: prices('95.00') } },
    ]);
    expect(undo.seen).toHaveLength(5);
    expect(undo.seen).toContainEqual(['plan', '2027-01-16', 8]);
  });

  it('joins days over the end of a month and of a year', () => {
    const days = ['2026-12-31', '2027-01-01'].map((day) => price(day, null, '120.00'));
    expect(undoOf(days).updates).toEqual([
      { room_type: 'room', rate_plan: 'plan', from: '2026-12-31', to: '2027-01-01', set: { prices: null } },
    ]);
  });

  it('sets only what was changed', () => {
    const closed = night('2027-01-15', { state: 'OPEN', allotment: 5 }, { state: 'CLOSED', allotment: 5 });
    expect(undoOf([closed]).updates).toEqual([
      { room_type: 'room', from: '2027-01-15', to: '2027-01-15', set: { closed: false } },
    ]);
    const fewer = night('2027-01-15', { state: 'OPEN', allotment: 5 }, { state: 'OPEN', allotment: 2 });
    expect(undoOf([fewer]).updates[0]!.set).toEqual({ allotment: 5 });
  });

  it('closes a night that nobody had opened', () => {
    const opened = night('2027-01-15', { state: 'NOT_OPEN', allotment: 0 }, { state: 'OPEN', allotment: 4 });
    expect(undoOf([opened]).updates[0]!.set).toEqual({ closed: true, allotment: 0 });
  });

  it('leaves out days that did not change', () => {
    const same = price('2027-01-15', '90.00', '90.00');
    expect(undoOf([same])).toEqual({ updates: [], seen: [] });
    expect([countChanged([same]), linesOf([same])]).toEqual([0, []]);
  });

  it('keeps the days of two room types apart', () => {
    const other = { ...price('2027-01-16', '90.00', '120.00'), product: 'other' };
    expect(undoOf([price('2027-01-15', '90.00', '120.00'), other]).updates).toHaveLength(2);
  });
});

describe('what a preview has shown', () => {
  it('is sent without the days that are already so', () => {
    const set = { prices: { double: '120.00' } };
    const saving = savingOf(
      [
        price('2027-01-15', '90.00', '120.00', 4),
        price('2027-01-16', '95.00', '120.00', 5),
        price('2027-01-17', '120.00', '120.00', 6),
        price('2027-01-18', null, '120.00', 0),
      ],
      set,
    );
    expect(saving.updates.map(({ from, to }) => [from, to])).toEqual([
      ['2027-01-15', '2027-01-16'],
      ['2027-01-18', '2027-01-18'],
    ]);
    expect(saving.updates[0]!.set).toBe(set);
    expect(saving.seen.map(([, day, version]) => [day, version])).toEqual([
      ['2027-01-15', 4],
      ['2027-01-16', 5],
      ['2027-01-18', 0],
    ]);
  });
});

describe('the lines of a preview', () => {
  it('join days with the same change', () => {
    const lines = linesOf([
      price('2027-01-15', '90.00', '120.00'),
      price('2027-01-16', '90.00', '120.00'),
      price('2027-01-17', '95.00', '120.00'),
    ]);
    expect(lines.map(({ first, to, days }) => [first.day, to, days])).toEqual([
      ['2027-01-15', '2027-01-16', 2],
      ['2027-01-17', '2027-01-17', 1],
    ]);
  });
});

describe('closing a night', () => {
  const day = (state: RoomDay['state'], version: number): RoomDay => ({
    ...{ day: '2027-01-15', allotment: 5, blocked: 0, booked: 1, held: 0, left: 4, changed: null },
    state,
    version,
  });
  const view: CalendarView = {
    ...{ from: '2027-01-15', to: '2027-01-15', today: '2027-01-15', currency: 'USD' },
    rooms: (['OPEN', 'CLOSED', 'NOT_OPEN'] as const).map((state, index) => ({
      ...{ id: state, code: state, name_en: state, name_ar: state, plans: [] },
      days: [day(state, index + 4)],
    })),
  };
  const all = view.rooms.map(({ id }) => id);

  it('names the open room types with the versions that were seen', () => {
    expect(closingOf(view, '2027-01-15', true, all)).toEqual({
      updates: [{ room_type: 'OPEN', from: '2027-01-15', to: '2027-01-15', set: { closed: true } }],
      seen: [['OPEN', '2027-01-15', 4]],
    });
  });

  it('opens only what is closed, and never what nobody has opened', () => {
    expect(closingOf(view, '2027-01-15', false, all)!.seen).toEqual([['CLOSED', '2027-01-15', 5]]);
    expect(closingOf(view, '2027-01-15', false, ['NOT_OPEN'])).toBeNull();
    expect(closingOf(view, '2027-01-16', true, all)).toBeNull();
  });
});

describe('the form of a change', () => {
  const form: ChangeForm = {
    ...{ kind: 'price', roomType: 'room', plan: 'plan', from: '2027-01-15', to: '2027-01-20' },
    ...{ weekdays: WEEKDAYS, prices: EMPTY_PRICES, isUsual: false, allotment: '', isOpening: false },
  };
  const range = { room_type: 'room', from: '2027-01-15', to: '2027-01-20' };

  it('reads amounts as people type them', () => {
    const typed = { ...EMPTY_PRICES, double: '١٥٠٬٠٠٠', single: '90.5', child: '۱۰' };
    expect(updateOf({ ...form, prices: typed })).toEqual({
      ...{ ...range, rate_plan: 'plan' },
      set: { prices: { single: '90.5', double: '150000', child: '10' } },
    });
  });

  it('goes back to the usual price, and names weekdays unless all are meant', () => {
    expect(updateOf({ ...form, isUsual: true, weekdays: ['FRI', 'THU'] })).toEqual({
      ...{ ...range, rate_plan: 'plan', weekdays: ['THU', 'FRI'] },
      set: { prices: null },
    });
  });

  it('sets a number of rooms, and opens the nights if asked', () => {
    const rooms: ChangeForm = { ...form, kind: 'allotment', allotment: '0' };
    expect(updateOf(rooms)).toEqual({ ...range, set: { allotment: 0 } });
    expect(updateOf({ ...rooms, isOpening: true })).toEqual({
      ...range,
      set: { allotment: 0, closed: false },
    });
  });

  it.each([
    ['badRange', { to: '2027-01-14' }],
    ['badRange', { from: '' }],
    ['pickDay', { weekdays: [] }],
    ['fillPrice', {}],
    ['badPrice', { prices: { ...EMPTY_PRICES, double: '-5' } }],
    ['badPrice', { prices: { ...EMPTY_PRICES, double: '9o' } }],
    ['fillRooms', { kind: 'allotment', allotment: '1.5' }],
    ['fillRooms', { kind: 'allotment', allotment: '10000' }],
  ] as const)('says %s', (problem, changes) => {
    expect(updateOf({ ...form, ...changes } as ChangeForm)).toBe(problem);
  });
});
