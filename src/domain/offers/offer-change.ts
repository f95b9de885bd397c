import type { Day } from '../../kernel/day.ts';
import type { HotelId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Prices } from '../pricing/rate-plan.ts';

/** The days from `first` to `last`, both included, that fall on one of the weekdays. */
export interface Days {
  first: Day;
  last: Day;
  /** 0 is Sunday, 6 is Saturday. Null: every day. */
  weekdays: number[] | null;
}

/** What changes on a night. A field that is not named is not touched. */
export interface NightFields {
  open?: boolean;
  allotment?: number;
  blocked?: number;
  stopSell?: boolean;
  closedToArrival?: boolean;
  closedToDeparture?: boolean;
  minStay?: number;
  /** 0: no maximum. */
  maxStay?: number;
}

export interface NightsChange extends Days {
  roomTypeId: RoomTypeId;
  set: NightFields;
}

export interface PricesChange extends Days {
  ratePlanId: RatePlanId;
  /** Prices of their own, a percentage of the usual ones, or null for the usual ones. */
  prices: Prices | { percent: number } | null;
}

/** A change of what one hotel offers. */
export interface OfferChange {
  nights: NightsChange[];
  prices: PricesChange[];
}

export type OfferWarningCode =
  /** Fewer rooms than are sold or held. Nothing more is sold; nothing is cancelled. */
  | 'BELOW_SOLD'
  /** Nights that were closed and that the hotel opens by itself. Only stop sell keeps them closed. */
  | 'OPENS_AGAIN'
  /** More than five times the usual price, or less than a fifth of it. */
  | 'PRICE_OUTLIER'
  /** Days before today were left out. */
  | 'PAST_CLAMPED'
  /** Days further ahead than calendars reach were left out. */
  | 'BEYOND_HORIZON';

export interface OfferWarning {
  code: OfferWarningCode;
  message: string;
}

/** What a change did, or would do. */
export interface OfferReport {
  /** Nights and day prices that are different now. */
  nights: number;
  prices: number;
  warnings: OfferWarning[];
  /** In a dry run: the first changes, a line each. */
  details?: string[];
}

/** The hotel whose offer changes, with what its lock and the audit need. */
export interface OfferedHotel {
  id: HotelId;
  publicId: string;
  lockNumber: number;
}

/** At most how many nights and day prices a change touches. */
export function countCells({ nights, prices }: OfferChange): number {
  return [...nights, ...prices].reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
}
