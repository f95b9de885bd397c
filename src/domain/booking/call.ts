import type { FieldProblem } from '../../kernel/refusal.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { Caller } from '../partners/authenticate.ts';

/** Who sends a command, and what its response must include. */
export interface Call {
  caller: Caller;
  requestId: string;
  /** Fields of the request that were ignored. */
  warnings: FieldProblem[] | null;
  idempotency: IdempotencyKey | null;
}

export interface IdempotencyKey {
  key: string;
  /** Hash of the parsed body with sorted keys: equal JSON gives an equal hash. */
  requestHash: string;
}

/** The parts that all commands of partners share. An idempotency key counts per operation. */
export function commandParts(
  { caller, requestId, warnings, idempotency }: Call,
  hotel: Hotel,
  operation: string,
) {
  const { client, person, staffId } = caller;
  return {
    hotelLedger: { ledgerId: client.ledgerId, hotelId: hotel.id, hotelLockNumber: hotel.lockNumber },
    client: {
      id: client.id,
      name: client.publicId,
      ...(person !== undefined && { person }),
      ...(staffId !== undefined && { staffId }),
      contractHolderId: client.contractHolderId,
      lockNumber: client.lockNumber,
      resetAt: client.resetAt,
    },
    requestId,
    warnings,
    idempotency: idempotency === null ? null : { operation, ...idempotency },
  };
}
