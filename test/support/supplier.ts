import type { Service } from '../../src/boot/service.ts';
import { hashedKeyOf, makeApiKey } from '../../src/domain/partners/api-key.ts';
import { insertClient, insertKey } from '../../src/domain/partners/partners.store.ts';
import { ledgerIdOf } from '../../src/kernel/ids.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';

/**
 * Creates a supplier for the hotels with these public ids, and returns its headers. The supplier belongs to the ledger
 * of the given partner, or to ledger 1.
 */
export async function supplierOf(
  { context }: Service,
  publicIds: string[],
  partner?: Record<string, string>,
): Promise<Record<string, string>> {
  const clientId = `supplier-${context.random(6).toString('hex')}`;
  const apiKey = makeApiKey(context.config.environment, context.random);
  const known = partner === undefined ? null : context.snapshot.findClient(partner['x-client-id']!);
  await inTransaction(context.pool, 'read committed', async (tx) => {
    const id = await insertClient(tx, {
      clientId,
      name: 'Supplier',
      ledgerId: known?.ledgerId ?? ledgerIdOf(1),
      contractHolderId: null,
      suppliedHotels: publicIds.map((publicId) => context.snapshot.findHotel(publicId)!.id),
    });
    await insertKey(tx, { clientId: id, ...hashedKeyOf(apiKey, context.secrets.keyPepper) });
  });
  await context.feed.catchUp();
  return { 'x-client-id': clientId, 'x-api-key': apiKey };
}
