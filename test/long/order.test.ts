import { expect, it } from 'vitest';
import { decideInOrder } from '../support/decided-order.ts';
import { orderAcrossProcesses } from '../support/order-across-processes.ts';
import { SEED } from '../support/seeded.ts';

const ATTEMPTS = 100_000;

it(`${ATTEMPTS} attempts are decided per hotel in the order of their arrival (seed ${SEED})`, async () => {
  expect(await decideInOrder(ATTEMPTS)).toEqual({ decided: ATTEMPTS, inversions: [] });
});

it(`${ATTEMPTS} attempts in three processes: one read 5 ms before another is decided first (seed ${SEED})`, async () => {
  const found = await orderAcrossProcesses(ATTEMPTS, false);
  expect(found.decided).toBeGreaterThanOrEqual(ATTEMPTS);
  expect(found.count, `worst: ${found.worst} ms`).toBe(0);
});
