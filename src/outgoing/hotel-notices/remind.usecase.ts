import type { Queries, Sending } from '../../context.ts';
import { addDays, formatDay } from '../../kernel/day.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import {
  closeCoveredNotices,
  countOpenNotices,
  insertReminders,
  lockDueNotices,
  markReminded,
  type OpenNotices,
} from './reminders.store.ts';

/** If a reception does not acknowledge a notice within this time, the service reminds the reception. */
export const PATIENCE_MILLISECONDS = 30 * 60_000;
const STEP = 200;
const STEPS = 50;

/**
 * Creates reminders of unacknowledged notices for the receptions and for the operator. Each change of a booking causes
 * at most one reminder. One transaction writes the deliveries of the reminders and marks the notices as reminded.
 * Returns the number of bookings with a new reminder.
 */
export async function remindReceptions(context: Sending): Promise<number> {
  const { pool, config } = context;
  const { mail, gateway, operatorEmail } = config.reception;
  const channels = { email: mail !== null, message: gateway !== null, operator: operatorEmail !== null };
  const today = formatDay(context.today());
  let reminded = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const count = await inTransaction(pool, 'read committed', async (tx) => {
      await closeCoveredNotices(tx, today, STEP);
      const now = context.now();
      const due = await lockDueNotices(tx, patienceEnd(now), today, STEP);
      if (due.length === 0) return 0;
      await insertReminders(tx, due, now, channels);
      await markReminded(tx, due, now);
      return due.length;
    });
    reminded += count;
    if (count < STEP) break;
  }
  return reminded;
}

/** Counts the bookings with a notice that is older than PATIENCE_MILLISECONDS and still not acknowledged. */
export function countUnacknowledged(context: Queries): Promise<OpenNotices> {
  const today = context.today();
  return countOpenNotices(
    context.pool,
    patienceEnd(context.now()),
    formatDay(today),
    formatDay(addDays(today, 1)),
  );
}

/**
 * Returns the instant that is PATIENCE_MILLISECONDS before `now`. The service reminds receptions of unacknowledged
 * notices that are older than this instant.
 */
export function patienceEnd(now: Date): Date {
  return new Date(now.getTime() - PATIENCE_MILLISECONDS);
}
