import { describe, expect, it } from 'vitest';
import type { Command } from '../domain/booking/command.ts';
import type { Entry } from './entry.ts';
import { HotelQueues } from './hotel-queues.ts';

const ALWAYS = Number.POSITIVE_INFINITY;

function entry(arrivedAt: number, hotelId = 'hotel', bookingId: string | null = null): Entry {
  const kind = bookingId === null ? 'book' : 'cancel';
  const command = { kind, bookingId, hotelLedger: { ledgerId: 1, hotelId } } as unknown as Command;
  return { command, arrivedAt, respond: () => {}, move: () => {} };
}

const take = (queues: HotelQueues, limit: number, completeUntil = ALWAYS, withOffers = true) =>
  queues.take({ limit, completeUntil, close: true, withOffers });

const arrivals = (entries: Entry[]) => entries.map(({ arrivedAt }) => arrivedAt);

describe('the queue of a hotel', () => {
  it('is ordered by the time at which requests were read, not by that of their coming', () => {
    const queues = new HotelQueues();
    for (const at of [5, 3, 9, 4, 5.5]) queues.add(entry(at));
    expect(arrivals(take(queues, 10, ALWAYS).entries)).toEqual([3, 4, 5, 5.5, 9]);
    expect(queues.count).toBe(0);
  });

  it('keeps back what arrived after the time up to which all commands are here', () => {
    const queues = new HotelQueues();
    for (const at of [1, 2, 3]) queues.add(entry(at));
    queues.add(entry(4, 'other'));
    expect(arrivals(take(queues, 10, 2).entries)).toEqual([1, 2]);
    expect(take(queues, 10, 3.9).entries).toEqual([]);
    expect(arrivals(take(queues, 10, 4).entries)).toEqual([4]);
    expect(queues.count).toBe(1);
  });

  it('is closed while a batch has it, and open afterwards', () => {
    const queues = new HotelQueues();
    queues.add(entry(1));
    const batch = take(queues, 10, ALWAYS);
    queues.add(entry(2));
    expect(take(queues, 10, ALWAYS).entries).toEqual([]);
    queues.open(batch.queues, batch.entries);
    expect(arrivals(take(queues, 10, ALWAYS).entries)).toEqual([2]);
  });

  it('gives a batch at most one change of a booking, and at most its limit', () => {
    const queues = new HotelQueues();
    queues.add(entry(1, 'hotel', 'a'));
    queues.add(entry(2, 'hotel', 'b'));
    queues.add(entry(3, 'hotel', 'a'));
    const first = take(queues, 10, ALWAYS);
    expect(arrivals(first.entries)).toEqual([1, 2]);
    queues.open(first.queues, first.entries);
    for (const at of [4, 5]) queues.add(entry(at));
    expect(arrivals(take(queues, 2, ALWAYS).entries)).toEqual([3, 4]);
  });

  it('takes a booking that cannot be honoured alone: it changes what the hotel offers', () => {
    const step = (arrivedAt: number, name: string): Entry => {
      const { command, ...rest } = entry(arrivedAt, 'hotel', `booking ${arrivedAt}`);
      return { ...rest, command: { ...command, kind: 'reception', step: name } as unknown as Command };
    };
    const queues = new HotelQueues();
    for (const one of [
      entry(1),
      step(2, 'CHECK_IN'),
      step(3, 'CANNOT_HONOUR'),
      step(4, 'CHECK_OUT'),
      entry(5),
    ])
      queues.add(one);
    const batches = [1, 2, 3].map(() => {
      const batch = take(queues, 10);
      queues.open(batch.queues, batch.entries);
      return arrivals(batch.entries);
    });
    expect(batches).toEqual([[1, 2], [3], [4, 5]]);
  });

  it('removes what waited too long, and leaves the rest', () => {
    const queues = new HotelQueues();
    for (const at of [1, 2, 3]) queues.add(entry(at));
    queues.add(entry(1.5, 'other'));
    expect(arrivals(queues.removeBefore(2, 2)).sort()).toEqual([1, 1.5]);
    expect(queues.count).toBe(2);
  });
});

function offer(arrivedAt: number, hotelId = 'hotel', updates = 1): Entry {
  const message = { cells: 531, updates: new Array(updates) };
  const command = { kind: 'ari', message, hotelLedger: { ledgerId: 1, hotelId } } as unknown as Command;
  return { command, arrivedAt, respond: () => {}, move: () => {} };
}

/** Takes a batch and ends it. If `more` is true, the offers in the batch have more parts. */
function run(queues: HotelQueues, more: boolean, withOffers = true): number[] {
  const batch = take(queues, 10, ALWAYS, withOffers);
  const unfinished = more ? batch.entries.filter(({ command }) => command.kind === 'ari') : [];
  queues.open(batch.queues, batch.entries, unfinished);
  return arrivals(batch.entries);
}

