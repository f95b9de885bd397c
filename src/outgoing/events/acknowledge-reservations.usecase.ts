// A hotel system confirms that it has read the events of a hotel.

import type { Queries } from '../../context.ts';
import { lastEvents } from '../../domain/booking/events/events.store.ts';
import type { Hotel } from '../../domain/catalog/hotel.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { suppliedHotel } from '../../domain/partners/supplied-hotel.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { acknowledge } from './acknowledgements.store.ts';
import { refuseLost } from './lost-numbers.store.ts';
import { refuseBeyond } from './read-reservations.usecase.ts';

export interface Acknowledged {
  hotel: Hotel;
  upTo: number;
}

/**
 * Records that the supplier has received a hotel's events up to this number. A number that is not higher than the
 * stored number changes nothing.
 */
export async function acknowledgeReservations(
  { pool, snapshot }: Queries,
  { client }: Caller,
  reference: string,
  upTo: number,
): Promise<Outcome<Acknowledged>> {
  const hotel = suppliedHotel(snapshot, client, reference);
  if (!hotel.ok) return hotel;
  const { id: hotelId } = hotel.value;
  return inTransaction(pool, 'read committed', async (tx) => {
    const lost = await refuseLost(tx, { ledgerId: client.ledgerId, hotelId }, upTo);
    if (lost !== null) return lost;
    const [last] = (await lastEvents(tx, [{ ledgerId: client.ledgerId, hotelId }])) as [number];
    if (upTo > last) return refuseBeyond('upTo', last, 'of this hotel');
    return accept({ hotel: hotel.value, upTo: await acknowledge(tx, client.id, hotelId, upTo) });
  });
}
