import type { Hotel } from '../catalog/hotel.ts';
import type { FieldProblem } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';

/** What a command takes from the request that brought it, beside its body. */
export interface Call {
  caller: Caller;
  requestId: string;
  warnings: FieldProblem[] | null;
  idempotencyKey: string | string[] | undefined;
}

const NOTHING = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An identifier that cannot be one becomes that of nothing: it is looked for like any other, and not found. */
export function uuidOrNothing(text: string): string {
  const lower = text.toLowerCase();
  return UUID.test(lower) ? lower : NOTHING;
}

/** The parts that every partner's command shares. */
export function commandParts(call: Call, hotel: Hotel) {
  const { client } = call.caller;
  return {
    place: { ledgerId: client.ledgerId, hotelId: hotel.id, hotelLockNumber: hotel.lockNumber },
    client: {
      id: client.id,
      name: client.clientId,
      contractHolderId: client.contractHolderId,
      lockNumber: client.lockNumber,
      resetAt: client.resetAt,
    },
    requestId: call.requestId,
    warnings: call.warnings,
  };
}
