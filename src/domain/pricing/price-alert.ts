import type { HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import { isSameParty, type Party } from '../../kernel/stay.ts';
import type { StayIdentity } from './quote.ts';

/**
 * Quotes live no longer than this. So after this time, all quotes from before the alert have expired, and the alert has
 * no effect.
 */
export const ALERT_MINUTES = 30;

/** A guest was told that the price of a stay has changed. */
export interface PriceAlert extends StayIdentity {
  ledgerId: LedgerId;
  hotelId: HotelId;
  guestPhone: string;
  party: Party;
  currency: Currency;
  /** Milliseconds since the epoch, by the database's clock. */
  at: number;
}

/** When this guest was last told about a change for this party and currency. Null: never. */
export function alertedAt(alerts: readonly PriceAlert[], party: Party, currency: Currency): number | null {
  const alert = alerts.find((one) => isSameParty(one.party, party) && one.currency === currency);
  return alert?.at ?? null;
}
