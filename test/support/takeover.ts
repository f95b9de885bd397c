import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { BookCommand } from '../../src/domain/booking/command.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';
import { bookCommand } from './book-command.ts';
import { ClusterProcess, type StreamResult } from './cluster.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { expectNoHalt } from './no-halt.ts';
import { startTestService, type TestService } from './service.ts';
import { demoStay } from './stay.ts';

/** Ways to take the desk from the process that has it. */
export const FAULTS = [
  'kill -9',
  'SIGSTOP for 10 s',
  'lock connection killed',
  'database cut off',
  'link cut off',
  'both cut off',
] as const;
export type Fault = (typeof FAULTS)[number];

const HOTELS = ['HTL-2026-0001', 'HTL-2026-0002', 'HTL-2026-0011'];
const NIGHTS = 20;
const EXPECTED = ['200', 'OUTCOME_UNKNOWN', 'SERVICE_UNAVAILABLE'];
const BEFORE_MILLISECONDS = 600;
const AFTER_MILLISECONDS = 5_500;
const STOPPED_MILLISECONDS = 10_000;
export const DECIDED_WITHIN_MILLISECONDS = 5_000;

/** One process, and the connections to other processes that can be cut. */
interface Member {
  process: ClusterProcess;
  database: CutProxy;
  link: CutProxy;
}

export interface Round {
  fault: Fault;
  /** Time from the fault until another process decided a booking. */
  takeoverMilliseconds: number;
  booked: number;
  unknown: number;
  refused: number;
}

/** Three processes of two nodes under load. Each round takes the desk from the process that has it. */
export class TakeoverWorld {
  private readonly service: TestService;
  private readonly everyMilliseconds: number;
  private readonly members: Member[] = [];
  private readonly results: StreamResult[] = [];
  /** Enough nights that none sells out, even after many takeovers. */
  private readonly stays = Array.from({ length: NIGHTS }, (_, night) =>
    HOTELS.map((hotel) => demoStay({ hotel, board: 'RO', nights: 1, from: 40 + night })),
  ).flat();
  private count = 0;

  private constructor(service: TestService, everyMilliseconds: number) {
    this.service = service;
    this.everyMilliseconds = everyMilliseconds;
  }

  /** Starts the processes. Each process gets a booking every `everyMilliseconds`. */
  static async start(everyMilliseconds: number): Promise<TakeoverWorld> {
    const service = await startTestService({ housekeeping: false });
    // The desk of this service stops here, because the processes of the test elect their own desk.
    await service.context.desk.stop();
    const world = new TakeoverWorld(service, everyMilliseconds);
    for (const stay of world.stays)
      await service.context.pool.query(
        'update nights set allotment = 30000, blocked = 0 where room_type_id = $1 and day = $2',
        [stay.roomTypeId, stay.checkIn],
      );
    for (const node of ['a', 'a', 'b']) await world.add(node);
    return world;
  }

  async round(fault: Fault): Promise<Round> {
    const desk = await this.findDesk();
    const others = this.members.filter((member) => member !== desk);
    const loads = others.map(({ process }) => this.load(process));
    // If the process is killed, the load on it ends too.
    const own = fault === 'kill -9' ? this.killableLoad(desk.process) : this.load(desk.process);
    await sleep(BEFORE_MILLISECONDS);
    const decidedBefore = await Promise.all(
      others.map(async ({ process }) => (await process.decided()).length),
    );
    const at = monotonicNow();
    const heal = await this.strike(desk, fault);
    const results = (await Promise.all(loads)).flat();
    const firsts = await Promise.all(
      others.map(async ({ process }, index) => (await process.decided())[decidedBefore[index]!]?.at),
    );
    await heal();
    results.push(...(await own));
    this.results.push(...results);
    await this.becomeWhole();
    const codes = results.map(({ status, body }) => (status === 200 ? '200' : JSON.parse(body).error.code));
    expect(codes.filter((code) => !EXPECTED.includes(code))).toEqual([]);
    return {
      fault,
      takeoverMilliseconds: Math.min(...firsts.map((first) => (first ?? Number.POSITIVE_INFINITY) - at)),
      booked: codes.filter((code) => code === '200').length,
      unknown: codes.filter((code) => code === 'OUTCOME_UNKNOWN').length,
      refused: codes.filter((code) => code === 'SERVICE_UNAVAILABLE').length,
    };
  }

