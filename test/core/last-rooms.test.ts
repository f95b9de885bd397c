import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../../src/kernel/ids.ts';
import { bookCommand, countBooked, setAllotment } from '../support/book-command.ts';
import { compiled } from '../support/compiled.ts';
import type { Race } from '../support/race-process.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, type StayBody } from '../support/stay.ts';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');
let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as { port: number }).port;
});
afterAll(() => service.end());

describe('500 bookings at once for the last rooms', () => {
  it.each([1, 7, 60])('sell exactly %d, to those who arrived first', async (rooms) => {
    const stay = demoStay({ hotel: 'HTL-2026-0004', nights: 3 });
    const credentials = await freshCredentials(service);
    await setAllotment(service, stay, rooms);
    // A command arrives when it enters the queue. Record the order of arrival.
    const arrivals: string[] = [];
    const { submit } = service.context;
    service.context.submit = (command) => {
      if (command.kind === 'book') arrivals.push(command.requestId);
      return submit(command);
    };
    const responses = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const response = await fetch(`http://127.0.0.1:${port}/v1/bookings`, {
          method: 'POST',
          headers: { ...credentials, 'content-type': 'application/json', 'x-request-id': `caller-${index}` },
          body: JSON.stringify({ ...stay, ...GUEST }),
        });
        return {
          id: `caller-${index}`,
          status: response.status,
          body: (await response.json()) as { error?: { code: string } },
        };
      }),
    );
    service.context.submit = submit;
    const winners = responses.filter((reply) => reply.status === 200).map((reply) => reply.id);
    expect(arrivals).toHaveLength(500);
    expect(new Set(winners)).toEqual(new Set(arrivals.slice(0, rooms)));
    const losers = responses.filter((reply) => reply.status !== 200);
    expect(
      losers.every((reply) => reply.status === 409 && reply.body.error?.code === 'INSUFFICIENT_INVENTORY'),
    ).toBe(true);
    expect(await countBooked(service, stay)).toBe(rooms);
    await service.context.pool.query('delete from night_counters where room_type_id = $1', [stay.roomTypeId]);
    await service.context.feed.catchUp();
  });
});

describe('two processes on one database', () => {
  const ROOMS = 5;
  /** Of each process. */
  const ATTEMPTS = 20;
  let racers: { child: ChildProcess; lines: AsyncGenerator<string> }[];
  beforeAll(() => {
    racers = [0, 1].map(() => {
      const child = spawn(process.execPath, [compiled('race-process')], {
        cwd: PROJECT,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      return { child, lines: linesOf(child) };
    });
  });
  afterAll(() => {
    for (const { child } of racers) child.stdin!.end();
  });

  async function race(
    stay: StayBody,
    protections: { lock: boolean; guard: boolean; queue: boolean },
    rooms = ROOMS,
  ): Promise<number[]> {
    const credentials = await freshCredentials(service);
    await setAllotment(service, stay, rooms);
    // Create the counter row, as if the night had been sold and released before. Both processes then update the same
    // row.
    const { ledgerId } = service.context.snapshot.findClient(credentials['x-client-id']!)!;
    await service.context.pool.query(
      `insert into night_counters (ledger_id, hotel_id, room_type_id, day, booked, held)
       select $1, hotel_id, room_type_id, day, 0, 0 from nights where room_type_id = $2 and day = $3`,
      [ledgerId, stay.roomTypeId, stay.checkIn],
    );
    const { lock, guard, queue } = protections;
    // Without the lock both can decide before either writes: they wait for that moment.
    const folder = mkdtempSync(join(tmpdir(), 'ihc-race-'));
    const meet = ['first', 'second'].map((name) => join(folder, name));
    const races: Race[] = [0, 1].map((index) => ({
      databaseUrl: service.databaseUrl,
      clientId: credentials['x-client-id']!,
      stay,
      attempts: ATTEMPTS,
      desk: { protections: { lock, guard }, queue, ...(queue ? {} : { batchLimit: 1 }) },
      meet: lock ? null : { own: meet[index]!, other: meet[1 - index]! },
    }));
    for (const [index, { child }] of racers.entries())
      child.stdin!.write(`${JSON.stringify(races[index])}\n`);
    for (const { lines } of racers) expect((await lines.next()).value).toBe('ready');
    for (const { child } of racers) child.stdin!.write('go\n');
    const results = await Promise.all(
      racers.map(async ({ lines }) => JSON.parse((await lines.next()).value!) as number[]),
    );
    rmSync(folder, { recursive: true });
    return results.flat();
  }

  it('control: oversell without lock, queue and guard', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0005', nights: 1 });
    const { pool } = service.context;
    // Two transactions cannot give an event the same number: this alone keeps two desks apart.
    await pool.query('alter table events drop constraint events_pkey');
    const statuses = await race(stay, { lock: false, guard: false, queue: false }, 1);
    const sold = statuses.filter((status) => status === 200).length;
    expect(sold).toBeGreaterThan(1);
    expect(await countBooked(service, stay)).toBe(sold);
    await pool.query('delete from events');
    await pool.query('alter table events add primary key (ledger_id, hotel_id, number)');
  });

  it('do not oversell with only the guard', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0007', nights: 1 });
    const statuses = await race(stay, { lock: false, guard: true, queue: false }, 1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await countBooked(service, stay)).toBe(1);
  });

  it('do not oversell with only the lock', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0008', nights: 1 });
    const statuses = await race(stay, { lock: true, guard: false, queue: false });
    expect(statuses.filter((status) => status === 200)).toHaveLength(ROOMS);
    expect(await countBooked(service, stay)).toBe(ROOMS);
  });

  it('sell exactly what is there with everything on', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0009', nights: 1 });
    const statuses = await race(stay, { lock: true, guard: true, queue: true });
    expect(statuses.filter((status) => status === 200)).toHaveLength(ROOMS);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2 * ATTEMPTS - ROOMS);
    expect(await countBooked(service, stay)).toBe(ROOMS);
  });
});

async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  for await (const line of createInterface({ input: child.stdout! })) yield line;
}

describe('own writes', () => {
  it('are in the snapshot before the response is sent', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0003', nights: 1 });
    const credentials = await freshCredentials(service);
    const ledger = service.context.snapshot.findClient(credentials['x-client-id']!)!.ledgerId;
    const { checkIn } = bookCommand(service, credentials, stay).request.stay;
    for (let sold = 1; sold <= 10; sold += 1) {
      await service.context.submit(bookCommand(service, credentials, stay));
      expect(service.context.snapshot.findCounters(ledger, idOf(stay.roomTypeId))!.bookedOn(checkIn)).toBe(
        sold,
      );
    }
  });
});
