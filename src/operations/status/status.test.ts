import { describe, expect, it } from 'vitest';
import { dayInBaghdad, formatDay, getDay } from '../../kernel/day.ts';
import { type Behind, checkComponents, LATE_DELIVERY_SECONDS } from './check-components.ts';
import { COMPONENTS, componentOf } from './component.ts';
import { HISTORY_DAYS, historyOf, INCIDENTS_LIMIT, judgedUntil } from './history.ts';
import { stateOf, worse } from './minute-state.ts';
import { LATENCY_BOUNDS, MinuteTally } from './minute-tally.ts';
import { append, cut, firstMinuteOf, type Run, runsOfDay, textOfDay } from './runs.ts';

const counts = { checks: 100, impaired: 0, failing: 0, requests: 1_000, failures: 0 };
const DAY = getDay('2026-11-17');
const FIRST = firstMinuteOf(DAY);

describe('the state of a minute', () => {
  it.each([
    [{}, 'UP'],
    [{ checks: 0 }, 'NO_DATA'],
    [{ failing: 50 }, 'DEGRADED'],
    [{ failing: 51 }, 'DOWN'],
    [{ impaired: 100 }, 'DEGRADED'],
    [{ impaired: 10 }, 'UP'],
    [{ impaired: 11 }, 'DEGRADED'],
    [{ impaired: 5, failing: 6 }, 'DEGRADED'],
    [{ requests: 2, failures: 1 }, 'UP'],
    [{ requests: 2, failures: 2 }, 'DEGRADED'],
    [{ failures: 10 }, 'UP'],
    [{ failures: 11 }, 'DEGRADED'],
    [{ requests: 4, failures: 4 }, 'DEGRADED'],
    [{ requests: 5, failures: 5 }, 'DOWN'],
    [{ requests: 10, failures: 5 }, 'DEGRADED'],
    [{ requests: 9, failures: 5 }, 'DOWN'],
  ] as const)('%j is %s', (changes, state) => {
    expect(stateOf({ ...counts, ...changes })).toBe(state);
  });

  it('of two, the worse one counts; no data is worse than up', () => {
    expect(worse('UP', 'NO_DATA')).toBe('NO_DATA');
    expect(worse('DOWN', 'DEGRADED')).toBe('DOWN');
  });
});

describe('what stands behind a component', () => {
  const fine: Behind = {
    feedAgeMilliseconds: 5_000,
    isDeskReachable: true,
    isSecretMissing: false,
    webhookDelaySeconds: LATE_DELIVERY_SECONDS,
  };
  it.each([
    [{}, 'fine fine fine fine fine'],
    [{ feedAgeMilliseconds: 5_001 }, 'impaired failing failing failing failing'],
    [{ feedAgeMilliseconds: 60_000 }, 'impaired failing failing failing failing'],
    [{ feedAgeMilliseconds: 60_001 }, 'failing failing failing failing failing'],
    [{ isDeskReachable: false }, 'fine failing fine impaired impaired'],
    [{ isSecretMissing: true }, 'failing failing failing failing fine'],
    [{ webhookDelaySeconds: LATE_DELIVERY_SECONDS + 1 }, 'fine fine impaired fine fine'],
  ])('%j', (changes, verdicts) => {
    const found = checkComponents({ ...fine, ...changes });
    expect(COMPONENTS.map((component) => found[component]).join(' ')).toBe(verdicts);
  });
});

describe('a tally', () => {
  it('counts failures of ours, not of callers', () => {
    const tally = new MinuteTally();
    for (const status of [200, 404, 429, 499, 500, 503]) tally.served('BOOKINGS', status, 1);
    expect(tally.rows(7)[1]).toMatchObject({ minute: 7, component: 'BOOKINGS', requests: 6, failures: 2 });
  });

  it('knows the bound that 99 % of the reads are not above', () => {
    const tally = new MinuteTally();
    const p99 = () => tally.rows(0)[0]!.p99Milliseconds;
    expect(p99()).toBeNull();
    for (let count = 0; count < 99; count += 1) tally.served('SEARCH', 200, 1);
    tally.served('SEARCH', 200, 1.1);
    expect(p99()).toBe(1);
    tally.served('SEARCH', 200, 2);
    expect(p99()).toBe(2);
    for (let count = 0; count < 9; count += 1) tally.served('SEARCH', 200, 60_000);
    expect(p99()).toBe(LATENCY_BOUNDS.at(-1));
    tally.served('BOOKINGS', 200, 3);
    expect(tally.rows(0)[1]!.p99Milliseconds).toBeNull();
  });

  it.each([
    ['/v1/search', 'SEARCH'],
    ['/v1/hotels/:hotelId', 'SEARCH'],
    ['/v1/price-check', 'SEARCH'],
    ['/v1/prebook/:token', 'BOOKINGS'],
    ['/v1/bookings', 'BOOKINGS'],
    ['/v1/webhooks/:webhookId/test', 'EVENTS'],
    ['/v1/events', 'EVENTS'],
    ['/supply/v1/ari', 'HOTEL_SYSTEMS'],
    ['/supply/v1/sandbox/page-links', null],
    ['/vouchers/:voucherId', 'PAGES'],
    ['/hotel/api/day', 'PAGES'],
    ['/hotel', 'PAGES'],
    ['/hotels', null],
    ['/v1/health', null],
    ['/v1/sandbox/credentials', null],
    ['/', null],
  ])('%s belongs to %s', (route, component) => {
    expect(componentOf(route)).toBe(component);
  });
});

