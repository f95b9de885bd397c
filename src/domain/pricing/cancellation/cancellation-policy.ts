// A hotel's rules about the cost of a cancellation.

import type { HotelId, PolicyId } from '../../../kernel/ids.ts';
export interface Penalty {
  type: 'NIGHTS' | 'PERCENT';
  value: number;
}

/** A rule applies when fewer than `hoursBeforeCheckIn` hours remain until check-in. */
export interface CancellationRule {
  hoursBeforeCheckIn: number;
  penalty: Penalty;
}

export interface CancellationPolicy {
  id: PolicyId;
  hotelId: HotelId;
  nameEn: string;
  nameAr: string;
  rules: CancellationRule[];
  noShowPenalty: Penalty;
}

/**
 * A policy of the catalogue. The API does not list an inactive policy, but bookings and plans that already use this
 * policy keep it.
 */
export interface CataloguePolicy extends CancellationPolicy {
  active: boolean;
}

/** Converts rules from the format of the database. */
export function rulesOf(stored: { hours_before_check_in: number; penalty: Penalty }[]): CancellationRule[] {
  return stored.map((rule) => ({ hoursBeforeCheckIn: rule.hours_before_check_in, penalty: rule.penalty }));
}
