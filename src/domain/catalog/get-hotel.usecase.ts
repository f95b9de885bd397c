// Reads a hotel for a partner, if the partner's contract covers the hotel.

import type { Reads } from '../../context.ts';
import type { Outcome } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { type ContractedHotel, contractedHotel } from '../partners/hotel-access.ts';

export function getHotel(context: Reads, caller: Caller, reference: string): Outcome<ContractedHotel> {
  return contractedHotel(context.snapshot, caller.client, reference, 'VIEW', context.today());
}
