import type { Queries, Reads } from '../../../context.ts';
import { readId } from '../../../kernel/ids.ts';
import type { Outcome } from '../../../kernel/refusal.ts';
import type { PageFailure } from '../../staff/page-refusal.ts';
import type { SignedIn } from '../../staff/person.ts';
import { recordPageRefusal } from '../../staff/record-page-refusal.usecase.ts';
import type { Update } from './message.ts';

/**
 * Records a refused change in the audit if the hotel page never sends a change of this kind. Somebody must have sent
 * such a request without the page.
 */
export async function recordRefusedChange(
  context: Queries,
  by: { address: string; person: SignedIn },
  updates: readonly Update[],
  outcome: Outcome<unknown, PageFailure>,
): Promise<void> {
  if (outcome.ok || !('page' in outcome)) return;
  if (outcome.code === 'ROLE_NOT_ALLOWED')
    await recordPageRefusal(context, 'role', by, { request: 'calendar' });
  if (outcome.code !== 'CHANGE_REJECTED') return;
  const [product] = productsOfOthers(context, by.person, updates);
  if (product !== undefined) await recordPageRefusal(context, 'product of another hotel', by, { product });
}

/**
 * Returns each product that the updates name and that belongs to another hotel. Products that do not exist are left
 * out, because they may have been deleted while the page was open.
 */
function productsOfOthers({ snapshot }: Reads, { hotelId }: SignedIn, updates: readonly Update[]): string[] {
  return updates.flatMap(({ roomType, ratePlan }) =>
    [snapshot.roomTypes.find(readId(roomType)), snapshot.ratePlans.find(readId(ratePlan ?? ''))].flatMap(
      (product) => (product === null || product.hotelId === hotelId ? [] : product.id),
    ),
  );
}
