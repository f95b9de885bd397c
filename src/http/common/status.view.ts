// Converts the status and its history to the response of GET /status.

import { formatDay } from '../../kernel/day.ts';
import type { DayOfComponent, Incident } from '../../operations/status/history.ts';
import type { State } from '../../operations/status/minute-state.ts';
import type { Status } from '../../operations/status/read-status.usecase.ts';

/** The response contains OPERATIONAL and not UP, because the health check also uses OPERATIONAL. */
const wordOf = (state: State) => (state === 'UP' ? 'OPERATIONAL' : state);
const instantOf = (minute: number) => new Date(minute * 60_000).toISOString();

export function statusView({ state, at, components, history }: Status) {
  return {
    status: wordOf(state),
    checked_at: at.toISOString(),
    history_until: history === null ? null : instantOf(history.until),
    components: components.map((one) => {
      const days = history?.days.get(one.component) ?? [];
      return {
        component: one.component,
        status: wordOf(one.state),
        latency_p99_ms: one.p99Milliseconds,
        ...uptimeOf(days),
        days: days.map(dayView),
      };
    }),
    incidents: (history?.incidents ?? []).map(incidentView),
  };
}

function dayView(one: DayOfComponent) {
  return {
    date: formatDay(one.day),
    status: wordOf(one.state),
    ...uptimeOf([one]),
    minutes: one.minutes,
    minutes_degraded: one.degraded,
    minutes_down: one.down,
  };
}

function incidentView({ components, state, from, until, minutes }: Incident) {
  return {
    components,
    status: wordOf(state),
    started_at: instantOf(from),
    ended_at: until === null ? null : instantOf(until),
    minutes,
  };
}

/** The percentage is rounded down, so that one minute of downtime in 90 days is not shown as 100 %. */
function uptimeOf(days: DayOfComponent[]) {
  const withData = days.reduce((sum, one) => sum + one.withData, 0);
  const up = withData - days.reduce((sum, one) => sum + one.down, 0);
  return {
    uptime_percent: withData === 0 ? null : Math.floor((up * 10_000) / withData) / 100,
    minutes_with_data: withData,
  };
}
