import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { NoLimits } from '../support/no-limits.ts';
import { runHotel } from '../support/pms-world.ts';
import { SEED } from '../support/seeded.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let shift = 0;
const setClock = (at: number) => {
  shift = at - Date.now();
};
const clock = () => new Date(Date.now() + shift);
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift, limiter: new NoLimits() });
});
afterAll(() => service.end());

/** Everything that must have happened in 30 days, so that the comparison says something. */
const HAPPENS = [
  'booking',
  'hold',
  'modification',
  'cancellation',
  'booking sent twice',
  'refused: INSUFFICIENT_INVENTORY',
  'refused: RESTRICTION_VIOLATED',
  'own sale',
  'own sale taken back',
  'prices',
  'restriction',
  'restriction lifted',
  'check-in',
  'check-out',
  'early check-out',
  'no-show',
  'cannot-honour',
  'room out of order',
  'hour offline',
  'request lost',
  'response lost',
  'request sent twice',
  'push of an old count',
  'messages in wrong order',
  'long poll',
];
const STATUSES = ['CONFIRMED', 'CANCELLED', 'CHECKED_OUT', 'NO_SHOW'];

describe('a hotel system beside partners', () => {
  it(`agrees with us after 30 days, booking by booking (seed ${SEED})`, async () => {
    const result = await runHotel({ service, setClock, clock, seed: SEED, days: 30 });
    console.info(`seed ${SEED}:`, Object.fromEntries([...result.counts].sort()));
    expect(result.problems).toEqual([]);
    expect(result.differences).toEqual([]);
    expect(HAPPENS.filter((what) => !result.counts.has(what))).toEqual([]);
    expect([...result.counts.keys()].some((what) => what.startsWith('crash'))).toBe(true);
    expect(result.bookings.some(({ payment }) => Number(payment.due_at_hotel) > 0)).toBe(true);
    const statuses = new Set(result.bookings.map(({ status }) => status));
    expect(STATUSES.filter((status) => !statuses.has(status as 'CONFIRMED'))).toEqual([]);
    expect(await verify(service.context.pool, () => {})).toBe(0);
  });
});
