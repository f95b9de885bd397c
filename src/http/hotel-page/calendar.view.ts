import type { Reads } from '../../context.ts';
import { availableRooms } from '../../domain/inventory/night.ts';
import type { CalendarChange } from '../../domain/offers/ari/calendar-change.ts';
import type { CellState, DayMark } from '../../domain/offers/ari/message.ts';
import type { AriInForce, PlanDayInForce, RoomDay } from '../../domain/offers/ari/read-ari.usecase.ts';
import type { Prices } from '../../domain/pricing/rate-plan.ts';
import { formatDay } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { type Currency, formatMoney } from '../../kernel/money.ts';
import type * as api from './calendar-api.ts';

/**
 * Converts the calendar to the form that the hotel page receives. Leaves out room types and rate plans that are not
 * sold any more.
 */
export function calendarView({ snapshot, today }: Reads, ari: AriInForce): api.CalendarView {
  const { hotel, first, last, rooms } = ari;
  const nameOf = (clientId: string) => snapshot.findClient(clientId)?.name ?? clientId;
  return {
    from: formatDay(first),
    to: formatDay(last),
    today: formatDay(today()),
    currency: hotel.currency,
    rooms: rooms
      .filter(({ roomType }) => roomType.active)
      .map(({ roomType, days, plans }) => ({
        id: roomType.id,
        code: roomType.code,
        name_en: roomType.nameEn,
        name_ar: roomType.nameAr,
        name_ckb: roomType.nameCkb,
        days: days.map((day) => roomDay(day, nameOf)),
        plans: plans
          .filter(({ plan }) => plan.active)
          .map(({ plan, days: planDays }) => ({
            id: plan.id,
            code: plan.code,
            name_en: plan.nameEn,
            name_ar: plan.nameAr,
            name_ckb: plan.nameCkb,
            board: plan.pricingModel,
            currency: plan.currency,
            usual_prices: pricesView(plan.prices, plan.currency),
            days: planDays.map((day) => planDay(day, plan.currency, nameOf)),
          })),
      })),
  };
}

/** Returns the name of the hotel system with a client id. Returns OPERATOR unchanged. */
type NameOf = (clientId: string) => string;

function roomDay({ day, night, booked, held, mark }: RoomDay, nameOf: NameOf): api.RoomDay {
  return {
    day: formatDay(day),
    state: stateOf(night),
    allotment: night.allotment,
    blocked: night.blocked,
    ...{ booked, held },
    left: availableRooms(night, booked + held),
    ...markView(mark, nameOf),
  };
}

function planDay(
  { day, prices, isUsual, restrictions, mark }: PlanDayInForce,
  currency: Currency,
  nameOf: NameOf,
): api.PlanDay {
  return {
    day: formatDay(day),
    prices: pricesView(prices, currency),
    is_usual: isUsual,
    closed: restrictions.stopSell,
    ...markView(mark, nameOf),
  };
}

function markView(mark: DayMark | null, nameOf: NameOf): { version: number; changed: api.Changed | null } {
  if (mark === null) return { version: 0, changed: null };
  return {
    version: mark.version,
    changed: { at: mark.changedAt, by: mark.person ?? nameOf(mark.changedBy) },
  };
}

function stateOf({ open, stopSell }: { open: boolean; stopSell: boolean }): api.RoomDay['state'] {
  if (!open) return 'NOT_OPEN';
  return stopSell ? 'CLOSED' : 'OPEN';
}

function pricesView({ single, double, extraAdult, child }: Prices, currency: Currency): api.DayPrices {
  return {
    single: formatMoney(single, currency),
    double: formatMoney(double, currency),
    extra_adult: formatMoney(extraAdult, currency),
    child: formatMoney(child, currency),
  };
}

/** Converts a change, or the preview of a change, to the form that the hotel page receives. */
export function changeView({ snapshot }: Reads, { changes, warnings }: CalendarChange): api.ChangedView {
  return {
    changes: changes.flatMap(({ productId, day, version, before, after }) => {
      const plan = snapshot.ratePlans.find(idOf(productId));
      // When the page repeats a change, the change may be about a rate plan that was deleted after the first response.
      if ('prices' in after && plan === null) return [];
      const state = (of: CellState): api.CellState =>
        'night' in of
          ? { state: stateOf(of.night), allotment: of.night.allotment }
          : { prices: of.prices === null ? null : pricesView(of.prices, plan!.currency) };
      return {
        product: productId,
        room_type: plan?.roomTypeId ?? productId,
        day: formatDay(day),
        before: state(before),
        after: state(after),
        version,
      };
    }),
    warnings: warnings.map(({ code, productId, day, days }) => ({
      code: code as api.CalendarWarning['code'],
      product: productId,
      day: formatDay(day),
      days,
    })),
  };
}
