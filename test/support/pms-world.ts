import { closeEndedStays, sweepDueHolds } from '../../src/boot/housekeeping.ts';
import { Pms } from './pms.ts';
import { addDays, type Reservation } from './pms-books.ts';
import { type ChannelView, COMPARED_DAYS, differences } from './pms-comparison.ts';
import { type PartnerPlan, SimulatedPartner } from './pms-partner.ts';
import { Reception } from './pms-reception.ts';
import { Crash, LineDown, type Moment, type PmsOptions, type Wire, type WireResponse } from './pms-wire.ts';
import { seededIntegers } from './seeded.ts';
import type { TestService } from './service.ts';
import { inDays } from './stay.ts';

export interface WorldOptions {
  service: TestService;
  /** Sets the clock of the service. */
  setClock: (at: number) => void;
  clock: () => Date;
  seed: number;
  days: number;
  loses?: PmsOptions['loses'];
}

export interface WorldResult {
  /** How often each thing happened. */
  counts: Map<string, number>;
  /** Wrong responses and events. */
  problems: string[];
  differences: string[];
  bookings: Reservation[];
}

const ROOMS = { DBL: 5, TRP: 3, FAM: 2, STE: 2 };
const HOURS = [8, 12, 17, 22];
const HOUR = 3_600_000;

/**
 * Runs a private hotel with its system and a partner for some days, and compares the system with the channel at the
 * end.
 */
export async function runHotel(options: WorldOptions): Promise<WorldResult> {
  const world = await openWorld(options);
  const { pick, tally } = world;
  for (let day = 1; day <= options.days; day += 1) {
    const lineIsDownAt = pick(0, 4) === 0 ? HOURS[pick(0, HOURS.length)]! : null;
    for (const hour of HOURS) {
      options.setClock(Date.parse(`${inDays(day)}T00:00:00+03:00`) + hour * HOUR);
      world.line.isDown = lineIsDownAt !== null && hour >= lineIsDownAt && hour <= lineIsDownAt + 5;
      if (world.line.isDown) tally('hour offline');
      await Promise.all([partnersAct(world), world.guarded((pms) => hotelWorks(world, pms, day, hour))]);
    }
    options.setClock(Date.parse(`${inDays(day + 1)}T00:30:00+03:00`));
    await closeEndedStays(options.service.context);
  }
  // Remaining holds expire after 15 minutes.
  options.setClock(options.clock().getTime() + HOUR);
  await sweepDueHolds(options.service.context);
  world.line.isDown = false;
  world.line.isReliable = true;
  await world.guarded((pms) => pms.synchronise());
  const pms = world.pms();
  const view = await channelView(world);
  if (pms.waiting > 0) world.problems.push(`${pms.waiting} messages were never sent`);
  const problems = [...world.problems, ...pms.problems, ...world.partner.problems];
  return { counts: world.counts, problems, differences: differences(pms, view), bookings: view.bookings };
}

async function partnersAct({ partner, pick, pms }: World): Promise<void> {
  const { today } = pms();
  for (let actions = pick(2, 6); actions > 0; actions -= 1) await partner.act(today);
}

async function hotelWorks(
  { pick, tally, reception, partner }: World,
  pms: Pms,
  day: number,
  hour: number,
): Promise<void> {
  // This is done rarely, because it corrects the errors of earlier messages, and the test should find these errors.
  if (hour === 8 && day % 10 === 2) await pms.refresh();
  if (hour >= 12) reception.serveGuests(pms);
  if (hour === 17 && pick(0, 4) === 0) reception.breakARoom(pms);
  reception.sellRooms(pms);
  for (let changes = pick(0, 4) - 2; changes > 0; changes -= 1) reception.changeOffers(pms);
  reception.resolveOverbooking(pms);
  if (pms.waiting > 1 && pick(0, 2) === 0) {
    await pms.deliverNewestFirst();
    tally('messages in wrong order');
  }
  const luck = pick(0, 100);
  if (luck < 15) {
    // All nights are counted now and sent after more events were read, so only `seenEvent` shows which events the count
    // includes.
    pms.countAll();
    for (let actions = 3; actions > 0; actions -= 1) await partner.act(pms.today);
    await pms.read();
    tally('push of an old count');
  } else if (luck < 20) {
    await pms.synchronise({ wait: 1 });
    tally('long poll');
  }
  await pms.synchronise({ namesSeenEvent: pick(0, 3) > 0 });
}

