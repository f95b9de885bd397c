// The nights and prices of a hotel while a change is being computed.

import type { Day } from '../../kernel/day.ts';
import type { RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import { type Night, UNOPENED } from '../inventory/night.ts';
import type { Prices } from '../pricing/rate-plan.ts';
import type { NightFields } from './offer-change.ts';
import type { StoredSeason } from './season.ts';

export interface OfferRoomType {
  code: string;
  usualAllotment: number;
}

export interface OfferPlan {
  code: string;
  roomTypeId: RoomTypeId;
  currency: Currency;
  /** The usual prices. */
  prices: Prices;
}

/** A stored night, with the number of rooms that are sold or held. */
export interface StoredNight {
  night: Night;
  taken: number;
}

/** All data on which a decision about a change depends. The data was loaded while the hotel was locked. */
export interface OfferState {
  today: Day;
  /**
   * The number of days, including today, that the hotel opens automatically. 0: the hotel opens no days automatically.
   */
  daysOpened: number;
  roomTypes: ReadonlyMap<RoomTypeId, OfferRoomType>;
  plans: ReadonlyMap<RatePlanId, OfferPlan>;
  /** A key consists of the room type and the day. The map contains only nights that have a row in the database. */
  nights: ReadonlyMap<string, StoredNight>;
  /** A key consists of the plan and the day. The map contains only days with special prices. */
  prices: ReadonlyMap<string, Prices>;
  seasons: readonly StoredSeason[];
}

export const cellKey = (id: string, day: Day) => `${id}/${day}`;

export interface ChangedNight {
  roomTypeId: RoomTypeId;
  day: Day;
  before: Night | null;
  after: Night;
  taken: number;
}

export interface ChangedPrice {
  ratePlanId: RatePlanId;
  day: Day;
  before: Prices | null;
  after: Prices | null;
}

/** Collects the nights and prices after a change. Each step of the change uses the results of the earlier steps. */
export class OfferDraft {
  private readonly state: OfferState;
  private readonly nights = new Map<string, ChangedNight>();
  private readonly prices = new Map<string, ChangedPrice>();

  constructor(state: OfferState) {
    this.state = state;
  }

  nightOn(roomTypeId: RoomTypeId, day: Day): Night {
    return this.nightCell(roomTypeId, day).after;
  }

  setNight(roomTypeId: RoomTypeId, day: Day, fields: NightFields): void {
    const cell = this.nightCell(roomTypeId, day);
    cell.after = { ...cell.after, ...fields };
  }

  pricesOn(ratePlanId: RatePlanId, day: Day): Prices | null {
    return this.priceCell(ratePlanId, day).after;
  }

  setPrices(ratePlanId: RatePlanId, day: Day, prices: Prices | null): void {
    this.priceCell(ratePlanId, day).after = prices;
  }

  changedNights(): ChangedNight[] {
    return [...this.nights.values()].filter(
      ({ roomTypeId, before, after }) => !isSameNight(before ?? this.unopened(roomTypeId), after),
    );
  }

  changedPrices(): ChangedPrice[] {
    return [...this.prices.values()].filter(({ before, after }) => !isSamePrice(before, after));
  }

  private nightCell(roomTypeId: RoomTypeId, day: Day): ChangedNight {
    const key = cellKey(roomTypeId, day);
    const known = this.nights.get(key);
    if (known !== undefined) return known;
    const stored = this.state.nights.get(key);
    const cell: ChangedNight = {
      roomTypeId,
      day,
      before: stored?.night ?? null,
      after: stored?.night ?? this.unopened(roomTypeId),
      taken: stored?.taken ?? 0,
    };
    this.nights.set(key, cell);
    return cell;
  }

  /** Returns the values of a night that has no row in the database. */
  private unopened(roomTypeId: RoomTypeId): Night {
    return { ...UNOPENED, allotment: this.state.roomTypes.get(roomTypeId)!.usualAllotment };
  }

  private priceCell(ratePlanId: RatePlanId, day: Day): ChangedPrice {
    const key = cellKey(ratePlanId, day);
    const known = this.prices.get(key);
    if (known !== undefined) return known;
    const before = this.state.prices.get(key) ?? null;
    const cell: ChangedPrice = { ratePlanId, day, before, after: before };
    this.prices.set(key, cell);
    return cell;
  }
}

export function isSameNight(one: Night, other: Night): boolean {
  return (
    one.open === other.open &&
    one.allotment === other.allotment &&
    one.blocked === other.blocked &&
    one.stopSell === other.stopSell &&
    one.closedToArrival === other.closedToArrival &&
    one.closedToDeparture === other.closedToDeparture &&
    one.minStay === other.minStay &&
    one.maxStay === other.maxStay
  );
}

export function isSamePrice(one: Prices | null, other: Prices | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.single === other.single &&
    one.double === other.double &&
    one.extraAdult === other.extraAdult &&
    one.child === other.child
  );
}
