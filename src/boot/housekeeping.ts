// Runs periodic work: ends expired holds, deletes old rows and unused ledgers, adds new nights.

import type { Context, Queries, Writes } from '../context.ts';
import { pruneBatches } from '../desk/locks.store.ts';
import { pruneOwnKeys, pruneRecords } from '../desk/records.store.ts';
import { findEndedStays } from '../domain/booking/bookings.store.ts';
import { findDueHotelLedgers, pruneHolds } from '../domain/booking/holds.store.ts';
import { dropPastNights, extendCalendars, type Progress } from '../domain/inventory/calendars.store.ts';
import { prunePlanDays } from '../domain/inventory/plan-days.store.ts';
import { pruneMarks, pruneMessages } from '../domain/offers/ari/write-ari.store.ts';
import { recordKeyUses, rehashKeys } from '../domain/partners/partners.store.ts';
import { ALERT_MINUTES } from '../domain/pricing/price-alert.ts';
import {
  PRICE_HISTORY_KEPT_DAYS,
  pruneAlerts,
  pruneDayPrices,
  pruneHistory,
} from '../domain/pricing/price-history.store.ts';
import { pruneQuotes } from '../domain/pricing/quotes.store.ts';
import { pruneReceipts, RECEIPTS_KEPT_MINUTES } from '../domain/reception/receipts.store.ts';
import { pruneLinks } from '../domain/staff/links.store.ts';
import { pruneRefusals } from '../domain/staff/page-audit.store.ts';
import { resealTotpSecrets } from '../domain/staff/proof/reseal-totp.usecase.ts';
import { pruneTries } from '../domain/staff/proof/tries.store.ts';
import { pruneSessions } from '../domain/staff/sessions.store.ts';
import { addDays, formatDay } from '../kernel/day.ts';
import { PAST_DAYS_KEPT } from '../kernel/horizon.ts';
import { HISTORY_DAYS } from '../operations/status/history.ts';
import { rollUpStatus } from '../operations/status/roll-up-status.usecase.ts';
import { pruneDays } from '../operations/status/status-history.store.ts';
import { pruneDeliveries } from '../outgoing/delivery/operate-deliveries.store.ts';
import { pruneNotices } from '../outgoing/hotel-notices/notices.store.ts';
import { resealSecrets } from '../outgoing/webhooks/reseal-secrets.usecase.ts';
import { forgetOldSecrets } from '../outgoing/webhooks/webhooks.store.ts';
import { inTransaction, type Transaction } from '../platform/db/pool.ts';
import { fingerprintsOf } from '../platform/secrets/accepted-secrets.ts';
import { moveClaim } from '../platform/secrets/claims.store.ts';
import {
  daysBefore,
  IDLE_DAYS_KEPT,
  minutesBefore,
  UNUSED_MINUTES_KEPT,
} from '../sandbox/credential-limits.ts';
import { pruneMade } from '../sandbox/credentials-made.store.ts';
import { DEMO_CLIENT_ID } from '../sandbox/demo-client.store.ts';
import { bringDemoWorldTo } from '../sandbox/demo-world.store.ts';
import { deleteLedger, findIdleLedgers, findUnusedLedgers } from '../sandbox/ledgers.store.ts';
import { CHANGES_KEPT_MINUTES } from '../snapshot/change-feed.ts';
import { pruneChanges } from '../snapshot/snapshot.store.ts';

const EVERY_MILLISECONDS = 30_000;
const SWEEP_MILLISECONDS = 1_000;
const BATCH_MARKERS_KEPT_MINUTES = 60;
const IDEMPOTENCY_KEPT_DAYS = 30;
/**
 * How long the service keeps the idempotency keys that a process itself adds to a command. If the process must send the
 * command again, it does so within seconds.
 */
const OWN_KEYS_KEPT_MINUTES = 60;
const ENDED_HOLDS_KEPT_DAYS = 7;
/** If a supplier repeats a message within this time, the message is applied only once. */
const MESSAGES_KEPT_DAYS = 7;
const DELIVERIES_KEPT_DAYS = 30;
const DEAD_DELIVERIES_KEPT_DAYS = 90;
/**
 * Notices are kept for this many days after the end of the stay, because the reception may still open the link in a
 * notice.
 */
const NOTICES_KEPT_DAYS = 30;
/**
 * One transaction deletes at most this many old rows. If a transaction finds this many rows, another transaction
 * follows.
 */
const PRUNE_STEP = 5_000;
const PRUNE_TURNS = 40;
const ENDED_STAYS_STEP = 500;

/**
 * Starts the periodic work, which consists of small steps. A step that fails is logged, and runs again the next time.
 */
