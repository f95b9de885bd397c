/** A partner: one caller, one ledger, one set of contracts. */
export interface Client {
  id: string;
  clientId: string;
  name: string;
  ledgerId: number;
  lockNumber: number;
  /** Whose contracts apply: its own, or those of the client it shares them with. */
  contractHolderId: string;
  /** Null: the service's usual limit. */
  rateLimitPerMinute: number | null;
  /** When its sandbox ledger was last put back to the demo state: what was promised before is void. */
  resetAt: number | null;
}

export interface StoredKey {
  id: string;
  clientId: string;
  hash: Buffer;
  expiresAt: number | null;
  revoked: boolean;
}
