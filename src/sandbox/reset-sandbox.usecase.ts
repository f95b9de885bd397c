import type { Context } from '../boot/context.ts';
import { inTransaction } from '../db/pool.ts';
import type { Caller } from '../partners/authenticate.ts';
import { emptyLedger, type Sales } from './ledgers.store.ts';

/** Puts the caller's ledger back to the demo state: nobody else's is touched. */
export async function resetSandbox(
  context: Context,
  { client }: Caller,
): Promise<{ removed: Sales; resetAt: Date }> {
  // A quote still on its way to the database would arrive after the reset and promise a price of before it.
  await context.quotes.flush();
  context.quoteBook.forgetClient(client.id);
  const removed = await inTransaction(context.pool, 'read committed', (tx) =>
    emptyLedger(tx, client.ledgerId),
  );
  context.ring();
  // The very next request must see the demo state.
  await context.feed.catchUp();
  return { removed, resetAt: context.now() };
}
