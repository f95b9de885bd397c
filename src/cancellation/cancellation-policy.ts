export interface Penalty {
  type: 'NIGHTS' | 'PERCENT';
  value: number;
}

/** A rule applies when fewer hours remain until check-in than it names. */
export interface CancellationRule {
  hours_before_check_in: number;
  penalty: Penalty;
}

export interface CancellationPolicy {
  id: string;
  hotelId: string;
  nameEn: string;
  nameAr: string;
  rules: CancellationRule[];
  noShowPenalty: Penalty;
}
