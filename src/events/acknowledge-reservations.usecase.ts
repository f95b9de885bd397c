import type { Context } from '../boot/context.ts';
import type { Hotel } from '../catalog/hotel.ts';
import { inTransaction } from '../db/pool.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { suppliedHotel } from '../partners/supplied-hotel.ts';
import { acknowledge } from './acknowledgements.store.ts';
import { lastEvents } from './events.store.ts';
import { refuseBeyond } from './read-reservations.usecase.ts';

export interface Acknowledged {
  hotel: Hotel;
  upTo: number;
}

/** The supplier has received the events of a hotel up to this one. Repeated, or with an older number, it changes nothing. */
export async function acknowledgeReservations(
  { pool, snapshot }: Context,
  { client }: Caller,
  reference: string,
  upTo: number,
): Promise<Outcome<Acknowledged>> {
  const hotel = suppliedHotel(snapshot, client, reference);
  if (!hotel.ok) return hotel;
  const { id: hotelId } = hotel.value;
  return inTransaction(pool, 'read committed', async (tx) => {
    const [last] = (await lastEvents(tx, [{ ledgerId: client.ledgerId, hotelId }])) as [number];
    if (upTo > last) return refuseBeyond('upTo', last, 'of this hotel');
    return accept({ hotel: hotel.value, upTo: await acknowledge(tx, client.id, hotelId, upTo) });
  });
}
