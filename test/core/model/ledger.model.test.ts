import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeEndedStays } from '../../../src/boot/housekeeping.ts';
import type { Command } from '../../../src/domain/booking/command.ts';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { SEED } from '../../support/seeded.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import type { Currency, Expected, Reference, Stay } from './reference.ts';
import { actionOf, type Round, rounds, type Setup, type Step, type Wish } from './steps.ts';
import { factsOfBooking, factsOfHold, factsOfQuote, factsOfRefusal } from './wire-facts.ts';
import { type ModelWorld, openWorld } from './world.ts';

/**
 * Compares the service with a second implementation of the rules, the reference. Several shoppers of one partner send
 * requests at the same time. The desk reports the order of its decisions, and the reference decides in the same
 * order. Every response, calendar and table must match the reference. A failing run prints its seed and steps. Set
 * IHC_TEST_SEED to the seed to run it again.
 */
/** `npm test` has the short form: fewer runs of one seed, which need not bring every outcome. */
const IS_SHORT = process.env.IHC_TEST_SET === 'gate';
const RUNS = IS_SHORT ? 20 : 80;
const MOST_SEEDS = 8;
const HOTELS = ['HTL-2026-0005', 'HTL-2026-0009'] as const;

let service: TestService;
let shift = 0;
let decided: string[] = [];
beforeAll(async () => {
  const onDecided = (command: Command) => {
    if ('requestId' in command) decided.push(command.requestId);
  };
  service = await startTestService({ clockShift: () => shift, desk: { onDecided }, housekeeping: false });
});
afterAll(() => service.end());

