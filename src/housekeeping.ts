import type { Context } from './context.ts';
import { inTransaction } from './db/pool.ts';
import { recordKeyUses } from './partners/partners.store.ts';
import { bringDemoWorldTo } from './sandbox/demo-world.store.ts';
import { CHANGES_KEPT_MINUTES } from './snapshot/change-feed.ts';
import { pruneChanges } from './snapshot/snapshot.store.ts';

const EVERY_MILLISECONDS = 30_000;

/** What has to happen now and then, in small steps. A step that fails is logged and tried again next time. */
export function startHousekeeping(context: Context): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => keepHouse(context));
  }, EVERY_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await step(context, 'record key uses', () => writeKeyUses(context));
    },
  };
}

export async function keepHouse(context: Context): Promise<void> {
  context.windows.sweep(performance.now());
  await step(context, 'record key uses', () => writeKeyUses(context));
  await step(context, 'prune changes', () =>
    inTransaction(context.pool, 'read committed', (tx) => pruneChanges(tx, CHANGES_KEPT_MINUTES)),
  );
  if (context.config.environment === 'sandbox')
    await step(context, 'roll the demo world forward', () =>
      inTransaction(context.pool, 'read committed', (tx) => bringDemoWorldTo(tx, context.today())),
    );
}

async function writeKeyUses(context: Context): Promise<void> {
  const { keyIds, instants } = context.keyUses.drain();
  if (keyIds.length > 0)
    await inTransaction(context.pool, 'read committed', (tx) => recordKeyUses(tx, keyIds, instants));
}

async function step(context: Context, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.log.warn({ step: name, reason: (error as Error).message }, 'housekeeping step failed');
  }
}
