// Reads the party of a request. Missing fields become null.

import type { AskedParty } from '../../kernel/stay.ts';

export function askedParty(body: { roomsCount?: number; adults?: number; children?: number }): AskedParty {
  return { rooms: body.roomsCount ?? null, adults: body.adults ?? null, children: body.children ?? null };
}