interface Run {
  world: ModelWorld;
  model: Reference;
  headers: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: responses as a partner gets them.
type WireResponse = { status: number; body: any };

describe('the service beside its reference', () => {
  it(`returns and stores what the rules say, with several callers at once (seed ${SEED})`, async () => {
    const missing = () => (IS_SHORT ? [] : EXPECTED_OUTCOMES.filter((outcome) => !outcomes.has(outcome)));
    const property = fc.asyncProperty(fc.constantFrom(...HOTELS), rounds, async (hotel, all) => {
      const run = await open(hotel);
      for (const round of all) await play(run, round);
      expect(await verify(service.context.pool, () => {})).toBe(0);
    });
    // Few seeds do not bring every outcome. The next seeds then do.
    for (let more = 0; more === 0 || (more < MOST_SEEDS && missing().length > 0); more += 1)
      await fc.assert(property, { numRuns: RUNS, seed: SEED + more, endOnFailure: true });
    console.log(Object.fromEntries([...outcomes].sort()));
    expect(missing()).toEqual([]);
  });
});

async function open(hotel: (typeof HOTELS)[number]): Promise<Run> {
  const world = await openWorld(service, hotel);
  shift = world.startsAt - Date.now();
  return { world, model: world.model, headers: await freshCredentials(service) };
}

async function play(run: Run, round: Round): Promise<void> {
  for (const one of round.setups) await prepare(run, one);
  // Quotes are made from memory and have no fixed order relative to the desk. They therefore run before the commands.
  for (const wish of round.quotes) await checkQuote(run, wish);
  await race(run, round.steps);
  await checkEverything(run);
}

async function prepare({ world, model, headers }: Run, one: Setup): Promise<void> {
  if (one.kind === 'clock') {
    const untilMidnight = 1440 - ((model.minute + 720) % 1440) + 1;
    const minutes = one.minutes === 'midnight' ? untilMidnight : one.minutes;
    model.minute += minutes;
    shift += minutes * 60_000;
  } else if (one.kind === 'checkIn') {
    const booking = model.bookings.filter((each) => each.status === 'CONFIRMED').at(one.which);
    if (booking === undefined || booking.stay.from > model.today) return;
    booking.status = 'CHECKED_IN';
    await service.context.pool.query("update bookings set status = 'CHECKED_IN' where id = $1", [booking.id]);
  } else if (one.kind === 'checkOut') {
    const booking = model.bookings.filter((each) => each.status === 'CHECKED_IN').at(one.which);
    if (booking === undefined) return;
    booking.status = 'CHECKED_OUT';
    await service.context.pool.query("update bookings set status = 'CHECKED_OUT' where id = $1", [
      booking.id,
    ]);
  } else if (one.kind === 'close') {
    model.closeEnded();
    await closeEndedStays(service.context);
  } else if (one.kind === 'forget') {
    // Simulates another node: the quotes are only in the database, not in memory.
    await service.context.quotes.flush();
    service.context.quoteBook.forgetClient(service.context.snapshot.findClient(headers['x-client-id']!)!.id);
  } else await world.change(one);
}

function stayOf({ model }: Run, wish: Wish): Stay {
  const earlier =
    wish.again === 'quote' ? model.quotes.at(-1) : wish.again === 'hold' ? model.holds.at(-1) : undefined;
  if (earlier !== undefined) return earlier.stay;
  const from = model.today + wish.offset;
  return { plan: model.plans[wish.plan]!, from, to: from + wish.nights };
}

/** The request body, without the fields that the shopper leaves out. */
function bodyOf({ world }: Run, stay: Stay, wish: Wish) {
  return {
    ...world.bodyOf(stay),
    ...(wish.rooms !== undefined && { roomsCount: wish.rooms }),
    ...(wish.adults !== undefined && { adults: wish.adults }),
    ...(wish.children !== undefined && { children: wish.children }),
    ...(wish.currency !== undefined && { currency: wish.currency }),
  };
}

async function checkQuote(run: Run, wish: Wish & { named: 'nobody' | 'guest' | 'token' }): Promise<void> {
  const { model, headers } = run;
  const stay = stayOf(run, wish);
  const hold = model.holds.at(-1);
  const named =
    wish.named === 'guest'
      ? { guest: wish.guest }
      : wish.named === 'token' && hold !== undefined
        ? { token: hold.token }
        : {};
  const response = await service.call('POST', '/v1/price-check', {
    headers,
    body: {
      ...bodyOf(run, stay, wish),
      ...('guest' in named && { guestPhone: named.guest }),
      ...('token' in named && { prebookToken: named.token }),
    },
  });
  const expected = model.quote(stay, wish, named, response.body.data?.quote_id);
  compare('quote', { quote: wish, named }, expected, response, factsOfQuote);
}

interface Racer {
  id: string;
  kind: Step['kind'];
  send: () => Promise<WireResponse>;
  expect: (response: WireResponse) => Expected;
  read: (data: never) => Record<string, unknown>;
  about: unknown;
}

/** Sends all steps at once, then gives them to the reference in the order in which the desk decided. */
async function race(run: Run, steps: Step[]): Promise<void> {
  decided = [];
  const racers = steps.flatMap((step, index) => racerOf(run, step, `step-${index}`));
  const responses = new Map<string, WireResponse>();
  await Promise.all(racers.map(async (racer) => responses.set(racer.id, await racer.send())));
  const order = [...new Set(decided.reverse())].reverse();
  expect([...order].sort()).toEqual(racers.map((racer) => racer.id).sort());
  for (const id of order) {
    const racer = racers.find((one) => one.id === id)!;
    const response = responses.get(id)!;
    compare(racer.kind, { step: racer.about, order }, racer.expect(response), response, racer.read);
  }
}

function racerOf(run: Run, step: Step, id: string): Racer[] {
  const { model, world } = run;
  const headers = { ...run.headers, 'x-request-id': id };
  const post = (path: string, body: unknown) => () => service.call('POST', `/v1/${path}`, { headers, body });
  if (step.kind === 'release') {
    const hold = model.holds.at(-1 - step.which);
    if (hold === undefined) return [];
    const send = () => service.call('DELETE', `/v1/prebook/${hold.token}`, { headers });
    const read = (data: { status: string }) => ({ status: data.status });
    return [{ id, kind: step.kind, send, expect: () => model.release(hold.token), read, about: step }];
  }
  if (step.kind === 'cancel' || step.kind === 'modify') {
    const booking = model.bookings.at(-1 - step.which);
    if (booking === undefined) return [];
    const path = `bookings/${booking.id}`;
    if (step.kind === 'cancel')
      return [
        {
          id,
          kind: step.kind,
          send: post(`${path}/cancel`, { dryRun: step.dryRun }),
          expect: () => model.cancel(booking.id, step.dryRun),
          read: (data) => factsOfBooking(data, 'cancellation'),
          about: step,
        },
      ];
    const { change, body } = actionOf(step, model, world);
    return [
      {
        id,
        kind: step.kind,
        send: post(`${path}/modify`, body),
        expect: () => model.modify(booking.id, change),
        read: (data) => factsOfBooking(data, 'difference'),
        about: { ...step, body },
      },
    ];
  }
  const stay = stayOf(run, step);
  const quote = model.quotes.filter((one) => one.stay.plan === stay.plan).at(-1 - step.quote);
  const quoteId = step.names === 'quote' ? quote?.id : undefined;
  const guest = { guestName: 'Guest', guestPhone: step.guest };
  const body = { ...bodyOf(run, stay, step), ...guest, ...(quoteId !== undefined && { quoteId }) };
  const wish = { ...step, ...(quoteId !== undefined && { quoteId }) };
  if (step.kind === 'prebook')
    return [
      {
        id,
        kind: step.kind,
        send: post('prebook', body),
        expect: (response) => model.prebook(stay, wish, step.guest, response.body.data?.prebook_token),
        read: factsOfHold,
        about: body,
      },
    ];
  const token = step.names === 'token' ? model.holds.at(-1 - step.quote)?.token : undefined;
  const expectedTotal = step.names === 'total' && quote !== undefined ? quote.total : undefined;
  const currency: Currency | undefined = expectedTotal === undefined ? step.currency : quote!.currency;
  const asked = {
    ...wish,
    ...(currency !== undefined && { currency }),
    ...(token !== undefined && { token }),
    ...(expectedTotal !== undefined && { expectedTotal }),
  };
  const sent = {
    ...body,
    ...(currency !== undefined && { currency }),
    ...(token !== undefined && { prebookToken: token }),
    ...(expectedTotal !== undefined && { expectedTotal: world.textOf(expectedTotal, currency!) }),
  };
  return [
    {
      id,
      kind: step.kind,
      send: post('bookings', sent),
      expect: (response) => model.book(stay, asked, step.guest, response.body.data?.booking_id),
      read: (data) => factsOfBooking(data, 'change'),
      about: sent,
    },
  ];
}

/** Counts the outcomes of each kind of step. A run in which everything is refused proves little. */
const outcomes = new Map<string, number>();
const EXPECTED_OUTCOMES = [
  ...[
    'quote: 200',
    'quote: LOCKED',
    'prebook: 200',
    'book: 200',
    'modify: 200',
    'cancel: 200',
    'release: 200',
  ],
  ...[
    'book: refused PRICE_CHANGED',
    'book: refused INSUFFICIENT_INVENTORY',
    'book: refused RESTRICTION_VIOLATED',
  ],
  ...['book: refused QUOTE_EXPIRED', 'book: refused PREBOOK_EXPIRED', 'book: price change'],
  ...['hold: ACTIVE', 'hold: CONSUMED', 'hold: EXPIRED', 'hold: RELEASED'],
  ...['modify: retained', 'modify: refused BOOKING_STATE_CONFLICT', 'modify: refused VALIDATION_ERROR'],
  'cancel: penalty',
];

function count(outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

function remarkable(done: Record<string, unknown>): string[] {
  const facts: string[] = [];
  if (typeof done.lock === 'string') facts.push('LOCKED');
  if (Array.isArray(done.change)) facts.push('price change');
  if (Number(done.retained ?? 0) > 0) facts.push('retained');
  if (Number(done.penalty ?? 0) > 0) facts.push('penalty');
  if (Number(done.penalty ?? 0) > Number(done.total)) facts.push('penalty beyond the total');
  return facts;
}

function compare(
  kind: string,
  about: unknown,
  expected: Expected,
  response: WireResponse,
  read: (data: never) => Record<string, unknown>,
): void {
  const said =
    response.status === 200
      ? { done: read(response.body.data as never) }
      : factsOfRefusal(response.body.error, expected);
  expect(said, JSON.stringify(about)).toEqual(expected);
  const outcome = 'refused' in expected ? `refused ${expected.refused}` : '200';
  for (const fact of [outcome, ...('done' in expected ? remarkable(expected.done) : [])])
    count(`${kind}: ${fact}`);
  if (outcome === 'refused RESTRICTION_VIOLATED' && 'details' in expected)
    for (const reason of expected.details as unknown[])
      if (Array.isArray(reason) && reason.length === 3) count(`plan: ${reason[0]}`);
}

/** Compares bookings and calendars, in API responses and in the tables, with the reference. */
async function checkEverything({ world, model, headers }: Run): Promise<void> {
  const { body } = await service.call('GET', '/v1/bookings?limit=200', { headers });
  const listed = new Map(body.data.map((one: { booking_id: string }) => [one.booking_id, one]));
  expect([...listed.keys()].sort()).toEqual(model.bookings.map((one) => one.id).sort());
  for (const booking of model.bookings)
    expect(factsOfBooking(listed.get(booking.id) as never)).toEqual(model.showBooking(booking));
  for (const hold of model.holds) {
    const status = hold.state === 'ACTIVE' && !model.isLive(hold) ? 'EXPIRED' : hold.state;
    const shown = await service.call('GET', `/v1/prebook/${hold.token}`, { headers });
    expect(shown.body.data.status).toBe(status);
    count(`hold: ${status}`);
  }
  const sold = await world.soldIn(headers['x-client-id']!);
  for (const room of world.rooms) {
    const nights = await world.nightsOf(room, headers);
    for (const { day, ...shown } of nights) {
      const { allotment, blocked } = room.nights.get(day)!;
      const held = model.heldOn(room, day);
      const booked = model.bookedOn(room, day);
      const available = Math.max(0, allotment - booked - blocked - held);
      const about = `${room.code} on day ${day - model.firstDay}`;
      expect(shown, about).toEqual({ allotment, blocked: blocked + held, held, booked, available });
      expect(sold.get(`${room.id}/${day}`) ?? 0, about).toBe(booked);
    }
  }
}
