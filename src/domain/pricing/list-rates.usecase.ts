// Lists rate plans for a partner, with their prices and restrictions on each day.

import type { Reads } from '../../context.ts';
import { type Day, daysFrom } from '../../kernel/day.ts';
import { DEFAULT_CALENDAR_DAYS, dayWithinHorizon } from '../../kernel/horizon.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { type PlanDay, UNRESTRICTED } from '../inventory/plan-day.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
import type { Prices, RatePlan } from './rate-plan.ts';

export interface RatesQuery {
  hotelId: string;
  days?: number;
  startDate?: string;
}

export interface PlanRates {
  plan: RatePlan;
  /** Null: the query contains no days. */
  daily: DailyRate[] | null;
}

export interface DailyRate {
  day: Day;
  prices: Prices;
  restrictions: PlanDay;
}

export function listRates(context: Reads, caller: Caller, query: RatesQuery): Outcome<PlanRates[]> {
  const { snapshot } = context;
  const today = context.today();
  const found = contractedHotel(snapshot, caller.client, query.hotelId, 'VIEW', today);
  if (!found.ok) return found;
  const start = dayWithinHorizon('startDate', query.startDate, today);
  if (!start.ok) return start;
  const wantsDays = query.days !== undefined || query.startDate !== undefined;
  const days = wantsDays ? daysFrom(start.value, query.days ?? DEFAULT_CALENDAR_DAYS) : null;
  const plans = [...snapshot.ratePlans.in(found.value.hotel.id)]
    .filter((plan) => plan.active && snapshot.roomTypes.find(plan.roomTypeId)?.active === true)
    .sort((one, other) => (sortKey(snapshot, one) < sortKey(snapshot, other) ? -1 : 1));
  return accept(
    plans.map((plan) => ({ plan, daily: days === null ? null : dailyRates(snapshot, plan, days) })),
  );
}

function dailyRates(snapshot: Reads['snapshot'], plan: RatePlan, days: Day[]): DailyRate[] {
  const planDays = snapshot.findPlanDays(plan.id);
  return days.map((day) => ({
    day,
    prices: snapshot.priceOn(plan, day),
    restrictions: planDays === null ? UNRESTRICTED : planDays.get(day),
  }));
}

function sortKey(snapshot: Reads['snapshot'], plan: RatePlan): string {
  return `${snapshot.roomTypes.find(plan.roomTypeId)?.code} ${plan.code}`;
}
