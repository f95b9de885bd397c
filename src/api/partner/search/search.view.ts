import { cancellationFacts } from '../../../cancellation/cancellation-facts.ts';
import { divideHalfUp, formatMoney, minor } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import { joinWritten, type WrittenJson, writeJson } from '../../../kernel/written-json.ts';
import type { FoundHotel } from '../../../search/search-stays.usecase.ts';
import type { StaySearch } from '../../../search/stay-search.ts';
import type { OfferedPlan, OfferedRoom } from '../../../snapshot/hotel-offer.ts';
import type { PortfolioHotel } from '../../../snapshot/portfolio.ts';
import { writeHotel } from '../hotels/hotel.view.ts';

/**
 * Writes one hotel of a search result. Names and identifiers are serialised once per offer, not per request. Only
 * digits, codes and instants are filled in here, and they need no escaping.
 */
export function writeFoundHotel(search: StaySearch, { entry, lowestTotal }: FoundHotel): WrittenJson {
  let rooms = '';
  for (const room of search.roomsOf(entry)) {
    const available = search.available(room);
    if (available === 0) continue;
    if (rooms !== '') rooms += ',';
    rooms += `${roomStart(room)}${available},"rate_plans":[${writePlans(search, entry, room)}]}`;
  }
  const currency = search.currencyOf(entry);
  const price = `"lowest_total":"${formatMoney(lowestTotal, currency)}","price_currency":"${currency}"`;
  return joinWritten(`${withoutEnd(writeHotel(entry))},"rooms":[${rooms}],${price}}`);
}

function writePlans(search: StaySearch, entry: PortfolioHotel, room: OfferedRoom): string {
  const currency = search.currencyOf(entry);
  const nights = nightsOf(search.stay);
  let plans = '';
  for (const offered of room.plans) {
    const total = search.total(entry, room, offered);
    const average = formatMoney(minor(divideHalfUp(total, nights)), currency);
    if (plans !== '') plans += ',';
    plans += `${planStart(offered)}${currency}","total":"${formatMoney(total, currency)}","average_nightly":"${average}",`;
    plans += `"payment":{"collected_by":"${entry.contract.paymentCollectedBy}"},"cancellation":${writeCancellation(search, entry, offered)}}`;
  }
  return plans;
}

function writeCancellation(search: StaySearch, { hotel }: PortfolioHotel, { policy }: OfferedPlan): string {
  const arrival = search.arrivalAt(hotel.checkInFrom);
  const facts = cancellationFacts(policy, arrival, nightsOf(search.stay), search.now);
  const freeUntil = facts.freeUntil === null ? 'null' : `"${search.instantText(facts.freeUntil)}"`;
  return `{"refundable":${facts.refundable},"free_until":${freeUntil}}`;
}

/** The JSON of a room up to the value of `available`. */
function roomStart(room: OfferedRoom): WrittenJson {
  room.written ??= writeRoomStart(room);
  return room.written;
}

function writeRoomStart({ roomType }: OfferedRoom): WrittenJson {
  const fields = writeJson({
    room_type_id: roomType.id,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    max_occupancy: roomType.maxOccupancy,
  });
  return joinWritten(`${withoutEnd(fields)},"available":`);
}

/** The JSON of a plan up to the value of `currency`. */
function planStart(offered: OfferedPlan): WrittenJson {
  offered.written ??= writePlanStart(offered);
  return offered.written;
}

function writePlanStart({ plan }: OfferedPlan): WrittenJson {
  const fields = writeJson({ rate_plan_id: plan.id, pricing_model: plan.pricingModel });
  return joinWritten(`${withoutEnd(fields)},"currency":"`);
}

/** Removes the closing brace of an object, so that more fields can follow. */
function withoutEnd(object: WrittenJson): string {
  return object.slice(0, -1);
}
