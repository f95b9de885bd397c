import { describe, expect, it } from 'vitest';
import type { Command } from '../booking/command.ts';
import { type Entry, HotelQueues } from './hotel-queues.ts';

const ALWAYS = Number.POSITIVE_INFINITY;

function entry(arrivedAt: number, hotelId = 'hotel', bookingId: string | null = null): Entry {
  const kind = bookingId === null ? 'book' : 'cancel';
  const command = { kind, bookingId, hotelLedger: { ledgerId: 1, hotelId } } as unknown as Command;
  return { command, arrivedAt, respond: () => {}, move: () => {} };
}

const arrivals = (entries: Entry[]) => entries.map(({ arrivedAt }) => arrivedAt);

describe('the queue of a hotel', () => {
  it('is ordered by the time at which requests were read, not by that of their coming', () => {
    const queues = new HotelQueues();
    for (const at of [5, 3, 9, 4, 5.5]) queues.add(entry(at));
    expect(arrivals(queues.take(10, ALWAYS, true).entries)).toEqual([3, 4, 5, 5.5, 9]);
    expect(queues.count).toBe(0);
  });

  it('keeps back what arrived after the time up to which all commands are here', () => {
    const queues = new HotelQueues();
    for (const at of [1, 2, 3]) queues.add(entry(at));
    queues.add(entry(4, 'other'));
    expect(arrivals(queues.take(10, 2, true).entries)).toEqual([1, 2]);
    expect(queues.take(10, 3.9, true).entries).toEqual([]);
    expect(arrivals(queues.take(10, 4, true).entries)).toEqual([4]);
    expect(queues.count).toBe(1);
  });

  it('is closed while a batch has it, and open afterwards', () => {
    const queues = new HotelQueues();
    queues.add(entry(1));
    const batch = queues.take(10, ALWAYS, true);
    queues.add(entry(2));
    expect(queues.take(10, ALWAYS, true).entries).toEqual([]);
    queues.open(batch.queues, batch.entries);
    expect(arrivals(queues.take(10, ALWAYS, true).entries)).toEqual([2]);
  });

  it('gives a batch at most one change of a booking, and at most its limit', () => {
    const queues = new HotelQueues();
    queues.add(entry(1, 'hotel', 'a'));
    queues.add(entry(2, 'hotel', 'b'));
    queues.add(entry(3, 'hotel', 'a'));
    const first = queues.take(10, ALWAYS, true);
    expect(arrivals(first.entries)).toEqual([1, 2]);
    queues.open(first.queues, first.entries);
    for (const at of [4, 5]) queues.add(entry(at));
    expect(arrivals(queues.take(2, ALWAYS, true).entries)).toEqual([3, 4]);
  });

  it('removes what waited too long, and leaves the rest', () => {
    const queues = new HotelQueues();
    for (const at of [1, 2, 3]) queues.add(entry(at));
    queues.add(entry(1.5, 'other'));
    expect(arrivals(queues.removeBefore(2)).sort()).toEqual([1, 1.5]);
    expect(queues.count).toBe(2);
  });
});
