import { describe, expect, it } from 'vitest';
import { orderAcrossProcesses } from '../support/order-across-processes.ts';
import { SEED } from '../support/seeded.ts';

/** `npm run test:long` has 100,000. */
const ATTEMPTS = 1_000;
/** About half of them are decided out of order. */
const CONTROL_ATTEMPTS = 300;

describe('three processes of two nodes', () => {
  it(`${ATTEMPTS} attempts: a request read 5 ms before another of its hotel is decided first (seed ${SEED})`, async () => {
    const found = await orderAcrossProcesses(ATTEMPTS, false);
    expect(found.statuses).toEqual(new Set([200, 409]));
    expect(found.decided).toBeGreaterThanOrEqual(ATTEMPTS);
    expect(found.deciders.filter((count) => count > 0)).toHaveLength(1);
    expect(found.count, `worst: ${found.worst} ms`).toBe(0);
  });

  it('control: when each process decides for itself, some are decided out of order', async () => {
    const found = await orderAcrossProcesses(CONTROL_ATTEMPTS, true);
    expect(found.decided).toBeGreaterThanOrEqual(CONTROL_ATTEMPTS);
    expect(found.count).toBeGreaterThan(0);
  });
});
