import type { Days } from '../../domain/offers/offer-change.ts';
import type { Day } from '../../kernel/day.ts';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import type { Currency } from '../../kernel/money.ts';
import { nightConflicts, priceConflicts } from './csv-conflicts.ts';
import { countDays } from './csv-lines.ts';
import type { HotelFile } from './hotel-file.schema.ts';
import type { HotelRows } from './hotel-rows.ts';
import type { NightsLine } from './nights-csv.ts';
import { amountProblems, type PricesLine } from './prices-csv.ts';
import type { Sound } from './schema-problems.ts';

/** The lines about one hotel in the two CSV files. */
export interface OfferLines {
  nights: NightsLine[];
  prices: PricesLine[];
}

/**
 * The codes that lines may contain. A list is null if the schema rejected some of these codes in the hotel file. In
 * this case, the codes in the lines cannot be checked. The rejected codes were already reported.
 */
export interface KnownCodes {
  roomTypes: Set<string> | null;
  /** The key consists of the code of the room type, a slash and the code of the rate plan. */
  plans: Map<string, Currency> | null;
}

export function linesByHotel(nights: NightsLine[], prices: PricesLine[]): Map<string, OfferLines> {
  const hotels = new Map<string, OfferLines>();
  const linesOf = (hotel: string) => getOrCreate(hotels, hotel, () => ({ nights: [], prices: [] }));
  for (const line of nights) linesOf(line.hotel).nights.push(line);
  for (const line of prices) linesOf(line.hotel).prices.push(line);
  return hotels;
}

/**
 * Returns the codes of the hotel file and also the codes in the database, because a line may change nights of a room
 * type that is no longer sold.
 */
export function knownCodes(file: Sound<HotelFile> | null, stored: HotelRows | null): KnownCodes {
  const roomTypes = new Set<string>();
  const plans = new Map<string, Currency>();
  const rooms = new Map(stored?.roomTypes.map((room) => [room.id, room.code]));
  for (const code of rooms.values()) roomTypes.add(code);
  for (const plan of stored?.plans ?? [])
    plans.set(`${rooms.get(plan.room_type_id)}/${plan.code}`, plan.currency);
  let [hasRooms, hasPlans] = [true, true];
  if (file !== null && file.roomTypes === undefined) [hasRooms, hasPlans] = [false, false];
  for (const room of file?.roomTypes ?? []) {
    if (room?.code === undefined) [hasRooms, hasPlans] = [false, false];
    else roomTypes.add(room.code);
    if (room?.ratePlans === undefined) hasPlans = false;
    for (const plan of room?.ratePlans ?? [])
      if (plan?.code === undefined || plan.currency === undefined) hasPlans = false;
      else plans.set(`${room!.code}/${plan.code}`, plan.currency);
  }
  return { roomTypes: hasRooms ? roomTypes : null, plans: hasPlans ? plans : null };
}

/**
 * Finds problems that a line alone does not show, such as unknown codes and contradictions. To find them, the lines are
 * compared with the hotel file, the database and each other.
 */
export function checkLines(
  names: { nights: string; prices: string },
  lines: OfferLines,
  known: KnownCodes,
  today: Day,
): string[] {
  const problems: string[] = [];
  const rooms = new Map<string, NightsLine[]>();
  for (const line of lines.nights)
    if (known.roomTypes?.has(line.roomType) === false)
      problems.push(`${names.nights} line ${line.line}, room_type: ${noRoom(line, known.roomTypes)}`);
    else getOrCreate(rooms, line.roomType, () => []).push(line);
  for (const ofRoom of rooms.values()) problems.push(...nightConflicts(names.nights, ofRoom, today));
  const plans = new Map<string, PricesLine[]>();
  for (const line of lines.prices) {
    const key = `${line.roomType}/${line.ratePlan}`;
    const currency = known.plans?.get(key);
    if (known.roomTypes?.has(line.roomType) === false)
      problems.push(`${names.prices} line ${line.line}, room_type: ${noRoom(line, known.roomTypes)}`);
    else if (known.plans !== null && currency === undefined)
      problems.push(
        `${names.prices} line ${line.line}, rate_plan: room type ${line.roomType} of ${line.hotel} has no rate plan ${line.ratePlan}`,
      );
    else {
      getOrCreate(plans, key, () => []).push(line);
      if (currency !== undefined) problems.push(...amountProblems(names.prices, line, currency));
    }
  }
  for (const ofPlan of plans.values()) problems.push(...priceConflicts(names.prices, ofPlan, today));
  return problems;
}

function noRoom({ hotel, roomType }: { hotel: string; roomType: string }, known: Set<string>): string {
  return `${hotel} has no room type ${roomType}; it has ${[...known].join(', ') || 'none'}`;
}

/** Returns the lines whose room type or rate plan is not in `rows`. */
export function linesWithout(lines: OfferLines, rows: HotelRows): OfferLines {
  const rooms = new Map(rows.roomTypes.map((room) => [room.code, room.id]));
  const plans = new Set(rows.plans.map((plan) => `${plan.room_type_id}/${plan.code}`));
  return {
    nights: lines.nights.filter((line) => !rooms.has(line.roomType)),
    prices: lines.prices.filter((line) => !plans.has(`${rooms.get(line.roomType)}/${line.ratePlan}`)),
  };
}

export function countLineDays({ nights, prices }: OfferLines): { nights: number; prices: number } {
  const sum = (of: Days[]) => of.reduce((count, line) => count + countDays(line), 0);
  return { nights: sum(nights), prices: sum(prices) };
}
