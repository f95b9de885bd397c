import type { Day } from '../../../kernel/day.ts';
import type { Night } from '../../inventory/night.ts';
import type { PlanDay } from '../../inventory/plan-day.ts';
import type { Prices } from '../../pricing/rate-plan.ts';
import type { ChangedNight, ChangedPrice } from '../offer-draft.ts';

/** A room type as it was loaded for a part, under the hotel's lock. Days without a row are not in the maps. */
export interface LoadedRoom {
  usualAllotment: number;
  nights: ReadonlyMap<Day, Night>;
  sold: ReadonlyMap<Day, { booked: number; held: number }>;
  /** How `booked` changed per day by events that are later than the sender's last seen event. Null: not loaded. */
  soldSince: ReadonlyMap<Day, number> | null;
  sent: ReadonlyMap<Day, readonly number[]>;
}

export interface LoadedPlan {
  usual: Prices;
  prices: ReadonlyMap<Day, Prices>;
  restrictions: ReadonlyMap<Day, PlanDay>;
  sent: ReadonlyMap<Day, readonly number[]>;
}

/** Versions of days that the sender knew, and the present versions. The keys are product and day. */
export interface SeenState {
  known: ReadonlyMap<string, number>;
  /** A day without a mark has version 0. */
  marks: ReadonlyMap<string, VersionMark>;
  /** The time of the person's change, in milliseconds since 1970. Null in a preview. */
  doneAt: number | null;
}

export interface VersionMark {
  version: number;
  at: string;
  /** Who made the change: a person, the client id of a system, or OPERATOR. */
  by: string;
}

/** Everything that a decision about a part depends on. */
export interface PartState {
  today: Day;
  /** The day on which the message began. Days of the message are counted from this day, also after midnight. */
  base: Day;
  sentAt: number | null;
  /** Null: days of any version are changed. */
  seen: SeenState | null;
  rooms: ReadonlyMap<string, LoadedRoom>;
  plans: ReadonlyMap<string, LoadedPlan>;
}

export interface ChangedPlanDay {
  ratePlanId: string;
  day: Day;
  before: PlanDay | null;
  /** Null: the day is not restricted. */
  after: PlanDay | null;
}

/**
 * A day of a product that a message has changed, and when the fields of the day were sent. `sent` is null when these
 * times stay the same.
 */
export interface Mark {
  productId: string;
  day: Day;
  sent: readonly number[] | null;
  /** The new version, set only for a message with `seen`. Either all marks of a part have a version, or none has. */
  version?: number;
}

export interface PartChanges {
  nights: ChangedNight[];
  prices: ChangedPrice[];
  planDays: ChangedPlanDay[];
  marks: Mark[];
}
