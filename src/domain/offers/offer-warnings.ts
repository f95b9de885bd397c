import { type Day, formatDay } from '../../kernel/day.ts';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import { lastOpenDay } from '../../kernel/horizon.ts';
import { isOutlier } from '../pricing/percent-of-prices.ts';
import type { Days, OfferWarning, OfferWarningCode } from './offer-change.ts';
import type { ChangedNight, ChangedPrice, OfferState } from './offer-draft.ts';

/** Warns about nights on which fewer rooms are offered than are sold or held. There is one warning per room type. */
export function soldWarnings(state: OfferState, nights: ChangedNight[]): OfferWarning[] {
  const below = nights.filter(({ after, taken }) => taken > Math.max(0, after.allotment - after.blocked));
  return grouped(
    below.map(({ roomTypeId, day }) => ({ what: `room type ${state.roomTypes.get(roomTypeId)!.code}`, day })),
    'BELOW_SOLD',
    'fewer rooms than are sold or held; nothing is cancelled, and nothing more is sold',
  );
}

/** Warns about nights that a change closes, if the hotel opens these nights again automatically. */
export function openingWarnings(state: OfferState, nights: ChangedNight[]): OfferWarning[] {
  const closed = nights.filter(
    ({ day, before, after }) => before?.open && !after.open && day - state.today < state.daysOpened,
  );
  return grouped(
    closed.map(({ roomTypeId, day }) => ({
      what: `room type ${state.roomTypes.get(roomTypeId)!.code}`,
      day,
    })),
    'OPENS_AGAIN',
    'the hotel opens its nights by itself (autoOpen) and opens these again; to close them, set stop sell',
  );
}

export function priceWarnings(state: OfferState, prices: ChangedPrice[]): OfferWarning[] {
  const far = prices.filter(
    ({ ratePlanId, after }) => after !== null && isOutlier(after, state.plans.get(ratePlanId)!.prices),
  );
  const nameOf = ({ ratePlanId }: ChangedPrice) => {
    const { code, roomTypeId } = state.plans.get(ratePlanId)!;
    return `rate plan ${state.roomTypes.get(roomTypeId)?.code}/${code}`;
  };
  return grouped(
    far.map((price) => ({ what: nameOf(price), day: price.day })),
    'PRICE_OUTLIER',
    'the price is more than five times the usual one, or less than a fifth of it',
  );
}

/** Warns about days that a change leaves out, because these days are in the past or after the end of the calendar. */
export function clampingWarnings(changes: Days[], today: Day): OfferWarning[] {
  const warnings: OfferWarning[] = [];
  const limit = lastOpenDay(today);
  if (changes.some(({ first }) => first < today))
    warnings.push({ code: 'PAST_CLAMPED', message: `days before ${formatDay(today)} were left out` });
  if (changes.some(({ last }) => last > limit))
    warnings.push({ code: 'BEYOND_HORIZON', message: `days after ${formatDay(limit)} were left out` });
  return warnings;
}

function grouped(
  found: { what: string; day: Day }[],
  code: OfferWarningCode,
  problem: string,
): OfferWarning[] {
  const days = new Map<string, Day[]>();
  for (const { what, day } of found) getOrCreate(days, what, () => []).push(day);
  return [...days].map(([what, all]) => {
    const first = formatDay(Math.min(...all) as Day);
    const when = all.length === 1 ? `on ${first}` : `on ${all.length} days, the first on ${first}`;
    return { code, message: `${what} ${when}: ${problem}` };
  });
}
