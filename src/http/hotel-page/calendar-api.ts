import type { Board, Names } from './hotel-api.ts';

/**
 * The requests and responses of the hotel page about rooms and prices. Like hotel-api.ts, this file contains only
 * types.
 */

/** The response of GET /calendar?from=2027-01-15&days=14. */
export interface CalendarView {
  from: string;
  to: string;
  today: string;
  currency: string;
  rooms: CalendarRoom[];
}
export interface CalendarRoom extends Names {
  id: string;
  code: string;
  days: RoomDay[];
  plans: CalendarPlan[];
}
export interface RoomDay {
  day: string;
  /** NOT_OPEN: nobody has opened the night for sale yet. */
  state: 'OPEN' | 'CLOSED' | 'NOT_OPEN';
  allotment: number;
  blocked: number;
  booked: number;
  held: number;
  /**
   * The number of rooms that can still be sold. If `state` is not OPEN, this is the number of rooms that could be sold
   * after the night is opened. Never below 0.
   */
  left: number;
  version: number;
  changed: Changed | null;
}
export interface CalendarPlan extends Names {
  id: string;
  code: string;
  board: Board;
  /** The currency of the prices of this plan, usually the currency of the hotel. */
  currency: string;
  /**
   * The prices of a day for which nobody has set prices. The field is missing if a node of the previous release sent
   * the calendar.
   */
  usual_prices?: DayPrices;
  days: PlanDay[];
}
export interface PlanDay {
  day: string;
  prices: DayPrices;
  /** True when nobody has set prices for this day, so that `prices` are the usual prices. */
  is_usual: boolean;
  closed: boolean;
  version: number;
  changed: Changed | null;
}
export interface DayPrices {
  single: string;
  double: string;
  extra_adult: string;
  child: string;
}
export interface Changed {
  at: string;
  /** The name of a person or of a hotel system, or OPERATOR. */
  by: string;
}

/**
 * A change of one room type, or of one rate plan if `rate_plan` is present. The change applies to the days from `from`
 * to `to`, both included.
 */
export interface CalendarUpdate {
  room_type: string;
  rate_plan?: string;
  from: string;
  to: string;
  /** Default: every day. */
  weekdays?: Weekday[];
  /**
   * `closed` and `allotment` belong to room types, and `prices` belongs to rate plans. If `prices` is null, the days
   * get the usual prices.
   */
  set: { closed?: boolean; allotment?: number; prices?: Partial<DayPrices> | null };
}
export type Weekday = 'SUN' | 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT';

/**
 * The response of POST /calendar/preview `{ updates }`. A preview shows what a change would do, and changes nothing.
 */
export interface PreviewView {
  changes: CellChange[];
  warnings: CalendarWarning[];
}
export interface CellChange {
  /** The id of a room type or a rate plan. */
  product: string;
  room_type: string;
  day: string;
  before: CellState;
  after: CellState;
  /**
   * The version of the day. A preview has the version before the change, and the response to a change has the version
   * after the change.
   */
  version: number;
}
/** A room type has `state` and `allotment`. A rate plan has `prices`, which is null for the usual prices. */
export interface CellState {
  state?: RoomDay['state'];
  allotment?: number;
  prices?: DayPrices | null;
}
export interface CalendarWarning {
  code: 'BELOW_SOLD' | 'PRICE_OUTLIER' | 'PAST_CLAMPED' | 'BEYOND_HORIZON';
  /** `product` is the id of the room type or rate plan. `day` is the first day, and `days` is the number of days. */
  product: string;
  day: string;
  days: number;
}

/**
 * The body of POST /calendar. `id` is a uuid that the page creates. If the page sends a change again with the same
 * `id`, the change is not made a second time. For every day of the updates, `seen` contains the version that the page
 * last received, or 0 if nobody has changed the day. If one of the versions in `seen` is not current, nothing is
 * changed, and the error is CHANGED_MEANWHILE with `details.cells`. To undo a change, send the old values with the
 * versions of the response. Everybody may change `closed`. Only managers may change `allotment` and `prices`.
 */
export interface ChangeBody {
  id: string;
  updates: CalendarUpdate[];
  seen: SeenCell[];
}
export type SeenCell = [product: string, day: string, version: number];
export interface ChangedView {
  changes: CellChange[];
  warnings: CalendarWarning[];
}
/** `details` of CHANGED_MEANWHILE. */
export interface ChangedMeanwhile {
  /** `version` is the current version. `changed` is null if nobody has changed the day since the sandbox was reset. */
  cells: { product: string; day: string; version: number; changed: Changed | null }[];
}
