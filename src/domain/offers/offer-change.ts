import type { Day } from '../../kernel/day.ts';
import type { HotelId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Prices } from '../pricing/rate-plan.ts';

/** The days from `first` to `last`, both included. `weekdays` limits the range to some days of the week. */
export interface Days {
  first: Day;
  last: Day;
  /** 0 is Sunday, 6 is Saturday. Null: every day. */
  weekdays: number[] | null;
}

/** The fields to change on a night. A field that is not set stays unchanged. */
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
  /**
   * The hotel offers fewer rooms than are already sold or held. The hotel then sells no more rooms for these nights. No
   * booking is cancelled.
   */
  | 'BELOW_SOLD'
  /**
   * The change closes nights that the hotel opens automatically. The service will open these nights again. To keep a
   * night closed, the hotel must set stop sell.
   */
  | 'OPENS_AGAIN'
  /** A price is more than five times the usual price, or less than a fifth of the usual price. */
  | 'PRICE_OUTLIER'
  /** Days before today were left out. */
  | 'PAST_CLAMPED'
  /** Days after the end of the calendar were left out. */
  | 'BEYOND_HORIZON';

export interface OfferWarning {
  code: OfferWarningCode;
  message: string;
}

/** The effect of a change, or of a dry run. */
export interface OfferReport {
  /** The number of nights and the number of day prices that are different after the change. */
  nights: number;
  prices: number;
  warnings: OfferWarning[];
  /** The first changes, one line per change. Set only in a dry run. */
  details?: string[];
}

/** The hotel that the change concerns, with the fields that are needed to lock the hotel and to write the audit. */
export interface OfferedHotel {
  id: HotelId;
  publicId: string;
  lockNumber: number;
}

/** Returns the maximum number of nights and day prices that a change can affect. The count ignores `weekdays`. */
export function countCells({ nights, prices }: OfferChange): number {
  return [...nights, ...prices].reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
}
