import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTS, TakeoverWorld } from '../../support/takeover.ts';

let world: TakeoverWorld;
beforeAll(async () => {
  world = await TakeoverWorld.start(120);
});
afterAll(() => world.end());

/** `npm run test:long` runs each fault twenty times, with more bookings, and measures the takeover. */
it.each(FAULTS)('%s: another process decides, nothing is lost and nothing is done twice', async (fault) => {
  const round = await world.round(fault);
  expect(round.takeoverMilliseconds).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(round.booked).toBeGreaterThan(0);
  await world.check();
});
