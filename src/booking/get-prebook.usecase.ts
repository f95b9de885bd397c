import { holdView } from '../api/partner/bookings/booking.view.ts';
import type { Context } from '../boot/context.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { findHold } from './holds.store.ts';

export async function getPrebook(context: Context, caller: Caller, token: string): Promise<Outcome<object>> {
  const hold = await findHold(context.pool, caller.client.id, token);
  if (hold === null) return refuse('PREBOOK_NOT_FOUND', 'there is no such prebook lock');
  return accept(holdView(hold, context.now().getTime()));
}
