import { getOrCreate } from '../../../kernel/get-or-create.ts';
import { type Currency, divideHalfUp, formatMoney, minor } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import { joinWritten, keepWritten, type WrittenJson, writeJson } from '../../../kernel/written-json.ts';
import type { PlanForSale, RoomForSale } from '../../../snapshot/hotel-for-sale.ts';
import type { PortfolioHotel } from '../../../snapshot/portfolio.ts';
import type { FoundHotel } from '../../../snapshot/search/search-stays.usecase.ts';
import type { StaySearch } from '../../../snapshot/search/stay-search.ts';
import { writeHotel } from '../hotels/hotel.view.ts';

/**
 * Writes one hotel of a search result. The JSON of names and identifiers is cached in the snapshot, and is not written
 * again for each request. The other values are digits, codes and instants, which need no escaping.
 */
export function writeFoundHotel(
  search: StaySearch,
  { entry, lowestTotal, available }: FoundHotel,
): WrittenJson {
  let rooms = '';
  search.roomsOf(entry).forEach((room, index) => {
    if (available[index] === 0) return;
    if (rooms !== '') rooms += ',';
    rooms += `${roomStart(room)}${available[index]},"rate_plans":[${writePlans(search, entry, room)}]}`;
  });
  const currency = search.currencyOf(entry);
  const price = `"lowest_total":"${formatMoney(lowestTotal, currency)}","price_currency":"${currency}"`;
  return joinWritten(`${withoutEnd(writeHotel(entry))},"rooms":[${rooms}],${price}}`);
}

/**
 * Writes each plan as five pieces of text. A page of 50 hotels has 600 plans, so one more piece per plan would mean 600
 * more concatenations.
 */
function writePlans(search: StaySearch, entry: PortfolioHotel, room: RoomForSale): string {
  const currency = search.currencyOf(entry);
  const nights = nightsOf(search.stay);
  const sold = search.soldPlans(room);
  let plans = '';
  room.plans.forEach((onePlan, index) => {
    if (sold !== null && sold[index] === 0) return;
    const total = search.total(entry, room, index);
    const average = formatMoney(minor(divideHalfUp(total, nights)), currency);
    if (plans !== '') plans += ',';
    plans += planStart(onePlan, currency);
    plans += formatMoney(total, currency);
    plans += '","average_nightly":"';
    plans += average;
    plans += planEnd(search, entry, onePlan);
  });
  return plans;
}

/**
 * Returns the JSON of a plan after the value of `average_nightly`. Most plans of a search result have the same text
 * after this value, so `endings` caches the text.
 */
function planEnd(search: StaySearch, entry: PortfolioHotel, { policy }: PlanForSale): WrittenJson {
  const { refundable, freeUntil } = search.cancellationOf(entry, policy);
  const { paymentCollectedBy: collectedBy } = entry.contract;
  const key = (freeUntil ?? 0) * 4 + (refundable ? 2 : 0) + (collectedBy === 'HOTEL' ? 1 : 0);
  return getOrCreate(search.endings, key, () => {
    const until = freeUntil === null ? 'null' : `"${new Date(freeUntil).toISOString()}"`;
    return keepWritten(
      `","payment":{"collected_by":"${collectedBy}"},` +
        `"cancellation":{"refundable":${refundable},"free_until":${until}}}`,
    );
  });
}

/** Returns the JSON of a room up to the value of `available`. */
function roomStart(room: RoomForSale): WrittenJson {
  room.written ??= writeRoomStart(room);
  return room.written;
}

function writeRoomStart({ roomType }: RoomForSale): WrittenJson {
  const fields = writeJson({
    room_type_id: roomType.id,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    max_occupancy: roomType.maxOccupancy,
  });
  return keepWritten(`${withoutEnd(fields)},"available":`);
}

/** Returns the JSON of a plan up to the value of `total`. */
function planStart(onePlan: PlanForSale, currency: Currency): string {
  onePlan.written ??= writePlanStart(onePlan, onePlan.plan.currency);
  return currency === onePlan.plan.currency ? onePlan.written : writePlanStart(onePlan, currency);
}

function writePlanStart({ plan }: PlanForSale, currency: Currency): WrittenJson {
  const fields = writeJson({ rate_plan_id: plan.id, pricing_model: plan.pricingModel, currency });
  return keepWritten(`${withoutEnd(fields)},"total":"`);
}

/** Removes the closing brace of an object, so that more fields can follow. */
function withoutEnd(object: WrittenJson): string {
  return object.slice(0, -1);
}
