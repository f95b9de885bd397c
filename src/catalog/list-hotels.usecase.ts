import type { Context } from '../context.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotels } from '../partners/hotel-access.ts';
import { hotelItem } from './hotel-item.ts';
import type { HotelItem } from './hotels.schema.ts';

const PUBLIC_ID = /^HTL-[0-9]{4}-[0-9]{4}$/;

export function listHotels(context: Context, caller: Caller, request: PageRequest): Outcome<Page<HotelItem>> {
  const hotels = contractedHotels(context.snapshot, caller.client, context.today());
  const page = pageOf(hotels, ({ hotel }) => hotel.publicId, PUBLIC_ID, request);
  if (!page.ok) return page;
  const items = page.value.items.map(({ hotel, contract }) => hotelItem(hotel, contract));
  return accept({ items, nextCursor: page.value.nextCursor });
}
