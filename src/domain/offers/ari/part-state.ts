import type { Day } from '../../../kernel/day.ts';
import type { Night } from '../../inventory/night.ts';
import type { PlanDay } from '../../inventory/plan-day.ts';
import type { Prices } from '../../pricing/rate-plan.ts';
import type { ChangedNight, ChangedPrice } from '../offer-draft.ts';

/**
 * The data about a room type, which was loaded for a part while the hotel was locked. The maps contain only days that
 * have a row in the database.
 */
export interface LoadedRoom {
  usualAllotment: number;
  nights: ReadonlyMap<Day, Night>;
  sold: ReadonlyMap<Day, { booked: number; held: number }>;
  /**
   * For each day, by how much the number of booked rooms has changed since the last event that the sender has seen.
   * Null: these changes were not loaded.
   */
  soldSince: ReadonlyMap<Day, number> | null;
  sent: ReadonlyMap<Day, readonly number[]>;
}

export interface LoadedPlan {
  usual: Prices;
  prices: ReadonlyMap<Day, Prices>;
  restrictions: ReadonlyMap<Day, PlanDay>;
  sent: ReadonlyMap<Day, readonly number[]>;
}

/**
 * The versions that the sender has seen (`known`), and the present versions (`marks`). Each key consists of the product
 * and the day.
 */
export interface SeenState {
  known: ReadonlyMap<string, number>;
  /** A day without a mark has version 0. */
  marks: ReadonlyMap<string, VersionMark>;
  /** The time at which the person made the change, in milliseconds since 1970. Null in a preview. */
  doneAt: number | null;
}

export interface VersionMark {
  version: number;
  at: string;
  /** The author of the change: a person, the client id of a system, or OPERATOR. */
  by: string;
}

/** All data on which a decision about a part depends. */
export interface PartState {
  today: Day;
  /**
   * The day on which the message was received. All parts of the message count days from this day, even if midnight
   * passes before the last part.
   */
  base: Day;
  /**
   * The time at which the message was sent. Null: the message does not contain this time. The service then uses the
   * time at which the message arrived.
   */
  sentAt: number | null;
  /** The time at which the message arrived. Null: the message is a change on the hotel page. */
  arrivedAt: number | null;
  /** Null: the versions of days are not checked. */
  seen: SeenState | null;
  rooms: ReadonlyMap<string, LoadedRoom>;
  plans: ReadonlyMap<string, LoadedPlan>;
}

export interface ChangedPlanDay {
  ratePlanId: string;
  day: Day;
  before: PlanDay | null;
  /** Null: the day has no restrictions after the change. */
  after: PlanDay | null;
}

/**
 * The mark to write for a day that a message changes. `sent` contains the times at which the fields of the day were
 * sent. If `sent` is null, the stored times stay the same.
 */
export interface Mark {
  productId: string;
  day: Day;
  sent: readonly number[] | null;
  /**
   * The new version of the day. A message with `seen` sets versions for all marks of a part. Other messages set no
   * version.
   */
  version?: number;
}

export interface PartChanges {
  nights: ChangedNight[];
  prices: ChangedPrice[];
  planDays: ChangedPlanDay[];
  marks: Mark[];
}
