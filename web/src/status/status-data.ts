/** The response of `GET /v1/status`. */
export interface StatusData {
  status: CurrentState;
  checked_at: string;
  history_until: string | null;
  components: ComponentStatus[];
  incidents: Incident[];
}

export type CurrentState = 'OPERATIONAL' | 'DEGRADED' | 'DOWN';
export type DayState = CurrentState | 'NO_DATA';
export const COMPONENTS = ['SEARCH', 'BOOKINGS', 'EVENTS', 'HOTEL_SYSTEMS', 'PAGES'] as const;
export type ComponentName = (typeof COMPONENTS)[number];
export const DAYS = 90;

export interface ComponentStatus {
  component: ComponentName;
  status: CurrentState;
  latency_p99_ms: number | null;
  uptime_percent: number | null;
  minutes_with_data: number;
  days: StatusDay[];
}

export interface StatusDay {
  date: string;
  status: DayState;
  uptime_percent: number | null;
  minutes: number;
  minutes_with_data: number;
  minutes_degraded: number;
  minutes_down: number;
}

export interface Incident {
  components: ComponentName[];
  status: Exclude<DayState, 'OPERATIONAL'>;
  started_at: string;
  ended_at: string | null;
  minutes: number;
}

/**
 * The share of a day for which the service has data, from 0 to 10 tenths. If the service has any data of the day, the
 * share is at least one tenth, so that the bar of the day is visible. The share is ten tenths only if the data of the
 * day is complete.
 */
export function knownTenths({ minutes, minutes_with_data: known }: StatusDay): number {
  if (known === 0 || minutes === 0) return 0;
  return known >= minutes ? 10 : Math.min(9, Math.max(1, Math.round((known / minutes) * 10)));
}