export function startHousekeeping(context: Context): { stop: () => Promise<void> } {
  context.status.start(context);
  let running: Promise<void> = Promise.resolve();
  const waiting = new Set<() => Promise<void>>();
  // A step that is still in the queue is not added again, so that the queue does not grow while the database is slow.
  const queue = (work: () => Promise<void>) => {
    if (waiting.has(work)) return;
    waiting.add(work);
    running = running.then(() => {
      waiting.delete(work);
      return work();
    });
  };
  const all = () => keepHouse(context);
  const sweep = () => step(context, 'end expired holds', () => sweepDueHolds(context));
  const timer = setInterval(() => queue(all), EVERY_MILLISECONDS);
  const sweeper = setInterval(() => {
    if (context.desk.isDesk) queue(sweep);
  }, SWEEP_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      clearInterval(sweeper);
      await context.status.stop(context);
      await running;
      await step(context, 'record key uses', () => writeKeyUses(context));
    },
  };
}

export async function keepHouse(context: Context): Promise<void> {
  await step(context, 'forget old uses of rate limits', async () => context.limiter.sweep());
  await step(context, 'forget expired quotes', async () =>
    context.quoteBook.forgetDead(context.now().getTime()),
  );
  await step(context, 'record key uses', () => writeKeyUses(context));
  await step(context, 'replace secrets', () => replaceSecrets(context));
  if (context.desk.isDesk) await keepDatabase(context);
}

/** Runs the periodic work on the database. This work runs only in the process that is the desk. */
async function keepDatabase(context: Context): Promise<void> {
  const failuresBefore = context.counts?.housekeeping.failures;
  await prune(context, 'prune changes', (tx, limit) => pruneChanges(tx, limit, CHANGES_KEPT_MINUTES));
  await prune(context, 'prune quotes', (tx, limit) => pruneQuotes(tx, limit, context.now().getTime()));
  await prune(context, 'prune idempotency records', (tx, limit) =>
    pruneRecords(tx, limit, context.now(), IDEMPOTENCY_KEPT_DAYS),
  );
  await prune(context, 'prune keys of forwarded commands', (tx, limit) =>
    pruneOwnKeys(tx, limit, context.now(), OWN_KEYS_KEPT_MINUTES),
  );
  await prune(context, 'prune ended holds', (tx, limit) =>
    pruneHolds(tx, limit, context.now(), ENDED_HOLDS_KEPT_DAYS),
  );
  await prune(context, 'prune messages of suppliers', (tx, limit) =>
    pruneMessages(tx, limit, context.now(), MESSAGES_KEPT_DAYS),
  );
  await prune(context, 'prune marks of past days', (tx, limit) =>
    pruneMarks(tx, limit, addDays(context.today(), -PAST_DAYS_KEPT)),
  );
  await prune(context, 'prune deliveries', (tx, limit) =>
    pruneDeliveries(tx, limit, context.now(), DELIVERIES_KEPT_DAYS, DEAD_DELIVERIES_KEPT_DAYS),
  );
  await step(context, 'prune batch markers', () =>
    inTransaction(context.pool, 'read committed', (tx) => pruneBatches(tx, BATCH_MARKERS_KEPT_MINUTES)),
  );
  await prune(context, 'prune price alerts', (tx, limit) =>
    pruneAlerts(tx, limit, context.now(), ALERT_MINUTES),
  );
  await prune(context, 'prune price history', (tx, limit) =>
    pruneHistory(tx, limit, addDays(context.today(), -PRICE_HISTORY_KEPT_DAYS)),
  );
  await step(context, 'forget old secrets of webhooks', () =>
    inTransaction(context.pool, 'read committed', (tx) => forgetOldSecrets(tx, context.now())),
  );
  await prune(context, 'prune notices of front desks', (tx, limit) =>
    pruneNotices(tx, limit, formatDay(addDays(context.today(), -NOTICES_KEPT_DAYS))),
  );
  await prune(context, 'prune receipts', (tx, limit) =>
    pruneReceipts(tx, limit, new Date(context.now().getTime() - RECEIPTS_KEPT_MINUTES * 60_000)),
  );
  await prune(context, 'prune refusals of the hotel page', pruneRefusals);
  for (const [what, once] of Object.entries({
    links: pruneLinks,
    sessions: pruneSessions,
    tries: pruneTries,
  }))
    await prune(context, `prune ${what} of the hotel page`, (tx, limit) => once(tx, limit, context.now()));
  await step(context, 'roll up the status', () => rollUpStatus(context));
  await prune(context, 'prune the history of the status', (tx, limit) =>
    pruneDays(tx, limit, addDays(context.today(), -HISTORY_DAYS)),
  );
  await step(context, 'close ended stays', () => closeEndedStays(context));
  if (context.config.environment === 'sandbox')
    await step(context, 'move the demo data to today', () =>
      inTransaction(context.pool, 'read committed', (tx) => bringDemoWorldTo(tx, context.today()), 'patient'),
    );
  // New days are added after the demo data was moved to today. In sandbox, only the private hotels need new days,
  // because the demo hotels already have every day.
  await step(context, 'add new calendar days', () => rollForward(context));
  await prune(context, 'delete past nights', (tx, limit) => dropPastNights(tx, limit, context.today()));
  await prune(context, 'delete past day prices', (tx, limit) =>
    pruneDayPrices(tx, limit, addDays(context.today(), -PAST_DAYS_KEPT)),
  );
  await prune(context, 'delete past restrictions of rate plans', (tx, limit) =>
    prunePlanDays(tx, limit, addDays(context.today(), -PAST_DAYS_KEPT)),
  );
  if (context.config.environment === 'sandbox') {
    await step(context, 'delete idle ledgers', () => deleteIdleLedgers(context));
    await prune(context, 'prune who has made credentials', (tx, limit) =>
      pruneMade(tx, limit, daysBefore(context.now(), 1)),
    );
  }
  const counted = context.counts?.housekeeping;
  if (counted !== undefined && counted.failures === failuresBefore) counted.succeededAt = Date.now() / 1_000;
}

