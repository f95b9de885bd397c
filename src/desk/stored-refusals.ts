// Which refusals are stored with the idempotency key.

import type { RefusalCode } from '../kernel/refusal.ts';

/**
 * The refusals that depend on the stay. These refusals are stored, so that a repeated request is refused in the same
 * way. Other refusals are not stored, because the caller can fix the request or retry it.
 */
export const STORED_REFUSALS: ReadonlySet<RefusalCode> = new Set([
  'INSUFFICIENT_INVENTORY',
  'PRICE_CHANGED',
  'RESTRICTION_VIOLATED',
  'QUOTE_EXPIRED',
  'PREBOOK_EXPIRED',
  'PREBOOK_MISMATCH',
  'PREBOOK_CONSUMED',
  'PREBOOK_LIMIT_EXCEEDED',
  'BOOKING_STATE_CONFLICT',
]);
