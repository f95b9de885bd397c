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
  return {
    id: data.hotel.public_id,
    args: ['--base', base, '--client', data.client_id, '--key', data.api_key, ...supply],
    supplier: { 'x-client-id': data.supply.client_id, 'x-api-key': data.supply.api_key },
  };
}

/** Runs the certification beside a system. `instead` does a task in another way and returns true. */
async function certify(
  hotel: Hotel,
  minutes: number,
  instead: (task: Task, pms: Pms) => boolean = () => false,
) {
  const wire: Wire = (method, path, body) =>
    service.call(method, `/supply/v1${path}`, { headers: hotel.supplier, ...(body && { body }) });
  const pms = new Pms({ hotelId: hotel.id, wire, clock: () => new Date() });
  await pms.start({ DBL: 5, TRP: 3, FAM: 2, STE: 2 });
  const printed: string[] = [];
  let isOver = false;
  const onTask = (task: Task) => void (instead(task, pms) || perform(task, pms));
  const exam = main([...hotel.args, '--minutes', `${minutes}`], (line) => printed.push(line), onTask).finally(
    () => {
      isOver = true;
    },
  );
  while (!isOver) {
    await pms.synchronise();
    await sleep(20);
  }
  expect(pms.problems).toEqual([]);
  return { code: await exam, printed };
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
    expect(verdicts(printed)).toEqual(Array(12).fill('PASS'));
    expect([code, printed.at(-1)]).toEqual([0, '12 of 12 passed']);
  });

  it('passes no case of a system that does nothing, and says why', async () => {
    const printed: string[] = [];
    const code = await main([...idle.args, '--minutes', '0.003'], (line) => printed.push(line));
    expect([code, printed.at(-1)]).toEqual([1, '0 of 12 passed']);
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
    ]);
  });

  it('finds a system whose rooms left are wrong after a booking', async () => {
    const hotel = await newHotel();
    const { code, printed } = await certify(hotel, 0.07, (task, pms) => {
      if (task.do !== 'sell a room') return false;
      pms.sell(task.roomType, [task.date], 2);
      return true;
    });
    expect(verdicts(printed).filter((line) => line !== 'PASS')).toEqual([
      expect.stringMatching(/^FAIL: rooms left on \S+: 0, expected 1$/),
    ]);
    expect([code, printed.at(-1)]).toEqual([1, '11 of 12 passed']);
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
