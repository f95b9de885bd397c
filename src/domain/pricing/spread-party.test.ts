import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenRoomLimits, spreadParty } from './spread-party.ts';

const ROOM = { maxAdults: 2, maxChildren: 2, maxOccupancy: 3 };
const partyOf = (rooms: number, adults: number, children: number) => ({ rooms, adults, children });

describe('a party that does not fit', () => {
  it.each([
    ['one adult too many', partyOf(1, 3, 0), { maxAdults: 2 }],
    ['an uneven number of adults', partyOf(2, 5, 0), { maxAdults: 2 }],
    ['more adults than guests', partyOf(1, 4, 0), { maxAdults: 2, maxOccupancy: 3 }],
    ['one guest too many', partyOf(1, 2, 2), { maxOccupancy: 3 }],
    ['more children than guests', partyOf(1, 1, 3), { maxChildren: 2, maxOccupancy: 3 }],
    ['too many of all', partyOf(2, 9, 9), { maxAdults: 2, maxChildren: 2, maxOccupancy: 3 }],
  ])('%s names the limits that it breaks', (_, party, limits) => {
    expect(spreadParty(party, ROOM)).toBeNull();
    expect(brokenRoomLimits(party, ROOM)).toEqual(limits);
  });

  it('always breaks a limit, and one that fits breaks none', () => {
    const upTo = (max: number) => fc.integer({ min: 0, max });
    const limits = fc.record({ maxAdults: upTo(5), maxChildren: upTo(5), maxOccupancy: upTo(8) });
    const party = fc.record({ rooms: fc.integer({ min: 1, max: 6 }), adults: upTo(20), children: upTo(20) });
    fc.assert(
      fc.property(party, limits, (one, room) => {
        const fits = spreadParty(one, room) !== null;
        expect(Object.keys(brokenRoomLimits(one, room)).length === 0).toBe(fits);
      }),
      { numRuns: 1000 },
    );
  });
});

it('at each limit a party still fits', () => {
  expect(spreadParty(partyOf(1, 2, 1), ROOM)).toEqual([{ adults: 2, children: 1 }]);
  expect(spreadParty(partyOf(1, 1, 2), ROOM)).toEqual([{ adults: 1, children: 2 }]);
});

it('divides a party as the guides say', () => {
  const limits = { maxAdults: 3, maxChildren: 2, maxOccupancy: 4 };
  expect(spreadParty(partyOf(2, 3, 1), limits)).toEqual([
    { adults: 2, children: 1 },
    { adults: 1, children: 0 },
  ]);
  expect(spreadParty(partyOf(3, 5, 2), limits)).toEqual([
    { adults: 2, children: 1 },
    { adults: 2, children: 1 },
    { adults: 1, children: 0 },
  ]);
  // The first room is full.
  expect(spreadParty(partyOf(2, 3, 2), { ...limits, maxOccupancy: 2 })).toBeNull();
  expect(spreadParty(partyOf(2, 3, 1), { ...limits, maxOccupancy: 2 })).toEqual([
    { adults: 2, children: 0 },
    { adults: 1, children: 1 },
  ]);
  expect(spreadParty(partyOf(2, 1, 0), limits)).toEqual([
    { adults: 1, children: 0 },
    { adults: 1, children: 0 },
  ]);
});
