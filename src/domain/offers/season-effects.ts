// Computes which values a season changes when it is set, and which values are restored when it ends.

import type { Day } from '../../kernel/day.ts';
import type { Night } from '../inventory/night.ts';
import { percentOfPrices } from '../pricing/percent-of-prices.ts';
import type { NightFields } from './offer-change.ts';
import { cellKey, isSamePrice, type OfferDraft, type OfferState } from './offer-draft.ts';
import { nightsOfSeason, type Season, type SeasonBefore, type StoredSeason } from './season.ts';

/**
 * The night fields and the prices that a season must not change. Each key consists of the day and the room type or the
 * plan.
 */
interface Kept {
  nights: Map<string, { names: (keyof NightFields)[]; was: NightFields }>;
  prices: Map<string, SeasonBefore['prices'][number]>;
}

const NOTHING_KEPT: Kept = { nights: new Map(), prices: new Map() };

/**
 * Sets the nights and prices of every room type and plan, and returns the old values. Inactive room types and plans are
 * included. If they are sold again during the season, they then also have the season's prices.
 */
export function applySeason(
  state: OfferState,
  draft: OfferDraft,
  season: Season,
  kept: Kept = NOTHING_KEPT,
): SeasonBefore {
  const before: SeasonBefore = { nights: [], prices: [] };
  const set = nightsOfSeason(season);
  const setsNights = Object.keys(set).length > 0;
  const { pricePercent: percent } = season;
  for (let day = Math.max(season.first, state.today) as Day; day <= season.last; day = (day + 1) as Day) {
    for (const roomTypeId of setsNights ? state.roomTypes.keys() : []) {
      const { names, was } = kept.nights.get(cellKey(roomTypeId, day)) ?? { names: [], was: {} };
      const wasBefore = { ...sameFields(draft.nightOn(roomTypeId, day), set), ...pick(was, names) };
      before.nights.push({ roomTypeId, day, was: wasBefore, set });
      draft.setNight(roomTypeId, day, { ...set, ...pick(draft.nightOn(roomTypeId, day), names) });
    }
    for (const [ratePlanId, plan] of state.plans) {
      if (percent === null) continue;
      const changedSince = kept.prices.get(cellKey(ratePlanId, day));
      if (changedSince !== undefined) {
        before.prices.push(changedSince);
        continue;
      }
      const prices = percent === 100 ? null : percentOfPrices(plan.prices, percent, plan.currency);
      before.prices.push({ ratePlanId, day, was: draft.pricesOn(ratePlanId, day), set: prices });
      draft.setPrices(ratePlanId, day, prices);
    }
  }
  return before;
}

/**
 * Restores the values that nights and prices had before the season. Only the values of today and later days are
 * restored. A value that somebody has changed since the season was set stays as it is.
 */
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

/**
 * Computes a season again from the present usual prices and room types. A value that somebody has changed since the
 * season was set stays as it is. Otherwise an import could open a night that somebody has closed.
 */
export function reapplySeason(state: OfferState, draft: OfferDraft, season: StoredSeason): SeasonBefore {
  const kept = changedSince(state, draft, season);
  undoSeason(state, draft, season);
  return applySeason(state, draft, season, kept);
}

function changedSince({ today, roomTypes }: OfferState, draft: OfferDraft, { before }: StoredSeason): Kept {
  const kept: Kept = { nights: new Map(), prices: new Map() };
  for (const { roomTypeId, day, was, set } of before.nights) {
    if (day < today || !roomTypes.has(roomTypeId)) continue;
    const now = draft.nightOn(roomTypeId, day);
    const names = (Object.keys(set) as (keyof NightFields)[]).filter((name) => now[name] !== set[name]);
    if (names.length > 0) kept.nights.set(cellKey(roomTypeId, day), { names, was });
  }
  for (const price of before.prices)
    if (price.day >= today && !isSamePrice(draft.pricesOn(price.ratePlanId, price.day), price.set))
      kept.prices.set(cellKey(price.ratePlanId, price.day), price);
  return kept;
}

function sameFields(night: Night, set: NightFields): NightFields {
  return pick(night, Object.keys(set) as (keyof NightFields)[]);
}

function pick(from: NightFields, names: (keyof NightFields)[]): NightFields {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
