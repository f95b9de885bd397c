import type { Day } from '../../kernel/day.ts';
import type { HotelId } from '../../kernel/ids.ts';
import type { JsonPiece } from '../../kernel/json-writer.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { Client } from './client.ts';
import { type Contract, type Permission, permits } from './contract.ts';

/** Functions that decide which hotels a client may use. These functions read only the memory of the process. */
export interface HotelAccess {
  findHotel(reference: string): Hotel | null;
  findContract(client: Client, hotelId: HotelId): Contract | null;
}

export interface ContractedHotel {
  hotel: Hotel;
  contract: Contract;
}

/** A hotel in the list that partners read. */
export interface ListedHotel extends ContractedHotel {
  /**
   * The hotel as JSON for the API without the closing brace, serialised only once and not for each request. Null if no
   * request has listed the hotel yet.
   */
  written: JsonPiece | null;
}

/**
 * Finds the hotel that a request names. Refuses the request if the partner's contract does not give the permission
 * today.
 */
export function contractedHotel(
  access: HotelAccess,
  client: Client,
  reference: string,
  permission: Permission,
  today: Day,
): Outcome<ContractedHotel> {
  const hotel = access.findHotel(reference);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'hotel not found');
  const contract = access.findContract(client, hotel.id);
  if (contract === null || !permits(contract, permission, today))
    return refuse('HOTEL_ACCESS_DENIED', `your contract does not allow ${permission} for this hotel`);
  return accept({ hotel, contract });
}