interface World {
  partner: SimulatedPartner;
  reception: Reception;
  pms: () => Pms;
  /**
   * Runs the system. After a crash, it starts again from what it stored. If the connection is down, the work ends, and
   * the system continues with the next call.
   */
  guarded: (work: (pms: Pms) => Promise<void>) => Promise<void>;
  line: { isDown: boolean; isReliable: boolean };
  pick: (least: number, limit: number) => number;
  tally: (what: string) => void;
  counts: Map<string, number>;
  problems: string[];
  read: (path: string) => Promise<WireResponse>;
  readSupply: Wire;
  roomTypes: { id: string; code: string }[];
  hotelId: string;
}

async function openWorld({ service, setClock, clock, seed, loses }: WorldOptions): Promise<World> {
  setClock(Date.parse(`${inDays(1)}T07:00:00+03:00`));
  const counts = new Map<string, number>();
  const tally = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const problems: string[] = [];
  const { data } = (await service.call('POST', '/v1/sandbox/credentials', { body: { role: 'hotel' } })).body;
  const hotelId: string = data.hotel.public_id;
  const supplier = headersOf(data.supply);
  const headers = headersOf(data);
  // Guests pay at the hotel, so that the test also covers payments there.
  await service.context.pool.query(
    "update contracts set payment_collected_by = 'HOTEL' where hotel_id = (select id from hotels where public_id = $1)",
    [hotelId],
  );
  await service.context.feed.catchUp();
  const read = (path: string) => service.call('GET', `/v1${path}`, { headers });
  const wire: Wire = (method, path, body) =>
    service.call(method, `/supply/v1${path}`, { headers: supplier, ...(body && { body }) });

  const [pick, chance] = [seededIntegers(seed), seededIntegers(seed + 1)];
  const line = { isDown: false, isReliable: true };
  const unreliable: Wire = async (method, path, body) => {
    if (line.isDown) throw new LineDown();
    const luck = line.isReliable ? 100 : chance(0, 100);
    if (luck < 3) {
      tally('request lost');
      throw new Error('the request was lost');
    }
    const response = await wire(method, path, body);
    if (luck < 6) {
      tally('response lost');
      throw new Error('the response was lost');
    }
    if (luck < 9 && method === 'POST') {
      tally('request sent twice');
      return wire(method, path, body);
    }
    return response;
  };
  const start = (stored?: string) => {
    const endsAt = (moment: Moment) => {
      const ends = !line.isReliable && chance(0, 100) < 2;
      if (ends) tally(`crash, ${moment}`);
      return ends;
    };
    return new Pms({
      hotelId,
      wire: unreliable,
      clock,
      endsAt,
      ...(loses && { loses }),
      ...(stored !== undefined && { stored }),
    });
  };
  let pms = start();
  await pms.start(ROOMS);
  line.isReliable = false;
  const guarded: World['guarded'] = async (work) => {
    for (let next = work; ; next = (one) => one.synchronise())
      try {
        return await next(pms);
      } catch (failure) {
        if (failure instanceof LineDown) return;
        if (!(failure instanceof Crash)) throw failure;
        problems.push(...pms.problems);
        const { plans, stored } = pms;
        pms = start(stored);
        pms.plans = plans;
      }
  };

  const { data: rates } = (await read(`/rates?hotelId=${hotelId}`)).body;
  const plans: PartnerPlan[] = rates.map((plan: { id: string; room_type_id: string }) => ({
    roomTypeId: plan.room_type_id,
    ratePlanId: plan.id,
  }));
  const send = (path: string, body: object, more = {}) =>
    service.call('POST', `/v1${path}`, { body, headers: { ...headers, ...more } });
  const partner = new SimulatedPartner({ hotelId, plans, send, pick: seededIntegers(seed + 2), tally });
  const roomTypes = (await read(`/room-types?hotelId=${hotelId}`)).body.data;
  const reception = new Reception(pick, tally);
  const readSupply = wire;
  const rest = { line, pick, tally, counts, problems, read, readSupply, roomTypes, hotelId };
  return { partner, reception, pms: () => pms, guarded, ...rest };
}

async function channelView({ read, readSupply, roomTypes, hotelId, pms }: World): Promise<ChannelView> {
  const { today } = pms();
  const to = addDays(today, COMPARED_DAYS);
  const ari = (await readSupply('GET', `/ari?hotelId=${hotelId}&from=${today}&to=${to}`)).body.data;
  const availability: ChannelView['availability'] = {};
  for (const { id, code } of roomTypes) {
    const query = `hotelId=${hotelId}&roomTypeId=${id}&startDate=${today}&days=${COMPARED_DAYS}`;
    availability[code] = (await read(`/availability?${query}`)).body.data;
  }
  const bookings: Reservation[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: WireResponse['body'] = (
      await read(`/bookings?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`)
    ).body;
    bookings.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return { bookings, roomTypes: ari.room_types, availability };
}

function headersOf({ client_id, api_key }: { client_id: string; api_key: string }): Record<string, string> {
  return { 'x-client-id': client_id, 'x-api-key': api_key };
}
