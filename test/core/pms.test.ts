import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { NoLimits } from '../support/no-limits.ts';
import type { ReservationEvent } from '../support/pms-books.ts';
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

/** `npm run test:long` has 30 days, and requires that everything happens in them that can. */
const DAYS = 8;

describe('a hotel system beside partners', () => {
  it(`agrees with us after ${DAYS} days, booking by booking (seed ${SEED})`, async () => {
    const result = await runHotel({ service, setClock, clock, seed: SEED, days: DAYS });
    console.info(`seed ${SEED}:`, Object.fromEntries([...result.counts].sort()));
    expect(result.problems).toEqual([]);
    expect(result.differences).toEqual([]);
    expect(result.bookings.length).toBeGreaterThan(0);
    expect(await verify(service.context.pool, () => {})).toBe(0);
  });

  it(`is found out when it loses one event (control, seed ${SEED})`, async () => {
    let lost: string | null = null;
    const loses = ({ kind, reservation }: ReservationEvent) => {
      if (lost !== null || kind !== 'booking.cancelled') return false;
      lost = reservation.booking_id;
      return true;
    };
    const result = await runHotel({ service, setClock, clock, seed: SEED, days: 5, loses });
    expect(lost).not.toBeNull();
    expect(result.differences).toContainEqual(
      expect.stringContaining(`booking ${lost}: we have [["CANCELLED"`),
    );
  });
});
