import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, dayOf } from '../../kernel/day.ts';
import { idOf, type RatePlanId, type RoomTypeId } from '../../kernel/ids.ts';
import { type Night, UNOPENED } from '../inventory/night.ts';
import { type Prices, pricesFrom } from '../pricing/rate-plan.ts';
import { decideOffer, type OfferDecision } from './decide-offer.ts';
import type { NightFields, OfferChange } from './offer-change.ts';
import { cellKey, type OfferPlan, type OfferState } from './offer-draft.ts';
import type { Season, SeasonChange, StoredSeason } from './season.ts';

const TODAY = dayOf(20_000);
const ROOM = idOf<RoomTypeId>('room');
const PLAN = idOf<RatePlanId>('plan');
const USUAL = pricesFrom(80_000, 100_000, 30_000, 15_000);
const NOTHING: OfferChange = { nights: [], prices: [] };
const at = (days: number) => addDays(TODAY, days);
const range = (first: number, last = first) => ({ first: at(first), last: at(last), weekdays: null });

interface Given {
  nights?: Map<Day, Night>;
  prices?: Map<Day, Prices>;
  taken?: number;
  seasons?: StoredSeason[];
  daysOpened?: number;
}

function stateOf(given: Given = {}): OfferState {
  const { nights, prices, taken = 0, seasons = [], daysOpened = 0 } = given;
  const entries = [...(nights ?? [])].map(([day, night]) => [cellKey(ROOM, day), { night, taken }] as const);
  return {
    today: TODAY,
    daysOpened,
    roomTypes: new Map([[ROOM, { code: 'DBL', usualAllotment: 7 }]]),
    plans: new Map([[PLAN, { code: 'BB', roomTypeId: ROOM, currency: 'IQD', prices: USUAL }]]),
    nights: new Map(entries),
    prices: new Map([...(prices ?? [])].map(([day, own]) => [cellKey(PLAN, day), own])),
    seasons,
  };
}

const open = (changes: Partial<Night> = {}): Night => ({ ...UNOPENED, open: true, allotment: 5, ...changes });

function decide(given: Given, change: Partial<OfferChange>, season: SeasonChange | null = null) {
  return decideOffer(stateOf(given), { ...NOTHING, ...change }, season);
}

function accepted(outcome: ReturnType<typeof decide>): OfferDecision {
  if (!outcome.ok) throw new Error(outcome.problems.join('; '));
  return outcome.value;
}

const setNights = (days: ReturnType<typeof range>, set: NightFields) => ({
  nights: [{ roomTypeId: ROOM, ...days, set }],
});
const setPrices = (days: ReturnType<typeof range>, prices: Prices | { percent: number } | null) => ({
  prices: [{ ratePlanId: PLAN, ...days, prices }],
});