describe('a change of an offer', () => {
  it('begins in its place, alone, and bookings have their turn between its parts', () => {
    const queues = new HotelQueues();
    for (const one of [entry(1), offer(2), entry(3), entry(4)]) queues.add(one);
    expect(run(queues, true)).toEqual([1]);
    expect(run(queues, true)).toEqual([2]);
    expect(run(queues, true)).toEqual([3, 4]);
    queues.add(entry(5));
    expect(run(queues, true)).toEqual([2]);
    expect(run(queues, true)).toEqual([5]);
    expect(run(queues, true)).toEqual([2]);
    expect(run(queues, false)).toEqual([2]);
    expect([run(queues, false), queues.count]).toEqual([[], 0]);
  });

  it('begins after the last part of the one before. Bookings behind it do not wait for that', () => {
    const queues = new HotelQueues();
    for (const one of [offer(1), offer(2), entry(3), offer(4)]) queues.add(one);
    expect(run(queues, true)).toEqual([1]);
    expect(run(queues, true)).toEqual([3]);
    expect(run(queues, true)).toEqual([1]);
    expect(run(queues, false)).toEqual([1]);
    expect([run(queues, false), run(queues, false)]).toEqual([[2], [4]]);
  });

  it('shares no batch with bookings of other hotels, and waits while other offers are written', () => {
    const queues = new HotelQueues();
    for (const one of [entry(1), offer(2, 'other'), entry(3, 'third')]) queues.add(one);
    expect(run(queues, false)).toEqual([1, 3]);
    queues.add(entry(4));
    expect(run(queues, false, false)).toEqual([4]);
    expect([run(queues, false, false), run(queues, false)]).toEqual([[], [2]]);
    queues.add(offer(5, 'first'));
    queues.add(entry(6));
    queues.add(offer(7, 'third'));
    // Each command is in a separate batch.
    expect([run(queues, false), run(queues, false), run(queues, false)]).toEqual([[5], [6], [7]]);
  });

  describe('while other hotels push', () => {
    const OTHERS = ['a', 'b', 'c', 'd'];
    /**
     * Returns queues in which long messages of other hotels have begun. Another hotel's message and the entries
     * `behind` wait behind these messages.
     */
    function pushing(...behind: Entry[]): HotelQueues {
      const queues = new HotelQueues();
      for (const [index, hotel] of OTHERS.entries()) queues.add(offer(index, hotel));
      for (const _ of OTHERS) run(queues, true);
      for (const one of [offer(10), ...behind]) queues.add(one);
      return queues;
    }
    const batches = (queues: HotelQueues, count: number) =>
      Array.from({ length: count }, () => run(queues, true));

    it('begins at once when a booking waits behind it. Control: without a booking it waits for its turn', () => {
      expect(batches(pushing(entry(11)), 3)).toEqual([[10], [0], [1]]);
      expect(batches(pushing(), 5)).toEqual([[0], [1], [2], [3], [10]]);
      // With only a second message behind it, the message waits for its turn.
      expect(batches(pushing(offer(11)), 5)).toEqual([[0], [1], [2], [3], [10]]);
    });

    it('lets the bookings behind it go next, in the other lane, in the order of arrival', () => {
      const queues = pushing(entry(11), offer(12), entry(13));
      expect(run(queues, true)).toEqual([10]);
      expect(run(queues, true, false)).toEqual([11, 13]);
    });

    it('leaves every second batch with offers to the others, whose order stays', () => {
      const queues = pushing(entry(11));
      for (const at of [20, 30, 40, 50]) {
        queues.add(offer(at, `hotel ${at}`));
        queues.add(entry(at + 1, `hotel ${at}`));
      }
      expect(batches(queues, 8)).toEqual([[10], [0], [20], [1], [30], [2], [40], [3]]);
    });

    it('takes no lane for offers when that is taken', () => {
      expect(run(pushing(entry(11)), true, false)).toEqual([]);
    });
  });

  it('waits longer than a booking before it is turned away, and stays when it has begun', () => {
    const queues = new HotelQueues();
    for (const one of [offer(1), offer(2), entry(3)]) queues.add(one);
    expect(run(queues, true)).toEqual([1]);
    expect(arrivals(queues.removeBefore(9, 2))).toEqual([3]);
    expect(arrivals(queues.removeBefore(9, 9))).toEqual([2]);
    expect(queues.count).toBe(1);
    expect(arrivals(queues.removeAll())).toEqual([1]);
    expect([queues.count, run(queues, false)]).toEqual([0, []]);
  });

  it('counts its updates while it waits', () => {
    const queues = new HotelQueues();
    queues.add(offer(1, 'hotel', 30));
    queues.add(offer(2, 'other', 12));
    expect(queues.updates).toBe(42);
    run(queues, true);
    expect(queues.updates).toBe(42);
    run(queues, false);
    expect(queues.updates).toBe(30);
    run(queues, false);
    expect(queues.updates).toBe(0);
  });
});
