import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../src/boot/service.ts';
import { inviteByOperator } from '../src/domain/staff/operate-staff.usecase.ts';
import { operationOf } from '../test/support/operation.ts';
import { bookingRequests } from './bookings.ts';
import { Connection } from './connection.ts';
import { emptyLedger } from './ledger.store.ts';
import type { OpenLoopPlan, OpenLoopResult, OpenLoopStream } from './open-loop.ts';
import { getRequest, postRequest } from './requests.ts';
import { median, percentile, type Row } from './row.ts';
import { ask, demandOnly200, type Stage } from './stage.ts';
import type { World } from './support.ts';

const BOOKINGS_A_SECOND = 50;
const ADDRESSES = 10;
const P99_LIMIT = 1.5;
/** The window is long, because a p99 needs many bookings, and there are only fifty per second. */
const WINDOW = { warmupMilliseconds: 2_000, milliseconds: 20_000 };
const QUICK_WINDOW = { warmupMilliseconds: 1_000, milliseconds: 5_000 };

const TRIES_A_SECOND = 10;
const SIGN_INS = 10;
const QUICK_SIGN_INS = 3;
const SIGN_IN_LIMIT_MILLISECONDS = 2_000;
const PASSWORD = 'palm trees in Karbala';
const EMAIL = 'manager@hotel.example';

/** Measures expensive requests that anybody can send: voucher PDFs and sign-in attempts. */
export async function benchStrangers(stage: Stage): Promise<Row[]> {
  const world = await stage.endless();
  const service = await world.start();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  try {
    return [await benchDrawings(stage, world, port), await benchSignIns(stage, world, service, port)];
  } finally {
    // Close the service also after a failure, because an open service would keep the process alive.
    await service.close();
  }
}

/**
 * Measures bookings while ten addresses each request one voucher per second. No voucher is requested twice, so that
 * each voucher is drawn.
 */
async function benchDrawings(stage: Stage, world: World, port: number): Promise<Row> {
  const window = stage.pace.quick ? QUICK_WINDOW : WINDOW;
  const seconds = (window.warmupMilliseconds + window.milliseconds) / 1000;
  const sender = stage.child('open-loop.ts');
  const work = `${BOOKINGS_A_SECOND} bookings/s while 600 PDFs a minute are drawn for ${ADDRESSES} addresses, open loop`;
  const measure = async (documents: Record<string, OpenLoopStream>) => {
    const bookings = { perSecond: BOOKINGS_A_SECOND, requests: await bookingRequests(world, false) };
    const plan: OpenLoopPlan = { port, ...window, streams: { bookings, ...documents } };
    const result = await sender.ask<Record<string, OpenLoopResult>>('send', plan);
    for (const { statuses } of Object.values(result)) demandOnly200(statuses);
    return result.bookings!;
  };
  const [alone, beside]: OpenLoopResult[][] = [[], []];
  for (let round = 1; round <= stage.pace.rounds; round += 1) {
    await emptyLedger(world.pool);
    alone!.push(await measure({}));
    const vouchers = await bookedVouchers(world, port, Math.ceil(seconds) * ADDRESSES);
    beside!.push(await measure(documentStreams(vouchers)));
    stage.progress(
      `${work}, round ${round}: p99 ${alone!.at(-1)!.p99.toFixed(1)} ms alone, ${beside!.at(-1)!.p99.toFixed(1)} ms beside`,
    );
  }
  await sender.end();
  const p99Of = (results: OpenLoopResult[]) => median(results.map(({ p99 }) => p99));
  const ratio = p99Of(beside!) / p99Of(alone!);
  return {
    work,
    against: `the same bookings alone, p99 ${p99Of(alone!).toFixed(1)} ms`,
    measured: `p99 ${p99Of(beside!).toFixed(1)} ms`,
    ratio: `**${ratio.toFixed(2)}×**`,
    atLeast: `at most ${P99_LIMIT}×`,
    reached: ratio <= P99_LIMIT,
    figures: { aloneP99: p99Of(alone!), besideP99: p99Of(beside!), ratio },
  };
}

function documentStreams(paths: string[]): Record<string, OpenLoopStream> {
  const share = paths.length / ADDRESSES;
  return Object.fromEntries(
    Array.from({ length: ADDRESSES }, (_, index) => [
      `documents ${index}`,
      {
        perSecond: 1,
        from: `127.0.1.${index + 1}`,
        offsetMilliseconds: (1000 * index) / ADDRESSES,
        requests: paths.slice(index * share, (index + 1) * share).map((path) => getRequest(path, {})),
      },
    ]),
  );
}

