import type { Writes } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { FinalResponse } from './command.ts';
import { findHold } from './holds.store.ts';

/**
 * Sends the release of a hold to the desk. The request does not contain the hotel of the hold, so one indexed read
 * finds the hold first.
 */
export async function releasePrebook(
  context: Writes,
  call: Call,
  token: string,
): Promise<Outcome<Promise<FinalResponse>>> {
  const hold = await findHold(context.pool, call.caller.client.id, token);
  const hotel = hold === null ? null : context.snapshot.findHotel(hold.hotelId);
  if (hotel === null) return refuse('PREBOOK_NOT_FOUND', 'prebook hold not found');
  return accept(context.submit({ kind: 'release', ...commandParts(call, hotel, 'release'), token }));
}