/**
 * Ends expired holds, so that the counters and the table stay small. The service does not count an expired hold as
 * sold, even before this function ends it.
 */
export async function sweepDueHolds(context: Writes): Promise<void> {
  const due = await findDueHotelLedgers(context.pool, context.now().getTime());
  await Promise.all(
    due.map((hotelLedger) => context.submit({ kind: 'sweep', hotelLedger, idempotency: null })),
  );
}

/** Closes stays that are still open on the day after check-out, in at most PRUNE_TURNS steps. */
export async function closeEndedStays(context: Writes): Promise<void> {
  for (let turn = 0; turn < PRUNE_TURNS; turn += 1) {
    const ended = await findEndedStays(context.pool, context.today(), ENDED_STAYS_STEP);
    await Promise.all(ended.map((stay) => context.submit({ kind: 'close', ...stay, idempotency: null })));
    if (ended.length < ENDED_STAYS_STEP) return;
  }
}

/**
 * Deletes the ledgers that nobody uses any more. Each ledger has a separate transaction, because a ledger may have a
 * few hundred thousand rows.
 */
async function deleteIdleLedgers(context: Queries): Promise<void> {
  const { pool } = context;
  const usedBefore = daysBefore(context.now(), IDLE_DAYS_KEPT);
  for (const ledgerId of await findIdleLedgers(pool, usedBefore, DEMO_CLIENT_ID))
    await inTransaction(pool, 'read committed', (tx) => deleteLedger(tx, ledgerId, usedBefore));
  const madeBefore = minutesBefore(context.now(), UNUSED_MINUTES_KEPT);
  for (const ledgerId of await findUnusedLedgers(pool, madeBefore, DEMO_CLIENT_ID))
    await inTransaction(pool, 'read committed', (tx) => deleteLedger(tx, ledgerId, madeBefore));
}

/**
 * Adds new days to every calendar. Each step runs in a separate transaction, so the result of a step stays even if a
 * later step fails.
 */
async function rollForward(context: Queries): Promise<void> {
  const today = context.today();
  let progress: Progress = null;
  do {
    const from: Progress = progress;
    progress = await inTransaction(context.pool, 'read committed', (tx) => extendCalendars(tx, today, from));
  } while (progress !== null);
}

async function writeKeyUses(context: Pick<Context, 'keyUses' | 'pool'>): Promise<void> {
  const { keyIds, instants } = context.keyUses.drain();
  if (keyIds.length > 0)
    await inTransaction(context.pool, 'read committed', (tx) => recordKeyUses(tx, keyIds, instants));
}

/**
 * Continues the replacement of a secret. The database records the new secret as soon as no process uses the old secret
 * any more. If this process has recognised an API key with an old pepper, it stores a new hash of this key. Secrets of
 * webhooks and of one-time codes are encrypted with the new signing key. A new hash that cannot be stored yet stays in
 * memory for the next run.
 */
export async function replaceSecrets({ keyRehashes, pool, secrets, random }: Context): Promise<void> {
  const peppers = fingerprintsOf('pepper', secrets);
  const signingKeys = fingerprintsOf('signing_key', secrets);
  if (peppers.length === 1 && signingKeys.length === 1) return;
  const rehashes = keyRehashes.list();
  const isDone = await inTransaction(pool, 'read committed', async (tx) => {
    await moveClaim(tx, 'pepper', peppers);
    await moveClaim(tx, 'signing_key', signingKeys);
    await resealSecrets(tx, secrets, random);
    await resealTotpSecrets(tx, secrets, random);
    return rehashKeys(tx, peppers[0], rehashes);
  });
  if (isDone) keyRehashes.forget(rehashes);
}

/**
 * Deletes old rows in small transactions, until a transaction finds fewer rows than its limit. At most PRUNE_TURNS
 * transactions run, so that the other steps can run too.
 */
async function prune(
  context: Context,
  name: string,
  once: (tx: Transaction, limit: number) => Promise<number>,
): Promise<void> {
  await step(context, name, async () => {
    for (let turn = 0; turn < PRUNE_TURNS; turn += 1)
      if ((await inTransaction(context.pool, 'read committed', (tx) => once(tx, PRUNE_STEP))) < PRUNE_STEP)
        return;
  });
}

async function step(context: Context, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (context.counts !== null) context.counts.housekeeping.failures += 1;
    context.log.warn({ step: name, reason: (error as Error).message }, 'housekeeping step failed');
  }
}
