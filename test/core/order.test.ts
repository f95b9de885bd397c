import { expect, it } from 'vitest';
import { decideInOrder } from '../support/decided-order.ts';
import { SEED } from '../support/seeded.ts';

/** `npm run test:long` has 100,000. */
const ATTEMPTS = 10_000;

it(`${ATTEMPTS} attempts are decided per hotel in the order of their arrival (seed ${SEED})`, async () => {
  expect(await decideInOrder(ATTEMPTS)).toEqual({ decided: ATTEMPTS, inversions: [] });
});
