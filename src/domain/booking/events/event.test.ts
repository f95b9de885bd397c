import { describe, expect, it } from 'vitest';
import { booking, STAY, TODAY } from '../../../../test/support/given.ts';
import { addDays } from '../../../kernel/day.ts';
import { idOf, type RoomTypeId } from '../../../kernel/ids.ts';
import { lastNightOf, nightsChanged } from './event.ts';

const [IN, OUT] = [STAY.checkIn, STAY.checkOut];
const stay = (first: number, last: number) => ({
  stay: { checkIn: addDays(TODAY, first), checkOut: addDays(TODAY, last) },
});
const night = (number: number) => addDays(TODAY, number);
const OTHER = idOf<RoomTypeId>('other room');

describe('what a change does to the nights', () => {
  it('a new booking takes its nights, up to the one before check-out', () => {
    const nights = nightsChanged(null, booking());
    expect(nights).toEqual([['room', IN, addDays(OUT, -1), 1]]);
    expect(lastNightOf(nights)).toBe(addDays(OUT, -1));
  });

  it('a cancellation gives all of them back', () => {
    expect(nightsChanged(booking(), booking({ status: 'CANCELLED' }))).toEqual([['room', IN, OUT - 1, -1]]);
  });

  it('a change that keeps room and dates changes no night', () => {
    const nights = nightsChanged(booking(), booking({ status: 'CHECKED_IN' }));
    expect(nights).toEqual([]);
    expect(lastNightOf(nights)).toBeNull();
  });

  it('only the nights that differ appear, on both sides', () => {
    const before = booking(stay(10, 14));
    expect(nightsChanged(before, booking(stay(9, 12)))).toEqual([
      ['room', night(9), night(9), 1],
      ['room', night(12), night(13), -1],
    ]);
    expect(nightsChanged(before, booking(stay(11, 16)))).toEqual([
      ['room', night(10), night(10), -1],
      ['room', night(14), night(15), 1],
    ]);
  });

  it('another room, or dates that do not overlap: all is given back and taken', () => {
    expect(nightsChanged(booking(stay(10, 12)), booking(stay(12, 13)))).toEqual([
      ['room', night(10), night(11), -1],
      ['room', night(12), night(12), 1],
    ]);
    expect(nightsChanged(booking(stay(10, 12)), booking({ ...stay(10, 12), roomTypeId: OTHER }))).toEqual([
      ['room', night(10), night(11), -1],
      ['other room', night(10), night(11), 1],
    ]);
  });

  it('nights that are released are given back once', () => {
    const before = booking({ ...stay(10, 14), status: 'CHECKED_IN' });
    const left = booking({ ...stay(10, 14), status: 'CHECKED_OUT', releasedFrom: night(12) });
    expect(nightsChanged(before, left)).toEqual([['room', night(12), night(13), -1]]);
    const atOnce = booking({ ...stay(10, 14), status: 'CHECKED_OUT', releasedFrom: night(10) });
    expect(nightsChanged(before, atOnce)).toEqual([['room', night(10), night(13), -1]]);
  });

  it('for any two stays, the sum per night is what is occupied after minus before', () => {
    const lengths = [0, 1, 2, 3, 4];
    const stays = lengths.flatMap((first) =>
      lengths.map((nights) => ({
        first,
        end: first + nights + 1,
        of: booking(stay(first, first + nights + 1)),
      })),
    );
    for (const one of stays)
      for (const other of stays) {
        const sums = new Array<number>(12).fill(0);
        for (const [, first, last, rooms] of nightsChanged(one.of, other.of))
          for (let day = first; day <= last; day = addDays(day, 1)) sums[day - TODAY]! += rooms;
        const occupies = ({ first, end }: typeof one, at: number) => Number(at >= first && at < end);
        expect(sums).toEqual(sums.map((_, at) => occupies(other, at) - occupies(one, at)));
      }
  });
});
