// Converts ninety days of status to days and incidents.

import { addDays, type Day, dayInBaghdad, daysFrom } from '../../kernel/day.ts';
import { COMPONENTS, type Component } from './component.ts';
import { type State, worse } from './minute-state.ts';
import { cut, firstMinuteOf, MINUTES_A_DAY, minutesIn, type Run } from './runs.ts';

export const HISTORY_DAYS = 90;
/**
 * Interruptions of at most this length are not listed as incidents. When a node stops and a second node takes over, the
 * interruption is shorter than this.
 */
const UNLISTED_MINUTES = 2;
export const INCIDENTS_LIMIT = 50;
/** Each process writes its counts of a minute within this time after the end of the minute. */
const WRITING_MILLISECONDS = 15_000;

export interface DayOfComponent {
  day: Day;
  state: State;
  /** How many minutes of the day have passed. */
  minutes: number;
  withData: number;
  degraded: number;
  down: number;
}

/** A period in which some components did not work correctly, or in which no process reported. */
export interface Incident {
  components: Component[];
  state: Exclude<State, 'UP'>;
  /** Minutes since 1970. */
  from: number;
  /** Null if the incident has not ended. */
  until: number | null;
  minutes: number;
}

export interface History {
  /** The first minute that this history does not evaluate. */
  until: number;
  days: Map<Component, DayOfComponent[]>;
  incidents: Incident[];
}

/**
 * Returns the first minute that is not evaluated yet. For this minute, some processes may not have written their
 * counts.
 */
export function judgedUntil(now: Date): number {
  return Math.floor((now.getTime() - WRITING_MILLISECONDS) / 60_000);
}

/** Returns the history. `runs` contains the known periods of each component, in order of time. */
export function historyOf(runs: Map<Component, Run[]>, now: Date): History {
  const until = judgedUntil(now);
  const first = addDays(dayInBaghdad(now), 1 - HISTORY_DAYS);
  const known = COMPONENTS.map((component) => [component, runs.get(component) ?? []] as const);
  return {
    until,
    days: new Map(
      known.map(([component, all]) => [
        component,
        daysFrom(first, HISTORY_DAYS).map((day) => dayOfComponent(all, day, until)),
      ]),
    ),
    incidents: incidentsOf(known, firstMinuteOf(first), until),
  };
}

function dayOfComponent(runs: Run[], day: Day, until: number): DayOfComponent {
  const from = firstMinuteOf(day);
  const part = cut(runs, from, Math.max(from, Math.min(from + MINUTES_A_DAY, until)));
  const minutes = part.reduce((sum, run) => sum + run.until - run.from, 0);
  const withData = minutes - minutesIn(part, 'NO_DATA');
  const [degraded, down] = [minutesIn(part, 'DEGRADED'), minutesIn(part, 'DOWN')];
  return {
    ...{ day, minutes, withData, degraded, down },
    state: stateOfDay({ minutes, withData, degraded, down }),
  };
}

/**
 * Returns the state of a day. A short incident does not change this state. If less than half of the day has data, the
 * state is not UP.
 */
function stateOfDay(counts: Pick<DayOfComponent, 'minutes' | 'withData' | 'degraded' | 'down'>): State {
  const { minutes, withData, degraded, down } = counts;
  if (down > UNLISTED_MINUTES) return 'DOWN';
  if (degraded + down > UNLISTED_MINUTES) return 'DEGRADED';
  return withData === 0 || withData * 2 < minutes ? 'NO_DATA' : 'UP';
}

/**
 * Returns the incidents, newest first. If several components have an incident with the same state, start and end, these
 * incidents become one incident.
 */
function incidentsOf(known: (readonly [Component, Run[]])[], first: number, until: number): Incident[] {
  const found = new Map<string, Incident>();
  // Use only the newest incidents of each component. Older incidents cannot be among the newest incidents of all
  // components.
  for (const [component, runs] of known)
    for (const { state, from, until: end } of troubled(runs, first, until).slice(-INCIDENTS_LIMIT)) {
      const name = `${state} ${from} ${end}`;
      const same = found.get(name);
      if (same !== undefined) same.components.push(component);
      else
        found.set(name, {
          components: [component],
          ...{ state: state as Incident['state'], from },
          until: end === until ? null : end,
          minutes: end - from,
        });
    }
  return [...found.values()]
    .sort((one, other) => other.from - one.from || (worse(one.state, other.state) === one.state ? -1 : 1))
    .slice(0, INCIDENTS_LIMIT);
}

/**
 * Merges consecutive runs that were down or degraded into one run with the worse state, because an outage often
 * alternates between these states. The time before the first report of a process is not an incident, because the
 * service did not exist yet.
 */
function troubled(runs: Run[], first: number, until: number): Run[] {
  const begin = Math.max(first, runs.find(({ state }) => state !== 'NO_DATA')?.from ?? until);
  const found: Run[] = [];
  for (const run of begin < until ? cut(runs, begin, until) : []) {
    const last = found.at(-1);
    const isTrouble = run.state === 'DOWN' || run.state === 'DEGRADED';
    if (isTrouble && last?.until === run.from && last.state !== 'NO_DATA') {
      last.until = run.until;
      if (run.state === 'DOWN') last.state = 'DOWN';
    } else if (run.state !== 'UP') found.push({ ...run });
  }
  return found.filter((run) => run.until - run.from > UNLISTED_MINUTES);
}
