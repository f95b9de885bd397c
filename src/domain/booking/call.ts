import type { FieldProblem } from '../../kernel/refusal.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { Caller } from '../partners/authenticate.ts';

/** The sender of a request, and the values of the request that are needed to send the response or to replay it. */
export interface Call {
  caller: Caller;
  requestId: string;
  /** The ignored fields of the request, each with the reason. */
  warnings: FieldProblem[] | null;
  idempotency: IdempotencyKey | null;
}

export interface IdempotencyKey {
  key: string;
  /** The hash of the parsed body with sorted keys. Equal JSON therefore gives an equal hash. */
  requestHash: string;
}

/**
 * Builds the fields that all commands from callers have in common. An idempotency key is valid for one operation only.
 */
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
