/** The restrictions of a rate plan on one day. They apply besides those of the room type's night. */
export interface PlanDay {
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  /** For stays that arrive on this day. 1: none. */
  minStay: number;
  /** For stays that include this night. 1: none. */
  minStayThrough: number;
  /** For stays that arrive on this day. 0: none. */
  maxStay: number;
}

/** A day without a row. */
export const UNRESTRICTED: PlanDay = {
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
};
