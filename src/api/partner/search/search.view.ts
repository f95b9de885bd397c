import { cancellationFacts } from '../../../cancellation/cancellation-facts.ts';
import type { PortfolioHotel } from '../../../catalog/portfolio.ts';
import { divideHalfUp, formatMoney, type Minor } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import type { WrittenJson } from '../../../kernel/written-json.ts';
import type { Walk } from '../../../search/stay-search.ts';
import type { ShelfPlan, ShelfRoom } from '../../../snapshot/hotel-offer.ts';

/**
 * One hotel of an answer. Names and identifiers were written when the shelf was stocked; what is filled in here is
 * digits, codes and instants.
 */
export function describeHotel(walk: Walk, entry: PortfolioHotel, lowest: Minor): WrittenJson {
  let rooms = '';
  for (const room of walk.roomsOf(entry)) {
    const available = walk.available(room);
    if (available === 0) continue;
    if (rooms !== '') rooms += ',';
    rooms += `${room.wire}${available},"rate_plans":[${describePlans(walk, entry, room)}]}`;
  }
  const currency = walk.currencyOf(entry);
  const price = `"lowest_total":"${formatMoney(lowest, currency)}","price_currency":"${currency}"`;
  return `${entry.item.slice(0, -1)},"rooms":[${rooms}],${price}}`;
}

function describePlans(walk: Walk, entry: PortfolioHotel, room: ShelfRoom): WrittenJson {
  const currency = walk.currencyOf(entry);
  const nights = nightsOf(walk.stay);
  let plans = '';
  for (const offered of room.plans) {
    const total = walk.total(entry, room, offered);
    const average = formatMoney(divideHalfUp(total, nights), currency);
    if (plans !== '') plans += ',';
    plans += `${offered.wire}${currency}","total":"${formatMoney(total, currency)}","average_nightly":"${average}",`;
    plans += `"payment":{"collected_by":"${entry.contract.paymentCollectedBy}"},"cancellation":${describeCancellation(walk, entry, offered)}}`;
  }
  return plans;
}

function describeCancellation(walk: Walk, { hotel }: PortfolioHotel, { policy }: ShelfPlan): WrittenJson {
  const facts = cancellationFacts(policy, walk.arrivalAt(hotel.checkInFrom), nightsOf(walk.stay), walk.now);
  const freeUntil = facts.freeUntil === null ? 'null' : `"${walk.instant(facts.freeUntil)}"`;
  return `{"refundable":${facts.refundable},"free_until":${freeUntil}}`;
}