describe('a day as text', () => {
  it('is read as it was written, with the minutes that nobody reported', () => {
    const runs: Run[] = [];
    append(runs, { state: 'UP', from: FIRST - 30, until: FIRST + 600 });
    append(runs, { state: 'DOWN', from: FIRST + 600, until: FIRST + 605 });
    append(runs, { state: 'DEGRADED', from: FIRST + 610, until: FIRST + 1_400 });
    expect(textOfDay(runs, DAY)).toBe('600U5D5N790G40N');
    expect(runsOfDay('600U5D5N790G40N', DAY)).toEqual(cut(runs, FIRST, FIRST + 1_440));
    expect(textOfDay([], DAY)).toBe('1440N');
  });

  it('ignores what comes after it and concerns it', () => {
    const runs = runsOfDay('1440U', DAY);
    append(runs, { state: 'DOWN', from: FIRST + 5, until: FIRST + 6 });
    append(runs, { state: 'UP', from: FIRST + 1_440, until: FIRST + 1_441 });
    expect(runs).toEqual([{ state: 'UP', from: FIRST, until: FIRST + 1_441 }]);
  });
});

describe('the history', () => {
  /** Returns the time that is twenty seconds after the start of this minute of the day. */
  const at = (minute: number) => new Date((FIRST + minute) * 60_000 + 20_000);
  const history = (texts: string, minute: number) => {
    const runs = runsOfDay(texts, DAY);
    return historyOf(new Map([['BOOKINGS', runs]]), at(minute));
  };
  const today = (texts: string, minute: number) => history(texts, minute).days.get('BOOKINGS')!.at(-1);

  it('waits for a minute until every process has written it', () => {
    const minute = FIRST + 10;
    expect(judgedUntil(new Date(minute * 60_000 + 14_999))).toBe(minute - 1);
    expect(judgedUntil(new Date(minute * 60_000 + 15_000))).toBe(minute);
  });

  it('has 90 days in Baghdad, and those before the first report have no data', () => {
    const { days } = history('100U', 100);
    const all = days.get('BOOKINGS')!;
    expect(all).toHaveLength(HISTORY_DAYS);
    expect([formatDay(all[0]!.day), formatDay(all.at(-1)!.day)]).toEqual(['2026-08-20', '2026-11-17']);
    expect(dayInBaghdad(at(0))).toBe(DAY);
    expect(all[0]).toMatchObject({ state: 'NO_DATA', minutes: 1_440, withData: 0 });
    expect(all.at(-1)).toMatchObject({ state: 'UP', minutes: 100, withData: 100 });
    expect(days.get('SEARCH')!.every(({ state }) => state === 'NO_DATA')).toBe(true);
  });

  it.each([
    ['98U2D', 'UP'],
    ['97U3D', 'DOWN'],
    ['97U1D2G', 'DEGRADED'],
    ['97U1D1G1U', 'UP'],
    ['50U50N', 'UP'],
    ['49U51N', 'NO_DATA'],
    ['10D90N', 'DOWN'],
    ['', 'NO_DATA'],
  ])('a day so far of %j is %s', (texts, state) => {
    expect(today(texts, 100)!.state).toBe(state);
  });

  it('lists what lasted longer than two minutes, the newest first, and what has not ended', () => {
    const { incidents } = history('10U2D10U3G10U1G2D10U3N10U3D', 64);
    expect(incidents.map(({ state, from, until, minutes }) => [state, from - FIRST, until, minutes])).toEqual(
      [
        ['DOWN', 61, null, 3],
        ['NO_DATA', 48, FIRST + 51, 3],
        ['DOWN', 35, FIRST + 38, 3],
        ['DEGRADED', 22, FIRST + 25, 3],
      ],
    );
  });

  it('does not list the time before the first report, and lists silence since the last one', () => {
    expect(history('', 100).incidents).toEqual([]);
    expect(history('50N50U', 100).incidents).toEqual([]);
    expect(history('50U', 53).incidents).toMatchObject([{ state: 'NO_DATA', until: null, minutes: 3 }]);
    expect(history('50U', 52).incidents).toEqual([]);
  });

  it('makes one incident of several components at the same time, and is bounded', () => {
    const runs = runsOfDay('4D4U'.repeat(INCIDENTS_LIMIT + 1), DAY);
    const { incidents } = historyOf(
      new Map([
        ['BOOKINGS', runs],
        ['EVENTS', runs],
      ]),
      at((INCIDENTS_LIMIT + 1) * 8),
    );
    expect(incidents).toHaveLength(INCIDENTS_LIMIT);
    expect(incidents[0]!.components).toEqual(['BOOKINGS', 'EVENTS']);
    expect(incidents[0]!.from).toBeGreaterThan(incidents[1]!.from);
  });
});
