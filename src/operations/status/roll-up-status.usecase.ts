// Converts the stored minutes of each past day to one short text.

import type { Context } from '../../context.ts';
import { dayInBaghdad, instantInBaghdad, nextDay } from '../../kernel/day.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { stateOf } from './minute-state.ts';
import { KEPT_MINUTES } from './record-status.worker.ts';
import { append, type Run, textOfDay } from './runs.ts';
import { findOldMinute, insertDay, type SeenMinute, takeMinutes } from './status-history.store.ts';

/** How long after its end a day is converted. By then, processes have written all minutes that they still keep. */
const WAIT_MILLISECONDS = (KEPT_MINUTES + 30) * 60_000;
/**
 * One call converts at most this many days. A calendar day is counted once for each component that has data for this
 * day. Later calls convert the remaining days, for example after the service was stopped for a long time.
 */
const TURNS = 50;

/**
 * Converts each day that has ended to one short text. The minutes are deleted in the transaction that stores the text.
 * If two processes convert the same day at the same time, one of them finds no minutes and does nothing.
 */
export async function rollUpStatus({ pool, now }: Pick<Context, 'pool' | 'now'>): Promise<void> {
  const before = instantInBaghdad(dayInBaghdad(new Date(now().getTime() - WAIT_MILLISECONDS)), '00:00');
  for (let turn = 0; turn < TURNS; turn += 1) {
    const old = await findOldMinute(pool, before);
    if (old === null) return;
    const day = dayInBaghdad(old.minute);
    const [from, until] = [day, nextDay(day)].map((one) => instantInBaghdad(one, '00:00')) as [Date, Date];
    await inTransaction(pool, 'read committed', async (tx) => {
      const minutes = await takeMinutes(tx, old.component, from, until);
      if (minutes.length === 0) return;
      await insertDay(tx, { component: old.component, day, states: textOfDay(runsOf(minutes), day) });
    });
  }
}

export function runsOf(minutes: SeenMinute[]): Run[] {
  const runs: Run[] = [];
  for (const seen of minutes)
    append(runs, { state: stateOf(seen), from: seen.minute, until: seen.minute + 1 });
  return runs;
}
