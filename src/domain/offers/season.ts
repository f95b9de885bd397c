import type { Day } from '../../kernel/day.ts';
import type { RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Prices } from '../pricing/rate-plan.ts';
import type { NightFields } from './offer-change.ts';

/** A named range of days that applies to all room types and plans of a hotel. */
export interface Season {
  name: string;
  first: Day;
  last: Day;
  /**
   * True: the season opens the nights. False: the season closes the nights. Null: the season neither opens nor closes
   * nights.
   */
  opens: boolean | null;
  /** The season's price as a percentage of the usual price. Null: prices stay the same. */
  pricePercent: number | null;
  minStay: number | null;
}

export type SeasonChange =
  /** Sets a season, and replaces a season with the same name. */
  | { kind: 'set'; season: Season }
  | { kind: 'end'; name: string }
  /** Computes the season again. Values that people have changed after the season was set stay as they are. */
  | { kind: 'reapply'; name: string };

export interface StoredSeason extends Season {
  id: string;
  before: SeasonBefore;
}

/** The changes that a season has made. The end of the season undoes these changes. */
export interface SeasonBefore {
  nights: { roomTypeId: RoomTypeId; day: Day; was: NightFields; set: NightFields }[];
  prices: { ratePlanId: RatePlanId; day: Day; was: Prices | null; set: Prices | null }[];
}

/** Returns the fields that a season sets on each of its nights. */
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
