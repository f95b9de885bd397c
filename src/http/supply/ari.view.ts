// Converts results of messages, and the current rooms, prices and restrictions, to the form for hotel systems.

import { availableRooms } from '../../domain/inventory/night.ts';
import type { DayMark } from '../../domain/offers/ari/message.ts';
import type { Pushed } from '../../domain/offers/ari/push-ari.usecase.ts';
import type { AriInForce, PlanDayInForce, RoomDay } from '../../domain/offers/ari/read-ari.usecase.ts';
import { formatDay } from '../../kernel/day.ts';
import { type Currency, formatMoney } from '../../kernel/money.ts';

export function pushedView({ hotel, result }: Extract<Pushed, { kind: 'result' }>, messageId: string) {
  return {
    hotel_id: hotel.id,
    message_id: messageId,
    status: result.status,
    seen_event: result.seenEvent,
    results: result.results,
  };
}

export function ariView({ hotel, first, last, rooms }: AriInForce) {
  return {
    hotel_id: hotel.id,
    from: formatDay(first),
    to: formatDay(last),
    room_types: rooms.map(({ roomType, days, plans }) => ({
      room_type_id: roomType.id,
      code: roomType.code,
      days: days.map(roomDayView),
      rate_plans: plans.map(({ plan, days: planDays }) => ({
        rate_plan_id: plan.id,
        code: plan.code,
        currency: plan.currency,
        days: planDays.map((day) => planDayView(day, plan.currency)),
      })),
    })),
  };
}

function roomDayView({ day, night, booked, held, mark }: RoomDay) {
  return {
    date: formatDay(day),
    open: night.open,
    allotment: night.allotment,
    blocked: night.blocked,
    booked,
    held,
    rooms_left: availableRooms(night, booked + held),
    stop_sell: night.stopSell,
    cta: night.closedToArrival,
    ctd: night.closedToDeparture,
    min_stay: night.minStay,
    max_stay: night.maxStay || null,
    ...markView(mark),
  };
}

function planDayView({ day, prices, isUsual, restrictions, mark }: PlanDayInForce, currency: Currency) {
  return {
    date: formatDay(day),
    prices: {
      single: formatMoney(prices.single, currency),
      double: formatMoney(prices.double, currency),
      extra_adult: formatMoney(prices.extraAdult, currency),
      child: formatMoney(prices.child, currency),
    },
    is_usual_price: isUsual,
    stop_sell: restrictions.stopSell,
    cta: restrictions.closedToArrival,
    ctd: restrictions.closedToDeparture,
    min_stay: restrictions.minStay,
    min_stay_through: restrictions.minStayThrough,
    max_stay: restrictions.maxStay || null,
    ...markView(mark),
  };
}

function markView(mark: DayMark | null) {
  return {
    version: mark?.version ?? 0,
    changed_at: mark?.changedAt ?? null,
    changed_by: mark?.changedBy ?? null,
    message_id: mark?.messageId ?? null,
  };
}
