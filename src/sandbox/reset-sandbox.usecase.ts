import type { Memory, Queries } from '../context.ts';
import type { Caller } from '../domain/partners/authenticate.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { emptyLedger, type Sales } from './ledgers.store.ts';

/**
 * Resets the caller's ledger, and the private hotel of the ledger if there is one, to the demo state. Other ledgers are
 * not touched.
 */
export async function resetSandbox(
  context: Queries & Memory,
  { client }: Caller,
): Promise<{ removed: Sales; resetAt: Date }> {
  // Write all waiting quotes to the database before the reset, so that the reset deletes them. If a quote that is older
  // than the reset were written after the reset, it would promise an old price.
  await context.quotes.flush();
  context.quoteBook.forgetClient(client.id);
  context.quotes.forgetClient(client.id);
  const removed = await inTransaction(context.pool, 'read committed', (tx) =>
    emptyLedger(tx, client.ledgerId, context.today()),
  );
  context.ring();
  // Wait until all processes of the node have read the reset, because the next request must see the demo state.
  await Promise.all([context.feed.catchUp(), context.siblings.catchUp()]);
  return { removed, resetAt: context.now() };
}
