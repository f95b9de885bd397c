// Lists a partner's hotels in pages.

import type { Reads } from '../../context.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Outcome } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { ListedHotel } from '../partners/hotel-access.ts';

const PUBLIC_ID = /^HTL-[0-9]{4}-[0-9]{4}$/;

/** Returns the hotels that the caller's contracts cover. */
export function listHotels(context: Reads, caller: Caller, request: PageRequest): Outcome<Page<ListedHotel>> {
  const { hotels } = context.snapshot.portfolioOf(caller.client, context.today());
  return pageOf(hotels, ({ hotel }) => hotel.publicId, PUBLIC_ID, request);
}
