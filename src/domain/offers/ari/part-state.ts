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
  /** What the events after the one that the sender has seen have changed in `booked`. Null: not loaded. */
  soldSince: ReadonlyMap<Day, number> | null;
  sent: ReadonlyMap<Day, readonly number[]>;
}

export interface LoadedPlan {
  usual: Prices;
  prices: ReadonlyMap<Day, Prices>;
  restrictions: ReadonlyMap<Day, PlanDay>;
  sent: ReadonlyMap<Day, readonly number[]>;
}

/** Versions of days: as the sender knew them, and as they are. Keyed by product and day. */
export interface SeenState {
  known: ReadonlyMap<string, number>;
  /** A day without a mark has version 0. */
  marks: ReadonlyMap<string, VersionMark>;
  /** When the person made the change, in milliseconds since 1970. Null in a preview. */
  doneAt: number | null;
}

export interface VersionMark {
  version: number;
  at: string;
  /** A person, the client id of a system, or OPERATOR. */
  by: string;
}

/** Everything that decides about a part. */
export interface PartState {
  today: Day;
  /** The day on which the message began. Its days are counted from it, also when it continues after midnight. */
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
  /** Null: not restricted. */
  after: PlanDay | null;
}

/** A day of a product that a message has touched, and when its fields were sent. Null: as they were. */
export interface Mark {
  productId: string;
  day: Day;
  sent: readonly number[] | null;
  /** The new version, of a message with `seen`. All marks of a part have one, or none has. */
  version?: number;
}

export interface PartChanges {
  nights: ChangedNight[];
  prices: ChangedPrice[];
  planDays: ChangedPlanDay[];
  marks: Mark[];
}
