import { type Day, formatDay, nextDay, weekdayOf } from '../../kernel/day.ts';
import { lastOpenDay } from '../../kernel/horizon.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import type { Night } from '../inventory/night.ts';
import { HIGHEST_PRICE, isStorable, percentOfPrices } from '../pricing/percent-of-prices.ts';
import type { Prices } from '../pricing/rate-plan.ts';
import type {
  Days,
  NightFields,
  NightsChange,
  OfferChange,
  OfferWarning,
  PricesChange,
} from './offer-change.ts';
import { type ChangedNight, type ChangedPrice, OfferDraft, type OfferState } from './offer-draft.ts';
import { clampingWarnings, openingWarnings, priceWarnings, soldWarnings } from './offer-warnings.ts';
import {
  isSameSeason,
  overlaps,
  type Season,
  type SeasonBefore,
  type SeasonChange,
  type StoredSeason,
} from './season.ts';
import { applySeason, reapplySeason, undoSeason } from './season-effects.ts';

/** The rows that a change of the offer writes, and the warnings about the change. */
export interface OfferDecision {
  nights: ChangedNight[];
  prices: ChangedPrice[];
  endedSeason: StoredSeason | null;
  newSeason: { season: Season; before: SeasonBefore } | null;
  warnings: OfferWarning[];
}

const MOST_ROOMS = 32_767;
const LONGEST_STAY = 30;
const PROBLEMS_SHOWN = 20;
/**
 * The maximum number of nights and prices that one season may change. A season is one command, and the bookings of the
 * hotel wait until this command is executed. A season with 42,000 nights and prices took 5 s.
 */
const SEASON_CELLS = 10_000;

/**
 * Decides a change of nights, prices and seasons as a whole. Either the whole change is made, or the change is declined
 * with a list of its problems.
 */
export function decideOffer(
  state: OfferState,
  change: OfferChange,
  seasonChange: SeasonChange | null,
): Outcome<OfferDecision, Declined> {
  const draft = new OfferDraft(state);
  const season = decideSeason(state, draft, seasonChange);
  if (!season.ok) return season;
  const problems = [
    ...change.nights.flatMap((one) => setNights(state, draft, one)),
    ...change.prices.flatMap((one) => setPrices(state, draft, one)),
  ];
  const [nights, prices] = [draft.changedNights(), draft.changedPrices()];
  problems.push(...nights.flatMap((night) => impossible(state, night)));
  problems.push(...prices.flatMap((price) => unstorable(state, price)));
  if (problems.length > 0) return decline(...firstOf(problems));
  return accept({
    nights,
    prices,
    ...season.value,
    warnings: [
      ...clampingWarnings([...change.nights, ...change.prices], state.today),
      // For a season, this warning is left out. When a season ends, the operator expects that the service opens the
      // nights automatically again.
      ...(seasonChange === null ? openingWarnings(state, nights) : []),
      ...soldWarnings(state, nights),
      ...priceWarnings(state, prices),
    ],
  });
}

/**
 * Keeps only the first problems, because the other problems are usually the same. For example, a price that is too high
 * for one day is too high for all days.
 */
function firstOf(problems: string[]): string[] {
  if (problems.length <= PROBLEMS_SHOWN) return problems;
  return [...problems.slice(0, PROBLEMS_SHOWN), `… and ${problems.length - PROBLEMS_SHOWN} more problems`];
}

function decideSeason(
  state: OfferState,
  draft: OfferDraft,
  change: SeasonChange | null,
): Outcome<Pick<OfferDecision, 'endedSeason' | 'newSeason'>, Declined> {
  if (change === null) return accept({ endedSeason: null, newSeason: null });
  const name = change.kind === 'set' ? change.season.name : change.name;
  const known = state.seasons.find((season) => season.name === name) ?? null;
  if (change.kind === 'end') {
    if (known === null) return decline(`season "${name}": this hotel has no current season of this name`);
    undoSeason(state, draft, known);
    return accept({ endedSeason: known, newSeason: null });
  }
  if (change.kind === 'reapply') return accept(reapplied(state, draft, known));
  const { season } = change;
  const other = state.seasons.find((one) => one.name !== name && overlaps(one, season));
  if (other !== undefined)
    return decline(
      `season "${name}" overlaps season "${other.name}" (${formatDay(other.first)} to ${formatDay(other.last)}): end that one first, or choose other days`,
    );
  const problem = seasonProblem(state, season);
  if (problem !== null) return decline(problem);
  if (known !== null) undoSeason(state, draft, known);
  const before = applySeason(state, draft, season);
  // If the same season is set again with the same effect, nothing is changed.
  if (known !== null && isSameSeason(known, season) && isUnchanged(draft))
    return accept({ endedSeason: null, newSeason: null });
  return accept({ endedSeason: known, newSeason: { season, before } });
}

