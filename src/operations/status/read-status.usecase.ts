// Reads what the status page shows now.

import type { Context } from '../../context.ts';
import { addDays, dayInBaghdad } from '../../kernel/day.ts';
import { within } from '../../platform/db/within.ts';
import { LATE_MILLISECONDS } from '../../snapshot/lateness.ts';
import { COMPONENTS, type Component } from './component.ts';
import { HISTORY_DAYS, type History, historyOf, judgedUntil } from './history.ts';
import { type State, stateOf, worse } from './minute-state.ts';
import type { Verdict } from './minute-tally.ts';
import { runsOf } from './roll-up-status.usecase.ts';
import { append, type Run, runsOfDay } from './runs.ts';
import { readDays, readMinutes, type SeenMinutes } from './status-history.store.ts';

/** How long a result is reused. The history changes once per minute. */
const CACHED_MILLISECONDS = 10_000;
/** How long a request waits for the history. After this time, the page shows the result of the previous read. */
const WAIT_MILLISECONDS = 2_000;
/**
 * Minutes that are older than this number of minutes are read again only rarely. They may still change, because a node
 * that could not reach the database adds its counts later.
 */
const RECENT_MINUTES = 5;
const SETTLED_MILLISECONDS = 5 * 60_000;
/** If the newest report is older than this number of minutes, the current state does not depend on it. */
const CURRENT_MINUTES = 3;

export type CurrentState = Exclude<State, 'NO_DATA'>;

export interface ComponentStatus {
  component: Component;
  state: CurrentState;
  p99Milliseconds: number | null;
}

export interface Status {
  state: CurrentState;
  at: Date;
  components: ComponentStatus[];
  /** Null if this process has never been able to read the history. */
  history: History | null;
}

interface Known {
  history: History;
  p99: Map<Component, number | null>;
  /** The state of each component in the newest evaluated minute. */
  last: Map<Component, State>;
}

interface Settled {
  runs: Map<Component, Run[]>;
  /** `runs` contains the minutes that end before this time. */
  until: Date;
  readAt: number;
}

type Source = Pick<Context, 'pool' | 'now' | 'feed' | 'desk' | 'missingSecret' | 'status' | 'log'>;

/**
 * Reads the status. All requests within ten seconds share one read of the history. If the database cannot be reached,
 * the result contains an older history.
 */
export class StatusReader {
  private known: Known | null = null;
  private settled: Settled | null = null;
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;

  async read(context: Source): Promise<Status> {
    await this.refresh(context);
    const verdicts = context.status.verdicts(context);
    const components = COMPONENTS.map((component) => ({
      component,
      state: worse(STATES[verdicts[component]], this.known?.last.get(component) ?? 'UP') as CurrentState,
      p99Milliseconds: this.known?.p99.get(component) ?? null,
    }));
    return {
      state: overall(components),
      at: context.now(),
      components,
      history: this.known?.history ?? null,
    };
  }

  private async refresh(context: Source): Promise<void> {
    if (performance.now() - this.readAt < CACHED_MILLISECONDS) return;
    // If the change feed shows that the database cannot be reached, send no query, because the page would wait for the
    // timeout of the query.
    if (context.feed.age() > LATE_MILLISECONDS) {
      this.known?.last.clear();
      return;
    }
    this.reading ??= this.load(context).finally(() => {
      this.readAt = performance.now();
      this.reading = null;
    });
    await within(WAIT_MILLISECONDS, this.reading);
  }

  private async load({ pool, now, log }: Source): Promise<void> {
    try {
      const at = now();
      if (this.settled === null || performance.now() - this.settled.readAt > SETTLED_MILLISECONDS)
        this.settled = await readSettled(pool, at);
      const recent = await readMinutes(pool, this.settled.until, at);
      this.known = {
        history: historyOf(withMinutes(this.settled.runs, recent), at),
        ...latestOf(recent, at),
      };
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the history of the status could not be read');
    }
  }
}

/**
 * Reads the whole history except the last minutes. The result contains thousands of rows, so it is reused for many
 * requests.
 */
async function readSettled(pool: Context['pool'], at: Date): Promise<Settled> {
  const until = new Date((judgedUntil(at) - RECENT_MINUTES) * 60_000);
  // The minutes are read before the days. If a day is rolled up between the two reads, both results contain this day,
  // and the code counts it once. In the opposite order, neither result would contain this day.
  const minutes = await readMinutes(pool, new Date(0), until);
  const days = await readDays(pool, addDays(dayInBaghdad(at), 1 - HISTORY_DAYS));
  const runs = new Map<Component, Run[]>(COMPONENTS.map((component) => [component, []]));
  for (const { component, day, states } of days)
    for (const run of runsOfDay(states, day)) append(runs.get(component)!, run);
  return { runs: withMinutes(runs, minutes), until, readAt: performance.now() };
}

function withMinutes(runs: Map<Component, Run[]>, seen: SeenMinutes[]): Map<Component, Run[]> {
  return new Map(
    [...runs].map(([component, all]) => {
      // Copy the last run, because `append` may change it.
      const copy = [...all.slice(0, -1), ...all.slice(-1).map((run) => ({ ...run }))];
      for (const run of runsOf(seen.find((one) => one.component === component)?.minutes ?? []))
        append(copy, run);
      return [component, copy];
    }),
  );
}

function latestOf(recent: SeenMinutes[], at: Date): Pick<Known, 'p99' | 'last'> {
  return {
    p99: new Map(recent.map(({ component, p99Milliseconds }) => [component, p99Milliseconds])),
    last: new Map(
      recent.flatMap(({ component, minutes }) => {
        // Ignore minutes that are too recent. In such a minute, the counts of some processes may still be missing.
        const newest = minutes.findLast(({ minute }) => minute < judgedUntil(at));
        const isCurrent = newest !== undefined && newest.minute >= at.getTime() / 60_000 - CURRENT_MINUTES;
        return isCurrent ? [[component, stateOf(newest)] as const] : [];
      }),
    ),
  };
}

const STATES: Record<Verdict, State> = { fine: 'UP', impaired: 'DEGRADED', failing: 'DOWN' };

/** Returns the state of the service. The service is down only when all components are down. */
function overall(components: ComponentStatus[]): CurrentState {
  if (components.every(({ state }) => state === 'UP')) return 'UP';
  return components.every(({ state }) => state === 'DOWN') ? 'DOWN' : 'DEGRADED';
}