describe('nights', () => {
  it('that have no row begin closed with the usual allotment', () => {
    const { nights } = accepted(decide({}, setNights(range(1), { minStay: 3 })));
    expect(nights).toMatchObject([{ before: null, after: { open: false, allotment: 7, minStay: 3 } }]);
  });

  it('keep what is not named, and those that stay the same are not written', () => {
    const nights = new Map([
      [at(1), open({ minStay: 2 })],
      [at(2), open({ stopSell: true })],
    ]);
    const decision = accepted(decide({ nights }, setNights(range(1, 2), { stopSell: true })));
    expect(decision.nights.map(({ day, after }) => [day - TODAY, after.minStay, after.stopSell])).toEqual([
      [1, 2, true],
    ]);
  });

  it('are set on the named weekdays only', () => {
    const weekdays = [0, 6];
    const { nights } = accepted(
      decide({}, setNights({ ...range(0, 13), weekdays } as never, { open: true })),
    );
    expect(nights.map(({ day }) => new Date(day * 86_400_000).getUTCDay())).toEqual([6, 0, 6, 0]);
  });

  it('before today and beyond the calendar are left out, with a warning', () => {
    const { nights, warnings } = accepted(decide({}, setNights(range(-2, 600), { open: true })));
    expect([nights[0]!.day, nights.at(-1)!.day]).toEqual([at(0), at(530)]);
    expect(warnings.map(({ code }) => code)).toEqual(['PAST_CLAMPED', 'BEYOND_HORIZON']);
  });

  it('may be lowered below what is sold, with a warning', () => {
    const lowered = (allotment: number) =>
      accepted(
        decide({ nights: new Map([[at(1), open()]]), taken: 3 }, setNights(range(1), { allotment })),
      ).warnings.map(({ code }) => code);
    expect(lowered(3)).toEqual([]);
    expect(lowered(2)).toEqual(['BELOW_SOLD']);
  });

  it('that are closed in a hotel that opens them again have a warning', () => {
    const nights = new Map([9, 10].map((day) => [at(day), open()]));
    const closed = (set: NightFields, daysOpened: number) =>
      accepted(decide({ nights, daysOpened }, setNights(range(9, 10), set))).warnings;
    expect(closed({ open: false }, 10)).toEqual([
      { code: 'OPENS_AGAIN', message: expect.stringMatching(/^room type DBL on .*set stop sell$/) },
    ]);
    expect([closed({ open: false }, 0), closed({ open: false }, 9), closed({ stopSell: true }, 10)]).toEqual([
      ...[[], [], []],
    ]);
  });

  it.each([
    [{ allotment: 32_767 }, { allotment: 32_768 }],
    [{ blocked: 0 }, { blocked: -1 }],
    [{ minStay: 30 }, { minStay: 31 }],
    [{ minStay: 1 }, { minStay: 0 }],
    [{ maxStay: 30 }, { maxStay: 31 }],
    [
      { minStay: 5, maxStay: 5 },
      { minStay: 5, maxStay: 4 },
    ],
  ])('are within their bounds: %j is accepted, %j is declined', (good, bad) => {
    expect(decide({}, setNights(range(1), good)).ok).toBe(true);
    expect(decide({}, setNights(range(1), bad)).ok).toBe(false);
  });

  it('of another hotel are declined, and nothing is changed', () => {
    const nights = [
      { roomTypeId: ROOM, ...range(1), set: { open: true } },
      { roomTypeId: idOf<RoomTypeId>('other'), ...range(1), set: { open: true } },
    ];
    expect(decide({}, { nights })).toEqual({
      ok: false,
      problems: ['room type other does not belong to this hotel'],
    });
  });
});

describe('prices', () => {
  it('by percent are those of the usual price, in whole notes', () => {
    const { prices } = accepted(decide({}, setPrices(range(1), { percent: 133 })));
    expect(prices[0]!.after).toEqual(pricesFrom(106_500, 133_000, 40_000, 20_000));
  });

  it('can go back to the usual ones', () => {
    const own = new Map([[at(1), pricesFrom(1, 1, 1, 1)]]);
    expect(accepted(decide({ prices: own }, setPrices(range(1, 2), null))).prices).toMatchObject([
      { day: at(1), after: null },
    ]);
  });

  it('far from the usual ones have a warning', () => {
    const warned = (percent: number) =>
      accepted(decide({}, setPrices(range(1), { percent }))).warnings.length;
    expect([19, 20, 500, 501].map(warned)).toEqual([1, 0, 0, 1]);
  });
});

const season = (changes: Partial<Season> = {}): Season => ({
  name: 'Arbaeen',
  first: at(10),
  last: at(12),
  opens: true,
  pricePercent: 160,
  minStay: 3,
  ...changes,
});
const stored = (one: Season, decision: OfferDecision): StoredSeason => ({
  ...one,
  id: 'season',
  before: decision.newSeason!.before,
});

/** The rows of the tables after a decision. */
function written(given: Given, decision: OfferDecision): Given {
  const nights = new Map(given.nights);
  const prices = new Map(given.prices);
  for (const { day, after } of decision.nights) nights.set(day, after);
  for (const { day, after } of decision.prices)
    if (after === null) prices.delete(day);
    else prices.set(day, after);
  return { ...given, nights, prices };
}

