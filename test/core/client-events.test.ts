import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lastClientEvents } from '../../src/outgoing/events/client-events.store.ts';
import { bookCommand } from '../support/book-command.ts';
import { createTestDatabase } from '../support/database.ts';
import { expectWhole, followEvents, followIdentity } from '../support/followed-events.ts';
import { startTestService } from '../support/service.ts';
import { demoStay } from '../support/stay.ts';

/** `npm run test:long` has 100,000. */
const EVENTS = 1_000;
const CONTROL_EVENTS = 400;

it(`${EVENTS} events of two nodes: four readers get each of them once, in order`, async () => {
  expectWhole(await followEvents(EVENTS));
});

it('control: a reader of rows after a number that was given before the commit loses some', async () => {
  const { read, written } = await followIdentity(CONTROL_EVENTS);
  expect(read).toBeLessThan(written);
});

it('a node that becomes the desk sequences what the one before it has left', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  const first = await startTestService({ databaseUrl, deliveries: false });
  const second = await startTestService({ databaseUrl });
  const { id } = first.context.snapshot.findClient(first.credentials['x-client-id']!)!;
  await first.context.submit(bookCommand(first, first.credentials, demoStay()));
  expect(await lastClientEvents(second.context.pool, [id])).toEqual([0]);
  await first.close();
  while ((await lastClientEvents(second.context.pool, [id]))[0] === 0) await pause(20);
  expect(second.context.desk.isDesk).toBe(true);
  await second.close();
  await drop();
});
