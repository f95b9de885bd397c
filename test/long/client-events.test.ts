import { expect, it } from 'vitest';
import { expectWhole, followEvents, followIdentity } from '../support/followed-events.ts';

const EVENTS = 100_000;
const CONTROL_EVENTS = 10_000;

it(`${EVENTS} events of two nodes: four readers get each of them once, in order`, async () => {
  expectWhole(await followEvents(EVENTS));
}, 900_000);

it('control: a reader of rows after a number that was given before the commit loses some', async () => {
  const { read, written } = await followIdentity(CONTROL_EVENTS);
  console.log(`the control got ${read} of ${written}`);
  expect(read).toBeLessThan(written);
}, 300_000);
