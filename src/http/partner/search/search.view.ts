// Writes the hotels of a search result as JSON.

import type { CancellationPolicy } from '../../../domain/pricing/cancellation/cancellation-policy.ts';
import { getOrCreate } from '../../../kernel/get-or-create.ts';
import { type JsonPiece, type JsonWriter, openObject, pieceOf } from '../../../kernel/json-writer.ts';
import { type Currency, divideHalfUp, minor } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import type { PlanForSale, RoomForSale } from '../../../snapshot/hotel-for-sale.ts';
import type { PortfolioHotel } from '../../../snapshot/portfolio.ts';
import type { FoundHotel } from '../../../snapshot/search/search-stays.usecase.ts';
import type { StaySearch } from '../../../snapshot/search/stay-search.ts';
import { writeHotelStart } from '../hotels/hotel.view.ts';

const ROOMS = pieceOf(',"rooms":[');
const RATE_PLANS = pieceOf(',"rate_plans":[');
const PLANS_END = pieceOf(']}');
const LOWEST_TOTAL = pieceOf('],"lowest_total":"');
const PRICE_CURRENCY: Record<Currency, JsonPiece> = {
  IQD: pieceOf('","price_currency":"IQD"}'),
  USD: pieceOf('","price_currency":"USD"}'),
};
const AVERAGE = pieceOf('","average_nightly":"');
const COMMA = pieceOf(',');

/**
 * Writes one hotel of a search result. The bytes of names and identifiers are kept in the snapshot, and are only copied.
 * The other values are digits, codes and instants, which need no escaping.
 */
export function writeFoundHotel(
  writer: JsonWriter,
  search: StaySearch,
  { entry, lowestTotal, available }: FoundHotel,
): void {
  const currency = search.currencyOf(entry);
  const rooms = search.roomsOf(entry);
  writeHotelStart(writer, entry);
  writer.piece(ROOMS);
  let isFirst = true;
  for (let index = 0; index < rooms.length; index += 1) {
    if (available[index] === 0) continue;
    if (!isFirst) writer.piece(COMMA);
    isFirst = false;
    const room = rooms[index]!;
    room.written ??= roomStart(room);
    writer.piece(room.written);
    writer.whole(available[index]!);
    writer.piece(RATE_PLANS);
    writePlans(writer, search, entry, room);
    writer.piece(PLANS_END);
  }
  writer.piece(LOWEST_TOTAL);
  writer.amount(lowestTotal, currency);
  writer.piece(PRICE_CURRENCY[currency]);
}

function writePlans(writer: JsonWriter, search: StaySearch, entry: PortfolioHotel, room: RoomForSale): void {
  const currency = search.currencyOf(entry);
  const nights = nightsOf(search.stay);
  const sold = search.soldPlans(room);
  let lastPolicy: CancellationPolicy | null = null;
  let lastEnd: JsonPiece | null = null;
  let isFirst = true;
  for (let index = 0; index < room.plans.length; index += 1) {
    if (sold !== null && sold[index] === 0) continue;
    const onePlan = room.plans[index]!;
    const total = search.total(entry, room, index);
    if (!isFirst) writer.piece(COMMA);
    isFirst = false;
    writer.piece(planStart(onePlan, currency));
    writer.amount(total, currency);
    writer.piece(AVERAGE);
    writer.amount(minor(divideHalfUp(total, nights)), currency);
    if (onePlan.policy !== lastPolicy) {
      lastPolicy = onePlan.policy;
      lastEnd = planEnd(search, entry, lastPolicy);
    }
    writer.piece(lastEnd!);
  }
}

/**
 * Returns the JSON of a plan after the value of `average_nightly`. Most plans of a search result have the same JSON
 * after this value, so `endings` keeps it.
 */
function planEnd(search: StaySearch, entry: PortfolioHotel, policy: CancellationPolicy): JsonPiece {
  const { refundable, freeUntil } = search.cancellationOf(entry, policy);
  const { paymentCollectedBy: collectedBy } = entry.contract;
  const key = (freeUntil ?? 0) * 4 + (refundable ? 2 : 0) + (collectedBy === 'HOTEL' ? 1 : 0);
  return getOrCreate(search.endings, key, () => {
    const until = freeUntil === null ? 'null' : `"${new Date(freeUntil).toISOString()}"`;
    return pieceOf(
      `","payment":{"collected_by":"${collectedBy}"},` +
        `"cancellation":{"refundable":${refundable},"free_until":${until}}}`,
    );
  });
}

/** Returns the JSON of a room up to the value of `available`. */
function roomStart({ roomType }: RoomForSale): JsonPiece {
  const fields = openObject({
    room_type_id: roomType.id,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    max_occupancy: roomType.maxOccupancy,
  });
  return pieceOf(`${fields},"available":`);
}

/** Returns the JSON of a plan up to the value of `total`. It is kept for the currency of the plan only. */
function planStart(onePlan: PlanForSale, currency: Currency): JsonPiece {
  if (currency !== onePlan.plan.currency) return newPlanStart(onePlan, currency);
  onePlan.written ??= newPlanStart(onePlan, currency);
  return onePlan.written;
}

function newPlanStart({ plan }: PlanForSale, currency: Currency): JsonPiece {
  const fields = openObject({ rate_plan_id: plan.id, pricing_model: plan.pricingModel, currency });
  return pieceOf(`${fields},"total":"`);
}
