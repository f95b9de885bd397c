import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../scripts/certify/main.ts';
import type { Task } from '../../scripts/certify/tasks.ts';
import { NoLimits } from '../support/no-limits.ts';
import { Pms } from '../support/pms.ts';
import { channelRooms, freeRooms } from '../support/pms-books.ts';
import type { Wire } from '../support/pms-wire.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let base: string;
/** A hotel whose system does nothing. */
let idle: Hotel;
beforeAll(async () => {
  service = await startTestService({ limiter: new NoLimits() });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  idle = await newHotel();
});
afterAll(() => service.end());

interface Hotel {
  id: string;
  args: string[];
  supplier: Record<string, string>;
}

async function newHotel(): Promise<Hotel> {
  const { data } = (await service.call('POST', '/v1/sandbox/credentials', { body: { role: 'hotel' } })).body;
  const supply = ['--supply-client', data.supply.client_id, '--supply-key', data.supply.api_key];
  const relay = ['--relay', '127.0.0.1:0'];
  return {
    id: data.hotel.public_id,
    args: ['--base', base, '--client', data.client_id, '--key', data.api_key, ...supply, ...relay],
    supplier: { 'x-client-id': data.supply.client_id, 'x-api-key': data.supply.api_key },
  };
}

interface Behaviour {
  /** Does a task in another way and returns true. */
  instead?: (task: Task, pms: Pms) => boolean;
  /** Changes what the system sends. Null: the request is not sent, and the system takes this for a success. */
  sends?: (path: string, body: object | undefined) => object | null | undefined;
}