/** Makes bookings, and returns the paths of their PDFs. */
async function bookedVouchers(world: World, port: number, wanted: number): Promise<string[]> {
  const paths: string[] = [];
  for (const request of (await bookingRequests(world, false)).slice(0, wanted)) {
    const { data } = (await ask(port, request)) as { data: { voucher: { pdf_url: string } } };
    const { pathname, search } = new URL(data.voucher.pdf_url);
    paths.push(pathname + search);
  }
  return paths;
}

/**
 * Measures the sign-in of a manager while strangers try passwords. Every fifth try is for the manager's account. Each
 * of the other tries is for a different account, because after five wrong tries for one account, the service refuses
 * further tries for some time, without a check of the password.
 */
async function benchSignIns(stage: Stage, world: World, service: Service, port: number): Promise<Row> {
  const work = `a known device signs in while strangers try ${TRIES_A_SECOND} times a second, each from a new address`;
  const device = await knownDevice(world, service, port);
  const strangers = new AbortController();
  const tries = strangersTry(port, strangers.signal);
  const times: number[] = [];
  for (let turn = 0; turn < (stage.pace.quick ? QUICK_SIGN_INS : SIGN_INS); turn += 1) {
    await sleep(2_000);
    const startedAt = performance.now();
    const { status } = await signIn(port, EMAIL, PASSWORD, { cookie: device }, '127.0.0.1');
    if (status !== '200') throw new Error(`the owner got ${status}`);
    times.push(performance.now() - startedAt);
  }
  strangers.abort();
  const statuses = await tries;
  const slowest = Math.max(...times);
  const refused = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  stage.progress(`${work}: slowest ${Math.round(slowest)} ms; strangers got ${refused.join(', ')}`);
  return {
    work,
    against: '–',
    measured: `p50 ${Math.round(percentile(times, 0.5))} ms, slowest ${Math.round(slowest)} ms; strangers got ${refused.join(', ')}`,
    ratio: '–',
    atLeast: `slowest at most ${SIGN_IN_LIMIT_MILLISECONDS} ms`,
    reached: slowest <= SIGN_IN_LIMIT_MILLISECONDS,
    figures: { slowest },
  };
}

async function strangersTry(port: number, ended: AbortSignal): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const underWay: Promise<void>[] = [];
  for (let turn = 0; !ended.aborted; turn += 1) {
    const from = `127.1.${Math.floor(turn / 200)}.${(turn % 200) + 1}`;
    underWay.push(
      signIn(
        port,
        turn % 5 === 0 ? EMAIL : `guest${turn}@hotel.example`,
        `wrong password ${turn}`,
        {},
        from,
      ).then(({ status }) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    await sleep(1000 / TRIES_A_SECOND);
  }
  await Promise.all(underWay);
  return statuses;
}

async function signIn(
  port: number,
  email: string,
  password: string,
  headers: Record<string, string>,
  from: string,
) {
  const connection = await Connection.open(port, from);
  const body = { email, password };
  const reply = await connection.exchange(pageRequest('/session', body, headers));
  connection.close();
  return reply;
}

function pageRequest(path: string, body: object, headers: Record<string, string> = {}): Buffer {
  return postRequest(`/hotel/api${path}`, { origin: 'http://localhost:3000', ...headers }, body);
}

/** Accepts an invitation as a manager, signs in, and returns the cookie of the device, which is now known. */
async function knownDevice(world: World, service: Service, port: number): Promise<string> {
  const { rows } = await world.pool.query('select public_id from hotels order by public_id limit 1');
  const given = { email: EMAIL, name: 'Manager', role: 'MANAGER' } as const;
  const invited = await inviteByOperator(operationOf(service), rows[0].public_id, given, false);
  if (!invited.ok) throw new Error(invited.problems.join('; '));
  await service.context.feed.catchUp();
  const token = new URL(invited.value.invitation!.url).hash.slice(1);
  await ask(port, pageRequest('/invitations/accept', { token, name: 'Manager', password: PASSWORD }));
  const response = await fetch(`http://127.0.0.1:${port}/hotel/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.includes('ihc_device='));
  if (cookie === undefined) throw new Error(`no cookie of a device: ${response.status}`);
  return cookie.split(';')[0]!;
}
