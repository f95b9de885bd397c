import type { ClientId, LedgerId } from '../kernel/ids.ts';
/** A partner: one caller, one ledger, one set of contracts. */
export interface Client {
  id: ClientId;
  /** The name that the partner sends in X-Client-Id. */
  publicId: string;
  name: string;
  ledgerId: LedgerId;
  lockNumber: number;
  /** Whose contracts apply: its own, or those of the client it shares them with. */
  contractHolderId: ClientId;
  /** Null: the service's usual limit. */
  rateLimitPerMinute: number | null;
  /** When its sandbox ledger was last put back to the demo state: what was promised before is void. */
  resetAt: number | null;
}

export interface StoredKey {
  id: string;
  clientId: ClientId;
  hash: Buffer;
  expiresAt: number | null;
  revoked: boolean;
}
