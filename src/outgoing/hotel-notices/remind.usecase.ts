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

/** How long a reception has to acknowledge a notice. */
export const PATIENCE_MILLISECONDS = 30 * 60_000;
const STEP = 200;
const STEPS = 50;

/**
 * Reminds receptions of notices that they have not acknowledged, once per booking and change, and tells the operator.
 * The mark and the deliveries are written in one transaction. Returns the number of bookings.
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

/** Counts the bookings that nobody has acknowledged in time. */
export function countUnacknowledged(context: Queries): Promise<OpenNotices> {
  const today = context.today();
  return countOpenNotices(
    context.pool,
    patienceEnd(context.now()),
    formatDay(today),
    formatDay(addDays(today, 1)),
  );
}

/** Notices from before this instant should already be acknowledged. */
export function patienceEnd(now: Date): Date {
  return new Date(now.getTime() - PATIENCE_MILLISECONDS);
}
