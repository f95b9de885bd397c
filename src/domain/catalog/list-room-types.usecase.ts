// Lists the active room types of a hotel for a partner.

import type { Reads } from '../../context.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
import type { RoomType } from './room-type.ts';

export function listRoomTypes(context: Reads, caller: Caller, reference: string): Outcome<RoomType[]> {
  const { snapshot } = context;
  const found = contractedHotel(snapshot, caller.client, reference, 'VIEW', context.today());
  if (!found.ok) return found;
  const active = [...snapshot.roomTypes.in(found.value.hotel.id)].filter((roomType) => roomType.active);
  return accept(active.sort((one, other) => (one.code < other.code ? -1 : 1)));
}
