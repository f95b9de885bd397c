// A partner reads one of its holds.

import type { Queries } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { Hold } from './hold.ts';
import { findHold } from './holds.store.ts';

export async function getPrebook(context: Queries, caller: Caller, token: string): Promise<Outcome<Hold>> {
  const hold = await findHold(context.pool, caller.client.id, token);
  return hold === null ? refuse('PREBOOK_NOT_FOUND', 'prebook hold not found') : accept(hold);
}
