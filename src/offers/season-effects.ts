import type { Night } from '../inventory/night.ts';
import type { Day } from '../kernel/day.ts';
import { percentOfPrices } from '../pricing/percent-of-prices.ts';
import type { NightFields } from './offer-change.ts';
import { isSamePrice, type OfferDraft, type OfferState } from './offer-draft.ts';
import type { Season, SeasonBefore, StoredSeason } from './season.ts';

/**
 * Sets nights and prices of every room type and plan. Returns what they were. Those that are not active too: they must
 * not have the usual price when they are sold again.
 */
export function applySeason(
  state: OfferState,
  draft: OfferDraft,
  season: Season,
  set: NightFields,
): SeasonBefore {
  const before: SeasonBefore = { nights: [], prices: [] };
  const setsNights = Object.keys(set).length > 0;
  const { pricePercent: percent } = season;
  for (let day = Math.max(season.first, state.today) as Day; day <= season.last; day = (day + 1) as Day) {
    for (const roomTypeId of setsNights ? state.roomTypes.keys() : []) {
      before.nights.push({ roomTypeId, day, was: sameFields(draft.nightOn(roomTypeId, day), set), set });
      draft.setNight(roomTypeId, day, set);
    }
    for (const [ratePlanId, plan] of state.plans) {
      if (percent === null) continue;
      const prices = percent === 100 ? null : percentOfPrices(plan.prices, percent, plan.currency);
      before.prices.push({ ratePlanId, day, was: draft.pricesOn(ratePlanId, day), set: prices });
      draft.setPrices(ratePlanId, day, prices);
    }
  }
  return before;
}

/** Puts back what the season has changed, from today on. What somebody has changed since stays. */
export function undoSeason(state: OfferState, draft: OfferDraft, { before }: StoredSeason): void {
  for (const { roomTypeId, day, was, set } of before.nights) {
    if (day < state.today || !state.roomTypes.has(roomTypeId)) continue;
    const now = draft.nightOn(roomTypeId, day);
    const names = Object.keys(set) as (keyof NightFields)[];
    const untouched = names.filter((name) => now[name] === set[name]);
    draft.setNight(roomTypeId, day, Object.fromEntries(untouched.map((name) => [name, was[name]])));
  }
  for (const { ratePlanId, day, was, set } of before.prices)
    if (day >= state.today && isSamePrice(draft.pricesOn(ratePlanId, day), set))
      draft.setPrices(ratePlanId, day, was);
}

function sameFields(night: Night, set: NightFields): NightFields {
  return Object.fromEntries(Object.keys(set).map((name) => [name, night[name as keyof Night]]));
}
