import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { Client } from './client.ts';
import type { HotelAccess } from './hotel-access.ts';

/**
 * Finds the hotel that a request names by uuid or public id. Refuses the request if the hotel is not one of the
 * supplier's hotels. The status of the hotel does not matter.
 */
export function suppliedHotel(
  access: Pick<HotelAccess, 'findHotel'>,
  client: Client,
  reference: string,
): Outcome<Hotel> {
  const hotel = access.findHotel(reference);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'hotel not found');
  if (!client.suppliedHotels.includes(hotel.id))
    return refuse('HOTEL_ACCESS_DENIED', 'this hotel is not one of yours: GET /supply/v1/hotels lists them');
  return accept(hotel);
}
