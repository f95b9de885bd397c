import { type Day, instantInBaghdad } from '../../kernel/day.ts';
import type { State } from './minute-state.ts';

/** Consecutive minutes with the same state. `until` is the minute after the last minute of the run. */
export interface Run {
  state: State;
  from: number;
  until: number;
}

export const MINUTES_A_DAY = 1_440;
const LETTERS: Record<State, string> = { UP: 'U', DEGRADED: 'G', DOWN: 'D', NO_DATA: 'N' };
const STATES = Object.fromEntries(Object.entries(LETTERS).map(([state, letter]) => [letter, state]));

/** Returns the first minute of a day in Baghdad, in minutes since 1970. */
export function firstMinuteOf(day: Day): number {
  return instantInBaghdad(day, '00:00').getTime() / 60_000;
}

/**
 * Adds a run at the end of the list. If there is a gap before the new run, the gap is filled with NO_DATA. Minutes of
 * the new run that the list already contains are ignored.
 */
export function append(runs: Run[], { state, from, until }: Run): void {
  let last = runs.at(-1);
  const begin = Math.max(from, last?.until ?? from);
  if (begin >= until) return;
  if (last !== undefined && begin > last.until) {
    if (last.state === 'NO_DATA') last.until = begin;
    else {
      last = { state: 'NO_DATA', from: last.until, until: begin };
      runs.push(last);
    }
  }
  if (last?.state === state) last.until = until;
  else runs.push({ state, from: begin, until });
}

/** Returns the part of the runs between two minutes. Minutes that the runs do not contain have no data. */
export function cut(runs: Run[], from: number, until: number): Run[] {
  const part: Run[] = [];
  let reached = from;
  for (let index = firstAfter(runs, from); index < runs.length && runs[index]!.from < until; index += 1) {
    const run = runs[index]!;
    const [begin, end] = [Math.max(run.from, from), Math.min(run.until, until)];
    if (begin > reached) append(part, { state: 'NO_DATA', from: reached, until: begin });
    append(part, { state: run.state, from: begin, until: end });
    reached = end;
  }
  if (reached < until) append(part, { state: 'NO_DATA', from: reached, until });
  return part;
}

/**
 * Returns the index of the first run that ends after a minute. Uses binary search, because a quarter of a year with
 * many failures has thousands of runs.
 */
function firstAfter(runs: Run[], minute: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]!.until > minute) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns a whole day as text, such as 600U5D835U. */
export function textOfDay(runs: Run[], day: Day): string {
  const from = firstMinuteOf(day);
  return cut(runs, from, from + MINUTES_A_DAY)
    .map((run) => `${run.until - run.from}${LETTERS[run.state]}`)
    .join('');
}

export function runsOfDay(text: string, day: Day): Run[] {
  let from = firstMinuteOf(day);
  return [...text.matchAll(/([0-9]+)([UGDN])/g)].map(([, minutes, letter]) => {
    const run = { state: STATES[letter!]!, from, until: from + Number(minutes) };
    from = run.until;
    return run as Run;
  });
}

export function minutesIn(runs: Run[], state: State): number {
  return runs.reduce((sum, run) => sum + (run.state === state ? run.until - run.from : 0), 0);
}
