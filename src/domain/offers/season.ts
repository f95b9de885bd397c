import type { Day } from '../../kernel/day.ts';
import type { RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Prices } from '../pricing/rate-plan.ts';
import type { NightFields } from './offer-change.ts';

/** A named range of days that applies to all room types and plans of a hotel. */
export interface Season {
  name: string;
  first: Day;
  last: Day;
  /** True opens the nights, false closes them, and null leaves them unchanged. */
  opens: boolean | null;
  /** A percentage of the usual price. Null: prices stay the same. */
  pricePercent: number | null;
  minStay: number | null;
}

export type SeasonChange =
  /** Replaces a season with the same name. */
  | { kind: 'set'; season: Season }
  | { kind: 'end'; name: string }
  /** Computes the season again, and keeps changes that people made. */
  | { kind: 'reapply'; name: string };

export interface StoredSeason extends Season {
  id: string;
  before: SeasonBefore;
}

/** What a season has changed. This is undone when the season ends. */
export interface SeasonBefore {
  nights: { roomTypeId: RoomTypeId; day: Day; was: NightFields; set: NightFields }[];
  prices: { ratePlanId: RatePlanId; day: Day; was: Prices | null; set: Prices | null }[];
}

/** What a season sets on each of its nights. */
export function nightsOfSeason({ opens, minStay }: Season): NightFields {
  return {
    ...(opens === true && { open: true, stopSell: false }),
    ...(opens === false && { stopSell: true }),
    ...(minStay !== null && { minStay }),
  };
}

export function overlaps(one: Season, other: Season): boolean {
  return one.first <= other.last && other.first <= one.last;
}

export function isSameSeason(one: Season, other: Season): boolean {
  return (
    one.name === other.name &&
    one.first === other.first &&
    one.last === other.last &&
    one.opens === other.opens &&
    one.pricePercent === other.pricePercent &&
    one.minStay === other.minStay
  );
}
