// A hotel's rules about the cost of cancelling.

import type { HotelId, PolicyId } from '../../../kernel/ids.ts';
export interface Penalty {
  type: 'NIGHTS' | 'PERCENT';
  value: number;
}

/** A rule applies when fewer hours remain until check-in than `hoursBeforeCheckIn`. */
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

/** A policy of the catalogue. An inactive policy is not listed. Bookings and plans that use it keep it. */
export interface CataloguePolicy extends CancellationPolicy {
  active: boolean;
}

/** Converts rules from the form in which the database stores them. */
export function rulesOf(stored: { hours_before_check_in: number; penalty: Penalty }[]): CancellationRule[] {
  return stored.map((rule) => ({ hoursBeforeCheckIn: rule.hours_before_check_in, penalty: rule.penalty }));
}
