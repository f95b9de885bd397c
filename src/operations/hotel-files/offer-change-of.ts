import type {
  NightFields,
  NightsChange,
  OfferChange,
  PricesChange,
} from '../../domain/offers/offer-change.ts';
import { type Day, dayOf } from '../../kernel/day.ts';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import { CALENDAR_DAYS } from '../../kernel/horizon.ts';
import { idOf } from '../../kernel/ids.ts';
import { eachDay } from './csv-lines.ts';
import type { HotelRows } from './hotel-rows.ts';
import { NIGHT_COLUMNS, type NightsLine } from './nights-csv.ts';
import type { OfferLines } from './offer-lines.ts';
import { type PricesLine, readAmounts } from './prices-csv.ts';

/**
 * Converts the lines of a hotel to one change of the offer. Consecutive days with the same values become one range.
 * Lines about the same night are merged, so a minimum stay from one line and a maximum stay from another line are set
 * in one step. Lines about room types and plans that do not exist are ignored.
 */
export function offerChangeOf(lines: OfferLines, rows: HotelRows, today: Day): OfferChange {
  const rooms = new Map(rows.roomTypes.map((room) => [room.code, room.id]));
  const plans = new Map(rows.plans.map((plan) => [`${plan.room_type_id}/${plan.code}`, plan]));
  const nights = new Map<string, NightsLine[]>();
  for (const line of lines.nights) {
    const id = rooms.get(line.roomType);
    if (id !== undefined) getOrCreate(nights, id, () => []).push(line);
  }
  const prices = new Map<HotelRows['plans'][number], PricesLine[]>();
  for (const line of lines.prices) {
    const plan = plans.get(`${rooms.get(line.roomType)}/${line.ratePlan}`);
    if (plan !== undefined) getOrCreate(prices, plan, () => []).push(line);
  }
  return {
    nights: [...nights].flatMap(([id, ofRoom]) => nightsOf(id, ofRoom, today)),
    prices: [...prices].flatMap(([plan, ofPlan]) => pricesOf(plan, ofPlan, today)),
  };
}

/** The value of a field that no line sets. */
const UNSET = -1;
const isFlag: boolean[] = NIGHT_COLUMNS.map(([, field]) => !/allotment|blocked|Stay$/.test(field));

function nightsOf(roomTypeId: string, lines: NightsLine[], today: Day): NightsChange[] {
  const width = NIGHT_COLUMNS.length;
  const values = new Int16Array(CALENDAR_DAYS * width).fill(UNSET);
  for (const line of lines)
    NIGHT_COLUMNS.forEach(([, field], at) => {
      const value = line.set[field];
      if (value !== undefined)
        eachDay(line, (day) => {
          values[(day - today) * width + at] = Number(value);
        });
    });
  const isSame = (one: number, other: number) => {
    for (let at = 0; at < width; at += 1)
      if (values[one * width + at] !== values[other * width + at]) return false;
    return true;
  };
  return rangesOf(isSame).flatMap(([first, last]) => {
    const set: Record<string, number | boolean> = {};
    NIGHT_COLUMNS.forEach(([, field], at) => {
      const value = values[first * width + at]!;
      if (value !== UNSET) set[field] = isFlag[at] ? value === 1 : value;
    });
    if (Object.keys(set).length === 0) return [];
    return [{ roomTypeId: idOf(roomTypeId), ...daysFrom(today, first, last), set: set as NightFields }];
  });
}

function pricesOf(plan: HotelRows['plans'][number], lines: PricesLine[], today: Day): PricesChange[] {
  const lineOf = new Array<PricesLine | undefined>(CALENDAR_DAYS);
  for (const line of lines)
    eachDay(line, (day) => {
      lineOf[day - today] = line;
    });
  const textOf = (index: number) => lineOf[index] && (lineOf[index].prices?.join(' ') ?? '');
  return rangesOf((one, other) => textOf(one) === textOf(other)).flatMap(([first, last]) => {
    const line = lineOf[first];
    if (line === undefined) return [];
    const prices = line.prices === null ? null : readAmounts(line.prices, plan.currency)!;
    return [{ ratePlanId: idOf(plan.id), ...daysFrom(today, first, last), prices }];
  });
}

/** Returns the first and last index of each range of equal days. */
function rangesOf(isSame: (one: number, other: number) => boolean): [number, number][] {
  const ranges: [number, number][] = [];
  let first = 0;
  for (let index = 1; index <= CALENDAR_DAYS; index += 1)
    if (index === CALENDAR_DAYS || !isSame(first, index)) {
      ranges.push([first, index - 1]);
      first = index;
    }
  return ranges;
}

function daysFrom(today: Day, first: number, last: number) {
  return { first: dayOf(today + first), last: dayOf(today + last), weekdays: null };
}
