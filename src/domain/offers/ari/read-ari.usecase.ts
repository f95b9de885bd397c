// Reads the current rooms, prices and restrictions for a hotel system, day by day.

import type { Queries, Reads } from '../../../context.ts';
import { addDays, type Day, daysFrom, formatDay } from '../../../kernel/day.ts';
import { lastOpenDay, PAST_DAYS_KEPT } from '../../../kernel/horizon.ts';
import { readId } from '../../../kernel/ids.ts';
import { accept, type FieldProblem, type Outcome, refuse, refuseInput } from '../../../kernel/refusal.ts';
import type { Hotel } from '../../catalog/hotel.ts';
import type { RoomType } from '../../catalog/room-type.ts';
import { type Night, UNOPENED } from '../../inventory/night.ts';
import { type PlanDay, UNRESTRICTED } from '../../inventory/plan-day.ts';
import type { Caller } from '../../partners/authenticate.ts';
import { suppliedHotel } from '../../partners/supplied-hotel.ts';
import type { Prices, RatePlan } from '../../pricing/rate-plan.ts';
import type { DayMark } from './message.ts';
import { dayKey, readOffer, type StoredOffer } from './read-ari.store.ts';

export const READ_DAYS_LIMIT = 366;
/**
 * The maximum number of days that one request reads. Each day is counted once for each room type and each rate plan.
 */
export const READ_CELLS_LIMIT = 40_000;

export interface AriQuery {
  hotel: string;
  first: Day;
  last: Day;
  roomType: string | null;
  ratePlan: string | null;
}

export interface RoomDay {
  day: Day;
  night: Night;
  booked: number;
  held: number;
  mark: DayMark | null;
}

export interface PlanDayInForce {
  day: Day;
  prices: Prices;
  isUsual: boolean;
  restrictions: PlanDay;
  mark: DayMark | null;
}

export interface RoomInForce {
  roomType: RoomType;
  days: RoomDay[];
  plans: { plan: RatePlan; days: PlanDayInForce[] }[];
}

export interface AriInForce {
  hotel: Hotel;
  first: Day;
  last: Day;
  rooms: RoomInForce[];
}

/**
 * Reads what a hotel offers, day by day. The values come from the database and not from memory, so that they include
 * every message whose response was already sent.
 */
export async function readAri(
  { pool, snapshot, today }: Queries,
  { client }: Caller,
  query: AriQuery,
): Promise<Outcome<AriInForce>> {
  const hotel = suppliedHotel(snapshot, client, query.hotel);
  if (!hotel.ok) return hotel;
  const { first, last } = query;
  const problems = dayProblems(query, today());
  if (problems.length > 0) return refuseInput(problems);
  const chosen = productsOf(snapshot, hotel.value, query);
  if (!chosen.ok) return chosen;
  const { roomTypes, plans } = chosen.value;
  const cells = (last - first + 1) * (roomTypes.length + plans.length);
  if (cells > READ_CELLS_LIMIT) return refuseInput([tooManyCells(cells)]);
  const stored = await readOffer(pool, {
    ledgerId: client.ledgerId,
    hotelId: hotel.value.id,
    roomTypeIds: roomTypes.map(({ id }) => id),
    ratePlanIds: plans.map(({ id }) => id),
    ...{ first, last },
  });
  const days = daysFrom(first, last - first + 1);
  const rooms = roomTypes.map((roomType) => ({
    roomType,
    days: days.map((day) => roomDay(stored, roomType, day)),
    plans: plans
      .filter(({ roomTypeId }) => roomTypeId === roomType.id)
      .map((plan) => ({ plan, days: days.map((day) => planDay(stored, plan, day)) })),
  }));
  return accept({ hotel: hotel.value, first, last, rooms });
}

function dayProblems({ first, last }: AriQuery, today: Day): FieldProblem[] {
  const [least, most] = [addDays(today, -PAST_DAYS_KEPT), lastOpenDay(today)];
  const problems: FieldProblem[] = [];
  if (first < least)
    problems.push({ field: 'from', code: 'TOO_EARLY', message: `from must be ${formatDay(least)} or later` });
  if (last > most)
    problems.push({ field: 'to', code: 'TOO_LATE', message: `to must be ${formatDay(most)} or earlier` });
  if (last < first) problems.push({ field: 'to', code: 'TOO_EARLY', message: 'to must not be before from' });
  if (last - first + 1 > READ_DAYS_LIMIT)
    problems.push({
      field: 'to',
      code: 'TOO_LATE',
      message: `to must be at most ${READ_DAYS_LIMIT - 1} days after from`,
    });
  return problems;
}

function tooManyCells(cells: number): FieldProblem {
  return {
    field: 'to',
    code: 'TOO_LARGE',
    message: `a response has at most ${READ_CELLS_LIMIT} days of room types and rate plans; this one would have ${cells}: ask for fewer days, or for one room type`,
  };
}

interface Chosen {
  roomTypes: RoomType[];
  plans: RatePlan[];
}

/**
 * Finds products by code or id, with the same rules as for a message. Inactive products are included, because a message
 * can change them.
 */
function productsOf(
  snapshot: Reads['snapshot'],
  hotel: Hotel,
  { roomType, ratePlan }: AriQuery,
): Outcome<Chosen> {
  const isNamed = (name: string | null, { id, code }: { id: string; code: string }) =>
    name === null || code === name || id === readId(name);
  const byCode = (one: { code: string }, other: { code: string }) => (one.code < other.code ? -1 : 1);
  const rooms = [...snapshot.roomTypes.in(hotel.id)].filter((one) => isNamed(roomType, one)).sort(byCode);
  if (rooms.length === 0 && roomType !== null) return refuse('ROOM_TYPE_NOT_FOUND', 'room type not found');
  const chosen = new Set<string>(rooms.map(({ id }) => id));
  const plans = [...snapshot.ratePlans.in(hotel.id)]
    .filter((plan) => chosen.has(plan.roomTypeId) && isNamed(ratePlan, plan))
    .sort(byCode);
  if (ratePlan === null) return accept({ roomTypes: rooms, plans });
  if (plans.length === 0) return refuse('RATE_PLAN_NOT_FOUND', 'rate plan not found');
  const ofPlans = new Set<string>(plans.map(({ roomTypeId }) => roomTypeId));
  return accept({ roomTypes: rooms.filter(({ id }) => ofPlans.has(id)), plans });
}

function roomDay({ nights, marks, usualAllotments }: StoredOffer, { id }: RoomType, day: Day): RoomDay {
  const stored = nights.get(dayKey(id, day));
  const mark = marks.get(dayKey(id, day)) ?? null;
  if (stored !== undefined)
    return { day, night: stored.night, booked: stored.booked, held: stored.held, mark };
  const allotment = usualAllotments.get(id) ?? 0;
  return { day, night: { ...UNOPENED, allotment }, booked: 0, held: 0, mark };
}

function planDay({ prices, restrictions, marks }: StoredOffer, plan: RatePlan, day: Day): PlanDayInForce {
  const key = dayKey(plan.id, day);
  const own = prices.get(key);
  return {
    day,
    prices: own ?? plan.prices,
    isUsual: own === undefined,
    restrictions: restrictions.get(key) ?? UNRESTRICTED,
    mark: marks.get(key) ?? null,
  };
}
