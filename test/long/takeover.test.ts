import { afterAll, beforeAll, expect, it } from 'vitest';
import { DECIDED_WITHIN_MILLISECONDS, FAULTS, TakeoverWorld } from '../support/takeover.ts';

const ROUNDS = 20;
let world: TakeoverWorld;
beforeAll(async () => {
  world = await TakeoverWorld.start(6);
}, 120_000);
afterAll(() => world.end());

it.each(FAULTS)(
  `%s, ${ROUNDS} times: another process decides, nothing is lost and nothing is done twice`,
  async (fault) => {
    const times: number[] = [];
    const totals = { booked: 0, unknown: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { takeoverMilliseconds, booked, unknown, refused } = await world.round(fault);
      times.push(takeoverMilliseconds);
      totals.booked += booked;
      totals.unknown += unknown;
      totals.refused += refused;
    }
    times.sort((one, other) => one - other);
    const [least, middle, most] = [times[0], times[ROUNDS / 2], times.at(-1)].map((time) =>
      Math.round(time!),
    );
    console.log(
      `${fault}: takeover in ${least} to ${most} ms, median ${middle} ms; ${JSON.stringify(totals)}`,
    );
    expect(most).toBeLessThan(DECIDED_WITHIN_MILLISECONDS);
    await world.check();
  },
  900_000,
);
