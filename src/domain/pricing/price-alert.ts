import type { HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import { isSameParty, type Party } from '../../kernel/stay.ts';
import type { StayIdentity } from './quote.ts';

/**
 * An alert has no effect after this number of minutes. No quote is valid for a longer time, so by then all quotes that
 * are older than the alert have expired.
 */
export const ALERT_MINUTES = 30;

/** Records that a response has reported a price change of a stay to the partner of this guest. */
export interface PriceAlert extends StayIdentity {
  ledgerId: LedgerId;
  hotelId: HotelId;
  guestPhone: string;
  party: Party;
  currency: Currency;
  /** Milliseconds since 1970, by the database's clock. */
  at: number;
}

/**
 * Returns the time at which a price change for this party and currency was last reported. Null: no price change was
 * reported.
 */
export function alertedAt(alerts: readonly PriceAlert[], party: Party, currency: Currency): number | null {
  const alert = alerts.find((one) => isSameParty(one.party, party) && one.currency === currency);
  return alert?.at ?? null;
}