describe('a season', () => {
  it('opens nights, sets prices and a minimum stay', () => {
    const decision = accepted(decide({}, {}, { kind: 'set', season: season() }));
    expect(decision.nights).toHaveLength(3);
    expect(decision.nights[0]!.after).toMatchObject({
      open: true,
      stopSell: false,
      minStay: 3,
      allotment: 7,
    });
    expect(decision.prices[0]!.after).toEqual(pricesFrom(128_000, 160_000, 48_000, 24_000));
  });

  it('that is set again changes nothing, and with another price replaces the first', () => {
    const first = accepted(decide({}, {}, { kind: 'set', season: season() }));
    const given = { ...written({}, first), seasons: [stored(season(), first)] };
    expect(accepted(decide(given, {}, { kind: 'set', season: season() }))).toMatchObject({
      ...{ nights: [], prices: [], newSeason: null, endedSeason: null },
    });
    const second = accepted(
      decide(given, {}, { kind: 'set', season: season({ pricePercent: 200, last: at(11) }) }),
    );
    expect(second.prices.map(({ day, after }) => [day - TODAY, after?.double ?? null])).toEqual([
      [10, 200_000],
      [11, 200_000],
      [12, null],
    ]);
    expect(second.newSeason!.before.prices[0]!.was).toBeNull();
  });

  it('cannot overlap another one, end before it begins, or reach beyond the calendar', () => {
    const first = accepted(decide({}, {}, { kind: 'set', season: season() }));
    const given = { ...written({}, first), seasons: [stored(season(), first)] };
    const set = (changes: Partial<Season>) => decide(given, {}, { kind: 'set', season: season(changes) }).ok;
    expect(set({ name: 'Other', first: at(12), last: at(20) })).toBe(false);
    expect(set({ name: 'Other', first: at(13), last: at(20) })).toBe(true);
    expect(set({ name: 'Other', first: at(14), last: at(13) })).toBe(false);
    expect(set({ name: 'Other', first: at(13), last: at(530) })).toBe(true);
    expect(set({ name: 'Other', first: at(13), last: at(531) })).toBe(false);
    expect(decide(given, {}, { kind: 'end', name: 'Nothing' }).ok).toBe(false);
  });

  it('has at most 10,000 nights and prices', () => {
    const plans = Array.from({ length: 99 }, (_, index) => [
      idOf<RatePlanId>(`plan ${index}`),
      { code: `P${index}`, roomTypeId: ROOM, currency: 'IQD' as const, prices: USUAL },
    ]);
    const state = { ...stateOf(), plans: new Map(plans as [RatePlanId, OfferPlan][]) };
    const set = (days: number, pricePercent: number | null) =>
      decideOffer(state, NOTHING, {
        kind: 'set',
        season: season({ first: at(1), last: at(days), pricePercent }),
      }).ok;
    expect([set(100, 160), set(101, 160), set(101, null)]).toEqual([true, false, true]);
  });

  it('when it ends, everything is as before, except what somebody changed meanwhile', () => {
    const night = fc.record({
      open: fc.boolean(),
      allotment: fc.integer({ min: 0, max: 9 }),
      blocked: fc.integer({ min: 0, max: 3 }),
      stopSell: fc.boolean(),
      closedToArrival: fc.boolean(),
      closedToDeparture: fc.boolean(),
      minStay: fc.integer({ min: 1, max: 4 }),
      maxStay: fc.constant(0),
    });
    const prices = fc.integer({ min: 1, max: 9 }).map((n) => pricesFrom(n, n * 2, n, n));
    const days = fc.integer({ min: 8, max: 14 });
    const wanted = fc.record({
      opens: fc.constantFrom(true, false, null),
      pricePercent: fc.constantFrom(null, 100, 160),
      minStay: fc.constantFrom(null, 3),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(days, night)),
        fc.array(fc.tuple(days, prices)),
        wanted,
        fc.option(fc.tuple(days, fc.record({ minStay: fc.integer({ min: 5, max: 9 }) }))),
        (nights, own, changes, meanwhile) => {
          const before: Given = {
            nights: new Map(nights.map(([day, one]) => [at(day), one])),
            prices: new Map(own.map(([day, one]) => [at(day), one])),
          };
          const first = accepted(decide(before, {}, { kind: 'set', season: season(changes) }));
          let during: Given = { ...written(before, first), seasons: [stored(season(changes), first)] };
          if (meanwhile !== null)
            during = written(during, accepted(decide(during, setNights(range(meanwhile[0]), meanwhile[1]))));
          const after = written(during, accepted(decide(during, {}, { kind: 'end', name: 'Arbaeen' })));
          expect([...after.prices!].sort()).toEqual([...before.prices!].sort());
          for (let day = 8; day <= 14; day += 1) {
            const changed = meanwhile?.[0] === day ? meanwhile[1] : {};
            const was = before.nights!.get(at(day)) ?? { ...UNOPENED, allotment: 7 };
            expect(after.nights!.get(at(day)) ?? { ...UNOPENED, allotment: 7 }).toEqual({
              ...was,
              ...changed,
            });
          }
        },
      ),
    );
  });
});
