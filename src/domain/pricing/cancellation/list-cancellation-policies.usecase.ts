// Lists the cancellation policies of a partner's hotels.

import type { Reads } from '../../../context.ts';
import type { Hotel } from '../../catalog/hotel.ts';
import type { Caller } from '../../partners/authenticate.ts';
import type { CancellationPolicy } from './cancellation-policy.ts';

export interface HotelPolicy {
  hotel: Hotel;
  policy: CancellationPolicy;
}

/** Returns the active policies of every hotel that the caller may see. */
export function listCancellationPolicies(context: Reads, caller: Caller): HotelPolicy[] {
  const { snapshot } = context;
  return snapshot.portfolioOf(caller.client, context.today()).hotels.flatMap(({ hotel }) =>
    [...snapshot.policies.in(hotel.id)]
      .filter((policy) => policy.active)
      .sort((one, other) => (one.nameEn < other.nameEn ? -1 : 1))
      .map((policy) => ({ hotel, policy })),
  );
}
