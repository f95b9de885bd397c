import type { Scenario } from './pages.ts';

const BAGHDAD_MILLISECONDS = 3 * 3_600_000;
const DAY_MILLISECONDS = 86_400_000;

/** Returns the date in Baghdad that is `days` days after `now`. */
export function dayFromNow(days: number, now: number): string {
  return new Date(now + BAGHDAD_MILLISECONDS + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** The values that a scenario fills in. The dates of the scenario are counted from today. */
export function scenarioValues({ values = {}, days }: Scenario, now: number): Record<string, string> {
  if (days === undefined) return values;
  return { ...values, checkIn: dayFromNow(days[0], now), checkOut: dayFromNow(days[1], now) };
}

/** Returns the address that opens the console with the values of a scenario in the form. */
export function consoleLink(scenario: Scenario, now: number): string {
  return `/console/${scenario.operation}?${new URLSearchParams(scenarioValues(scenario, now))}`;
}
