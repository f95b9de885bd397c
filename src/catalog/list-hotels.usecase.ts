import type { Context } from '../boot/context.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { WrittenJson } from '../kernel/written-json.ts';
import type { Caller } from '../partners/authenticate.ts';

const PUBLIC_ID = /^HTL-[0-9]{4}-[0-9]{4}$/;

/** The hotels of the caller's contracts. */
export function listHotels(
  context: Context,
  caller: Caller,
  request: PageRequest,
): Outcome<Page<WrittenJson>> {
  const { hotels } = context.snapshot.portfolioOf(caller.client, context.today());
  const page = pageOf(hotels, ({ hotel }) => hotel.publicId, PUBLIC_ID, request);
  if (!page.ok) return page;
  return accept({ items: page.value.items.map(({ item }) => item), nextCursor: page.value.nextCursor });
}
