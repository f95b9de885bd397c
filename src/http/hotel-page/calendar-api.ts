import type { Board, Names } from './hotel-api.ts';

/** The rooms and prices of the hotel page. Types only, as in hotel-api.ts. */

/** GET /calendar?from=2027-01-15&days=14 */
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
  /** NOT_OPEN: nobody has opened the night yet. */
  state: 'OPEN' | 'CLOSED' | 'NOT_OPEN';
  allotment: number;
  blocked: number;
  booked: number;
  held: number;
  /** What can still be sold when the night is open. Never below 0. */
  left: number;
  version: number;
  changed: Changed | null;
}
export interface CalendarPlan extends Names {
  id: string;
  code: string;
  board: Board;
  /** The currency of its prices, usually the currency of the hotel. */
  currency: string;
  days: PlanDay[];
}
export interface PlanDay {
  day: string;
  prices: DayPrices;
  /** Nobody has set prices for this day, so these are the usual prices. */
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
  /** The person, or the client id of a system, or OPERATOR. */
  by: string;
}

/** A change of one room type, or of one rate plan if it is named. Days from `from` to `to`, both included. */
export interface CalendarUpdate {
  room_type: string;
  rate_plan?: string;
  from: string;
  to: string;
  /** Default: every day. */
  weekdays?: Weekday[];
  /** `closed` and `allotment` belong to room types, `prices` to rate plans. Null: the usual prices. */
  set: { closed?: boolean; allotment?: number; prices?: Partial<DayPrices> | null };
}
export type Weekday = 'SUN' | 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT';

/** POST /calendar/preview `{ updates }`: what a change would do. Changes nothing. */
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
  /** Before the change in a preview, after it in the response to a change. */
  version: number;
}
/** For a room type, `state` and `allotment`. For a rate plan, `prices`, which is null for the usual prices. */
export interface CellState {
  state?: RoomDay['state'];
  allotment?: number;
  prices?: DayPrices | null;
}
export interface CalendarWarning {
  code: 'BELOW_SOLD' | 'PRICE_OUTLIER' | 'PAST_CLAMPED' | 'BEYOND_HORIZON';
  /** The room type or rate plan, the first day, and how many days. */
  product: string;
  day: string;
  days: number;
}

/**
 * POST /calendar. `id` is a uuid that the page makes. A change that is sent again with the same `id` is made only once.
 * `seen` has the version that the page knows for every day that the updates touch, and 0 for a day that nobody has
 * changed. If one of these versions is not current, nothing is changed and the error is CHANGED_MEANWHILE with
 * `details.cells`. To undo a change, send the old values with the versions of the response. Everybody may change only
 * `closed`. Managers may change the rest too.
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
  /**
   * `version` is the current version. `changed` is null if the sandbox was reset and nobody has changed the day since.
   */
  cells: { product: string; day: string; version: number; changed: Changed | null }[];
}
