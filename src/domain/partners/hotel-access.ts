import type { Day } from '../../kernel/day.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { Client } from './client.ts';
import { type Contract, type Permission, permits } from './contract.ts';

export interface ContractedHotel {
  hotel: Hotel;
  contract: Contract;
}

/** The hotel that a request names, if the partner's contract allows the action today. */
export function contractedHotel(
  snapshot: Snapshot,
  client: Client,
  reference: string,
  permission: Permission,
  today: Day,
): Outcome<ContractedHotel> {
  const hotel = snapshot.findHotel(reference);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'hotel not found');
  const contract = snapshot.findContract(client, hotel.id);
  if (contract === null || !permits(contract, permission, today))
    return refuse('HOTEL_ACCESS_DENIED', `your contract does not allow ${permission} for this hotel`);
  return accept({ hotel, contract });
}