/** Runs the certification beside a system, which sends its requests to the relay as soon as there is one. */
async function certify(hotel: Hotel, minutes: number, { instead, sends }: Behaviour = {}) {
  const printed: string[] = [];
  const wire: Wire = async (method, path, given) => {
    const relay = printed.map((line) => /must use (\S+)\/supply/.exec(line)?.[1]).find(Boolean);
    const body = sends === undefined ? given : sends(path, given);
    if (body === null) return { status: 200, body: { success: true, data: {} } };
    const response = await fetch(`${relay ?? base}/supply/v1${path}`, {
      method,
      headers: { ...hotel.supplier, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const pms = new Pms({ hotelId: hotel.id, wire, clock: () => new Date() });
  await pms.start({ DBL: 5, TRP: 3, FAM: 2, STE: 2 });
  let isOver = false;
  const onTask = (task: Task) => void (instead?.(task, pms) || perform(task, pms));
  const args = [...hotel.args, '--minutes', `${minutes}`];
  const exam = main(args, (line) => printed.push(line), onTask).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // At its end, the certification closes the relay.
    await pms.synchronise().catch(async (failure) => {
      await Promise.race([exam, sleep(5_000)]);
      if (!isOver) throw failure;
    });
    await sleep(20);
  }
  expect(pms.problems).toEqual([]);
  return { code: await exam, printed };
}

/**
 * What a person does who does everything wrong. The second time that rooms or a price are asked for, the connection is
 * bad, and it is the system that does something wrong.
 */
function actWrongly(seen: Set<string>, task: Task, pms: Pms): boolean {
  const isFirstOfItsKind = !seen.has(task.do);
  seen.add(task.do);
  if (task.do === 'rooms left' && isFirstOfItsKind) perform({ ...task, rooms: task.rooms + 1 }, pms);
  else if (task.do === 'sell a room') pms.sell(task.roomType, [task.date], 2);
  else if (task.do === 'price' && isFirstOfItsKind)
    pms.set({ ...planOf(task), set: { prices: { double: '1.00' } } });
  else if (task.do === 'stop sell') pms.set({ ...planOf(task), set: { cta: true } });
  else if (task.do === 'minimum stay') pms.set({ ...planOf(task), set: { minStay: 3 } });
  else if (task.do === 'arrival') pms.set({ ...planOf(task), set: { stopSell: true } });
  else if (task.do === 'departure') pms.set({ ...planOf(task), set: { stopSell: true } });
  else if (task.do === 'no-show') pms.report({ bookingId: task.bookingId, name: 'check-in', body: {} });
  else return 'bookingId' in task;
  return true;
}

/** What the person in front of the system does. */
function perform(task: Task, pms: Pms): void {
  // The system acknowledges by itself.
  if (task.do === 'acknowledge') return;
  if (task.do === 'rooms left') {
    const taken = channelRooms(Object.values(pms.books.reservations));
    const free = freeRooms(pms.books, taken, task.roomType, task.date);
    pms.sell(task.roomType, [task.date], free - task.rooms);
  } else if (task.do === 'sell a room') pms.sell(task.roomType, [task.date], 1);
  else if ('bookingId' in task) {
    const body = task.do === 'cannot-honour' ? { reason: 'no room is free' } : {};
    pms.report({ bookingId: task.bookingId, name: task.do, body });
  } else pms.set({ ...planOf(task), set: setOf(task) });
}

function setOf(task: Extract<Task, { ratePlan: string }>): Record<string, unknown> {
  if (task.do === 'price') return { prices: { double: task.double } };
  if (task.do === 'minimum stay') return { minStay: task.nights };
  if (task.do === 'arrival') return { cta: task.closed };
  if (task.do === 'departure') return { ctd: task.closed };
  return { stopSell: task.do === 'stop sell' };
}

function planOf({ roomType, ratePlan, date }: { roomType: string; ratePlan: string; date: string }) {
  return { roomType, ratePlan, from: date, to: date };
}

const verdicts = (printed: string[]) =>
  printed.filter((line) => /^ {6}(PASS|FAIL)/.test(line)).map((line) => line.trim());

describe('npm run certify', () => {
  it('passes a system that follows the guides', async () => {
    const hotel = await newHotel();
    const { code, printed } = await certify(hotel, 0.3);
    expect(printed.filter((line) => line.includes('FAIL'))).toEqual([]);
    expect(verdicts(printed)).toEqual(Array(17).fill('PASS'));
    expect([code, printed.at(-1)]).toEqual([0, '17 of 17 passed']);
  });

  it('passes no case of a system that does nothing, and says why', async () => {
    const printed: string[] = [];
    const code = await main([...idle.args, '--minutes', '0.003'], (line) => printed.push(line));
    expect([code, printed.at(-1)]).toEqual([1, '0 of 17 passed']);
    expect(verdicts(printed).map((line) => line.replace(/\d{4}-\d\d-\d\d/g, 'DATE'))).toEqual([
      'FAIL: event 1 is not acknowledged; the last one is 0',
      'FAIL: event 3 is not acknowledged; the last one is 0',
      'FAIL: event 5 is not acknowledged; the last one is 0',
      'FAIL: event 7 is not acknowledged; the last one is 0',
      expect.stringMatching(/^FAIL: rooms left on DATE: \d+, expected 3$/),
      expect.stringMatching(/^FAIL: rooms left on DATE: \d+, expected \d+$/),
      expect.stringMatching(/^FAIL: the price is [\d.]+, expected [\d.]+$/),
      'FAIL: one night on DATE: a partner can still buy it, expected STOP_SELL',
      'FAIL: one night on DATE: a partner can still buy it, expected MIN_STAY or MIN_STAY_THROUGH',
      'FAIL: the booking is CONFIRMED, expected CHECKED_IN',
      'FAIL: no guest is checked in: the case before did not pass',
      'FAIL: the booking is CONFIRMED, expected CANCELLED',
      'FAIL: the booking is CONFIRMED, expected NO_SHOW',
      'FAIL: one night on DATE: a partner can still buy it, expected CLOSED_TO_ARRIVAL',
      'FAIL: one night on DATE: a partner can still buy it, expected CLOSED_TO_DEPARTURE',
      expect.stringMatching(/^FAIL: no push has come to http:\/\/127.0.0.1:\d+$/),
      expect.stringMatching(/^FAIL: no push has come to http:\/\/127.0.0.1:\d+$/),
    ]);
  });

  it('finds a system whose rooms left are wrong after a booking', async () => {
    const hotel = await newHotel();
    const { code, printed } = await certify(hotel, 0.07, {
      instead: (task, pms) => {
        if (task.do !== 'sell a room') return false;
        pms.sell(task.roomType, [task.date], 2);
        return true;
      },
    });
    expect(verdicts(printed).filter((line) => line !== 'PASS')).toEqual([
      expect.stringMatching(/^FAIL: rooms left on \S+: 0, expected 1$/),
    ]);
    expect([code, printed.at(-1)]).toEqual([1, '16 of 17 passed']);
  });

  it('fails each case of a system that does each thing wrong, for the right reason', async () => {
    const seen = new Set<string>();
    const wrong = await certify(await newHotel(), 0.05, {
      instead: (task, pms) => actWrongly(seen, task, pms),
      sends: (path, body) => {
        if (path === '/reservations/ack') return null;
        if (path !== '/ari') return body;
        // Every attempt is another message, and no message says when it was sent.
        const { sentAt: _, ...rest } = body as { sentAt: string };
        return { ...rest, messageId: randomUUID() };
      },
    });
    expect([wrong.code, wrong.printed.at(-1)]).toEqual([1, '0 of 17 passed']);
    const refused = 'RESTRICTION_VIOLATED';
    expect(verdicts(wrong.printed).map((line) => line.replace(/\d{4}-\d\d-\d\d/g, 'DATE'))).toEqual([
      'FAIL: event 1 is not acknowledged; the last one is 0',
      'FAIL: event 3 is not acknowledged; the last one is 0',
      'FAIL: event 5 is not acknowledged; the last one is 0',
      'FAIL: event 7 is not acknowledged; the last one is 0',
      'FAIL: rooms left on DATE: 4, expected 3',
      'FAIL: rooms left on DATE: 1, expected 2',
      'FAIL: the price is 1.00, expected 91.00',
      `FAIL: one night on DATE: ${refused}, CLOSED_TO_ARRIVAL, expected STOP_SELL`,
      `FAIL: two nights are refused too: ${refused}, MIN_STAY`,
      'FAIL: the booking is CONFIRMED, expected CHECKED_IN',
      'FAIL: no guest is checked in: the case before did not pass',
      'FAIL: the booking is CONFIRMED, expected CANCELLED',
      'FAIL: the booking is CHECKED_IN, expected NO_SHOW',
      `FAIL: one night on DATE: ${refused}, STOP_SELL, expected CLOSED_TO_ARRIVAL`,
      `FAIL: one night on DATE: a partner can still buy it, expected CLOSED_TO_DEPARTURE`,
      expect.stringMatching(/^FAIL: push \S+ was not sent again with the same messageId$/),
      expect.stringMatching(/^FAIL: an older push .* has replaced 9[23].00 with 91.00: send sentAt$/),
    ]);
  });

  it('finds a check-out that is not reported, and dates that are closed for more than asked', async () => {
    const { printed } = await certify(await newHotel(), 0.05, {
      instead: (task, pms) => {
        if (task.do === 'check-out') return true;
        if (task.do !== 'arrival' && task.do !== 'departure') return false;
        const set =
          task.do === 'arrival' ? { cta: task.closed, stopSell: task.closed } : { ctd: task.closed };
        pms.set({ ...planOf(task), set: { ...set, ...(task.do === 'departure' && { minStayThrough: 3 }) } });
        return true;
      },
    });
    expect(verdicts(printed).filter((line) => line !== 'PASS')).toEqual([
      'FAIL: the booking is CHECKED_IN, expected CHECKED_OUT',
      'FAIL: a stay over the closed date is refused too: RESTRICTION_VIOLATED, STOP_SELL',
      'FAIL: a stay over the closed date is refused too: RESTRICTION_VIOLATED, MIN_STAY_THROUGH',
    ]);
  });

  it('uses no request of the window of the hotel system', async () => {
    const hotel = await newHotel();
    const { limiter } = service.context;
    const taken: string[] = [];
    const take = limiter.take.bind(limiter);
    limiter.take = (caller, limit, then) => {
      taken.push(caller);
      take(caller, limit, then);
    };
    await main([...hotel.args, '--minutes', '0.003'], () => {});
    limiter.take = take;
    const kinds = new Set(taken.map((caller) => caller.split(' ')[0]));
    expect([...kinds].sort()).toEqual(['bookings', 'client', 'examiner']);
  });

  it('--help says what it does, and needs nothing else', async () => {
    const printed: string[] = [];
    expect(await main(['--help'], (line) => printed.push(line))).toBe(0);
    expect(printed.join('\n')).toContain('--relay HOST:PORT');
    const { stdout } = spawnSync('npx', ['tsx', 'scripts/certify.ts', '--help'], { encoding: 'utf8' });
    expect(stdout).toContain('--supply-client');
  });

  it.each([
    ['no arguments', () => [], '--base is missing'],
    ['an unknown argument', () => ['--bass', 'x'], "Unknown option '--bass'"],
    [
      'an address that is none',
      ({ args }: Hotel) => [...args, '--base', 'here'],
      '--base is not an address: here',
    ],
    [
      'no patience',
      ({ args }: Hotel) => [...args, '--minutes', '0'],
      '--minutes is a number above 0, at most 60',
    ],
    ['too much patience', ({ args }: Hotel) => [...args, '--minutes', '61'], '--minutes is a number above 0'],
    [
      'a wrong supply key',
      ({ args }: Hotel) => [...args, '--supply-key', 'x'],
      'the supply key: 401 INVALID_API_KEY',
    ],
    [
      'a wrong partner key',
      ({ args }: Hotel) => [...args, '--key', 'x'],
      'the partner key: 401 INVALID_API_KEY',
    ],
    [
      'a relay without a port',
      ({ args }: Hotel) => [...args, '--relay', 'here'],
      '--relay is not HOST:PORT: here',
    ],
    ['another hotel', ({ args }: Hotel) => [...args, '--hotel', 'HTL-2026-0001'], 'use --hotel'],
    ['a path', ({ args }: Hotel) => [...args, '--base', `${base}/v1`], 'give it without a path'],
    ['a page', ({ args }: Hotel) => [...args, '--base', `${base}/guides`], 'is not'],
    ['no service', ({ args }: Hotel) => [...args, '--base', 'http://127.0.0.1:1'], 'does not respond'],
  ])('says what is wrong with %s, and books nothing', async (_, argsOf, message) => {
    const printed: string[] = [];
    expect(await main(argsOf(idle), (line) => printed.push(line))).toBe(2);
    expect(printed).toEqual([expect.stringContaining(message)]);
  });
});