  /** Checks that every acknowledged booking is stored, that none is stored twice, and that the ledger is consistent. */
  async check(): Promise<void> {
    const { pool } = this.service.context;
    const stored = await pool.query<{ name: string; id: string }>(
      'select channel_reference as name, id from bookings where channel_reference is not null',
    );
    const ids = new Map<string, string[]>();
    for (const { name, id } of stored.rows) ids.set(name, [...(ids.get(name) ?? []), id]);
    expect([...ids].filter(([, all]) => all.length > 1)).toEqual([]);
    const acknowledged = this.results.filter(({ status }) => status === 200);
    const wrong = acknowledged.filter(
      ({ requestId, body }) => ids.get(requestId)?.[0] !== JSON.parse(body).data.booking_id,
    );
    expect(wrong).toEqual([]);
    const refused = this.results.filter(
      ({ status, body }) => status !== 200 && JSON.parse(body).error.code === 'SERVICE_UNAVAILABLE',
    );
    expect(refused.filter(({ requestId }) => ids.has(requestId))).toEqual([]);
    const epochs = await pool.query(
      'select epoch from desk_batches where epoch is not null group by epoch having count(distinct process) > 1',
    );
    expect(epochs.rows).toEqual([]);
    await expectNoHalt(pool);
    const lines: string[] = [];
    expect(await verify(pool, (line) => lines.push(line)), lines.join('\n')).toBe(0);
  }

  async end(): Promise<void> {
    for (const { process, database, link } of this.members) {
      await process.close();
      database.close();
      link.close();
    }
    await this.service.end();
  }

  private async add(node: string): Promise<void> {
    const port = await freePort();
    const link = await startCutProxy({ host: '127.0.0.1', port });
    const url = new URL(this.service.databaseUrl);
    const database = await startCutProxy({ path: join(url.searchParams.get('host')!, '.s.PGSQL.5432') });
    url.searchParams.delete('host');
    const databaseUrl = url.toString().replace(/@[^/]*\//, `@127.0.0.1:${database.port}/`);
    const process = await ClusterProcess.start({
      ...{ databaseUrl, node },
      desk: { deskPort: port, deskAddress: `127.0.0.1:${link.port}` },
    });
    this.members.push({ process, database, link });
  }

  private async findDesk(): Promise<Member> {
    for (;;) {
      for (const member of this.members) if ((await member.process.state()).isDesk) return member;
      await sleep(50);
    }
  }

  private load(process: ClusterProcess): Promise<StreamResult[]> {
    const count = Math.ceil((BEFORE_MILLISECONDS + AFTER_MILLISECONDS) / this.everyMilliseconds);
    return process.stream(
      Array.from({ length: count }, () => this.command()),
      this.everyMilliseconds,
    );
  }

  private async killableLoad(process: ClusterProcess): Promise<StreamResult[]> {
    void this.load(process);
    return [];
  }

  /** Returns the next booking. Every second booking has no Idempotency-Key. */
  private command(): BookCommand {
    const stay = this.stays[this.count % this.stays.length]!;
    const requestId = `takeover-${this.count++}`;
    const key = { operation: 'bookings', key: randomUUID(), requestHash: '00' };
    return bookCommand(this.service, this.service.credentials, stay, {
      requestId,
      idempotency: this.count % 2 === 0 ? key : null,
      request: {
        bookingId: idOf(randomUUID()),
        notes: { specialRequests: null, channelReference: requestId },
      },
    });
  }

  /** Causes a fault. Returns a function that ends it. */
  private async strike(desk: Member, fault: Fault): Promise<() => Promise<void>> {
    const { process } = desk;
    switch (fault) {
      case 'kill -9':
        await process.kill('SIGKILL');
        return async () => {
          this.members.splice(this.members.indexOf(desk), 1);
          desk.link.close();
          desk.database.close();
          await this.add('a');
        };
      case 'SIGSTOP for 10 s': {
        await process.kill('SIGSTOP');
        const until = sleep(STOPPED_MILLISECONDS);
        return async () => {
          await until;
          await process.kill('SIGCONT');
        };
      }
      case 'lock connection killed':
        await this.service.context.pool.query(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 0 and objid = 1
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return async () => {};
      case 'database cut off':
      case 'link cut off':
      case 'both cut off': {
        const cut = [
          ...(fault === 'link cut off' ? [] : [desk.database]),
          ...(fault === 'database cut off' ? [] : [desk.link]),
        ];
        for (const one of cut) one.cut();
        return async () => {
          for (const one of cut) one.heal();
        };
      }
    }
  }

  /** Waits until every process can reach a desk again. */
  private async becomeWhole(): Promise<void> {
    for (const { process } of this.members) while (!(await process.state()).isReachable) await sleep(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
