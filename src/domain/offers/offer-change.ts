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

/** What changes on a night. A field that is not named is not changed. */
export interface NightFields {
  open?: boolean;
  allotment?: number;
  blocked?: number;
  stopSell?: boolean;
  closedToArrival?: boolean;
  closedToDeparture?: boolean;
  minStay?: number;
  /** 0: no maximum stay. */
  maxStay?: number;
}

export interface NightsChange extends Days {
  roomTypeId: RoomTypeId;
  set: NightFields;
}

export interface PricesChange extends Days {
  ratePlanId: RatePlanId;
  /** Special prices, or a percentage of the usual prices. Null: the usual prices. */
  prices: Prices | { percent: number } | null;
}

/** A change of what one hotel offers. */
export interface OfferChange {
  nights: NightsChange[];
  prices: PricesChange[];
}

export type OfferWarningCode =
  /** The hotel offers fewer rooms than are sold or held. No more rooms are sold, and nothing is cancelled. */
  | 'BELOW_SOLD'
  /** The change closes nights that the hotel opens automatically. Only stop sell keeps them closed. */
  | 'OPENS_AGAIN'
  /** A price is more than five times the usual price, or less than a fifth of it. */
  | 'PRICE_OUTLIER'
  /** Days before today were left out. */
  | 'PAST_CLAMPED'
  /** Days after the end of the calendar were left out. */
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
  /** The first changes, one line per change. Set only in a dry run. */
  details?: string[];
}

/** The hotel whose offer changes, with the fields that its lock and the audit need. */
export interface OfferedHotel {
  id: HotelId;
  publicId: string;
  lockNumber: number;
}

/** The maximum number of nights and day prices that a change can affect. */
export function countCells({ nights, prices }: OfferChange): number {
  return [...nights, ...prices].reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
}