/** Computes a season again. If somebody has ended the season, the season stays ended. */
function reapplied(
  state: OfferState,
  draft: OfferDraft,
  known: StoredSeason | null,
): Pick<OfferDecision, 'endedSeason' | 'newSeason'> {
  if (known === null) return { endedSeason: null, newSeason: null };
  const before = reapplySeason(state, draft, known);
  const isKnown = countFrom(state.today, known.before) === countFrom(state.today, before);
  if (isKnown && isUnchanged(draft)) return { endedSeason: null, newSeason: null };
  return { endedSeason: known, newSeason: { season: known, before } };
}

function countFrom(today: Day, { nights, prices }: SeasonBefore): number {
  return [...nights, ...prices].filter(({ day }) => day >= today).length;
}

function isUnchanged(draft: OfferDraft): boolean {
  return draft.changedNights().length === 0 && draft.changedPrices().length === 0;
}

function seasonProblem(state: OfferState, season: Season): string | null {
  const { today } = state;
  const { name, first, last } = season;
  if (last < first) return `season "${name}": the last day is before the first`;
  if (last < today) return `season "${name}": all its days are in the past`;
  const each = state.roomTypes.size + (season.pricePercent === null ? 0 : state.plans.size);
  const most = Math.floor(SEASON_CELLS / each);
  if (last - first + 1 > most)
    return `season "${name}": this hotel has ${each} room types and rate plans, so a season can have at most ${most} days; this one has ${last - first + 1}`;
  const limit = lastOpenDay(today);
  // All days of the season must be inside the calendar. Otherwise a day after the end of the calendar could open at the
  // usual price when the calendar reaches this day.
  return last > limit
    ? `season "${name}": its last day must be at most ${formatDay(limit)}, ${limit - today} days ahead`
    : null;
}

/** Returns the days that a change can set, from today to the end of the calendar. */
function reachableDays({ first, last, weekdays }: Days, today: Day): Day[] {
  const days: Day[] = [];
  const end = Math.min(last, lastOpenDay(today));
  for (let day = Math.max(first, today) as Day; day <= end; day = nextDay(day))
    if (weekdays === null || weekdays.includes(weekdayOf(day))) days.push(day);
  return days;
}

function setNights(state: OfferState, draft: OfferDraft, change: NightsChange): string[] {
  const roomType = state.roomTypes.get(change.roomTypeId);
  if (roomType === undefined) return [`room type ${change.roomTypeId} does not belong to this hotel`];
  const problems = fieldProblems(roomType.code, change);
  if (problems.length > 0) return problems;
  for (const day of reachableDays(change, state.today)) draft.setNight(change.roomTypeId, day, change.set);
  return [];
}

function fieldProblems(code: string, { first, last, set }: NightsChange): string[] {
  const problems: string[] = [];
  const where = `room type ${code}`;
  if (last < first) problems.push(`${where}: the last day is before the first`);
  const check = (field: keyof NightFields, least: number, most: number) => {
    const value = set[field];
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least && Number(value) <= most))
      problems.push(`${where}: ${field} must be a whole number from ${least} to ${most}, not ${value}`);
  };
  check('allotment', 0, MOST_ROOMS);
  check('blocked', 0, MOST_ROOMS);
  check('minStay', 1, LONGEST_STAY);
  check('maxStay', 0, LONGEST_STAY);
  return problems;
}

function setPrices(state: OfferState, draft: OfferDraft, change: PricesChange): string[] {
  const plan = state.plans.get(change.ratePlanId);
  if (plan === undefined) return [`rate plan ${change.ratePlanId} does not belong to this hotel`];
  if (change.last < change.first) return [`rate plan ${plan.code}: the last day is before the first`];
  const { prices } = change;
  const after =
    prices !== null && 'percent' in prices
      ? percentOfPrices(plan.prices, prices.percent, plan.currency)
      : prices;
  for (const day of reachableDays(change, state.today)) draft.setPrices(change.ratePlanId, day, after);
  return [];
}

/**
 * Returns a problem if the minimum stay of a night would be above its maximum stay, even if the change sets only one of
 * the two.
 */
function impossible(state: OfferState, { roomTypeId, day, after }: ChangedNight): string[] {
  if (!contradicts(after)) return [];
  const { code } = state.roomTypes.get(roomTypeId)!;
  return [
    `room type ${code} on ${formatDay(day)}: the minimum stay would be ${after.minStay} and the maximum stay ${after.maxStay}`,
  ];
}

function contradicts({ minStay, maxStay }: Night): boolean {
  return maxStay > 0 && maxStay < minStay;
}

function unstorable(state: OfferState, { ratePlanId, day, after }: ChangedPrice): string[] {
  if (after === null || isStorable(after as Prices)) return [];
  const { code } = state.plans.get(ratePlanId)!;
  return [
    `rate plan ${code} on ${formatDay(day)}: single and double prices must be above 0, and no price above ${HIGHEST_PRICE} in the smallest unit`,
  ];
}
