import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookCommand } from '../../src/domain/booking/command.ts';
import { getDay } from '../../src/kernel/day.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { bookCommand } from '../support/book-command.ts';
import { ClusterProcess } from '../support/cluster.ts';
import { compiled } from '../support/compiled.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import type { Linked, Linking } from '../support/link-process.ts';
import { FORGED_BODY, type RogueDesk, startRogueDesk } from '../support/rogue-desk.ts';
import { startTestService } from '../support/service.ts';
import { demoStay } from '../support/stay.ts';

const FORGED_BOOKED = 7;
const stay = demoStay({ nights: 1 });

let database: TestDatabase;
let command: BookCommand;
let credentials: Record<string, string>;
/** Where the desk of this deployment was. Its port is free now. */
let deskAddress: URL;
let rogue: RogueDesk;

beforeAll(async () => {
  database = await createTestDatabase();
  const desk = await startTestService({ databaseUrl: database.url });
  credentials = desk.credentials;
  command = bookCommand(desk, credentials, stay);
  const { rows } = await desk.context.pool.query('select address from desk');
  deskAddress = new URL(`tls://${rows[0].address}`);
  await desk.close();
});
beforeEach(async () => {
  const night = { roomTypeId: idOf<never>(stay.roomTypeId), day: getDay(stay.checkIn) };
  const { ledgerId } = command.hotelLedger;
  const counter = { ledgerId, ...night, booked: FORGED_BOOKED, held: 0, version: 1_000 };
  rogue = await startRogueDesk(counter, Number(deskAddress.port));
});
afterEach(() => rogue.close());
afterAll(() => database.drop());

const anotherBooking = (): BookCommand => ({
  ...command,
  request: { ...command.request, bookingId: idOf(randomUUID()) },
});

async function linkTo(isOrdinary: boolean, environment: Record<string, string>): Promise<Linked> {
  const linking: Linking = { address: deskAddress.host, command, isOrdinary };
  const child = fork(compiled('link-process'), [JSON.stringify(linking)], {
    env: { ...process.env, ...environment },
  });
  const [linked] = await once(child, 'message');
  return linked as Linked;
}

describe('a server that does not know the key, with a certificate of a trusted authority', () => {
  it('control: is believed by an ordinary connection: it gets the command, its response and changes count', async () => {
    const linked = await linkTo(true, rogue.environment);
    expect(linked.taken).toEqual(['welcome', `changes ${FORGED_BOOKED}`, `response 200 ${FORGED_BODY}`]);
    expect(rogue.heard.map(({ kind }) => kind)).toContain('command');
    expect(JSON.stringify(rogue.heard)).toContain(command.request.guest.phone);
  });

  it.each([
    ['a trusted authority', {}],
    ['any certificate trusted', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ])('hears nothing over a link, and nothing that it sends counts: %s', async (_, more) => {
    const linked = await linkTo(false, { ...rogue.environment, ...more });
    expect(linked).toEqual({ taken: [], reason: 'it is not the desk: it showed a certificate' });
    expect([rogue.connections(), rogue.heard]).toEqual([1, []]);
  });
});

describe('a node whose desk has left its port to such a server', () => {
  it('gives it no command, takes no change from it, and becomes the desk', async () => {
    // The row names the port, and nobody else may take the desk: as if it stood still at the worst moment.
    const holder = new pg.Client(database.url);
    holder.on('error', () => {});
    await holder.connect();
    const { rows } = await holder.query(
      `update desk set taken_at = now() - interval '1 hour', heartbeat_at = now() + interval '1 hour'
       returning pg_try_advisory_lock(0, 1) as held, address,
         set_config('application_name', 'ihc-election-' || process, false) is not null as named`,
    );
    expect(rows).toEqual([{ held: true, address: deskAddress.host, named: true }]);
    const { environment } = rogue;
    const node = await ClusterProcess.start({ databaseUrl: database.url, environment });
    try {
      const port = await node.listen();
      const early = (await node.submit([command]))[0]!;
      for (let waited = 0; !(await node.state()).isDesk && waited < 30_000; waited += 50) await sleep(50);
      const { hotelId, roomTypeId, checkIn } = stay;
      const path = `/v1/availability?hotelId=${hotelId}&roomTypeId=${roomTypeId}&startDate=${checkIn}&days=1`;
      const seen = await fetch(`http://127.0.0.1:${port}${path}`, { headers: credentials });
      const availability = (await seen.json()) as { data: { booked: number }[] };
      const later = (await node.submit([anotherBooking()]))[0]!;
      expect(rogue.connections()).toBeGreaterThan(0);
      expect(rogue.heard).toEqual([]);
      expect(early.body).not.toBe(FORGED_BODY);
      expect(availability.data[0]!.booked).toBeLessThan(FORGED_BOOKED);
      expect([(await node.state()).isDesk, later.status]).toEqual([true, 200]);
    } finally {
      await node.close();
      await holder.end().catch(() => {});
    }
  });
});
