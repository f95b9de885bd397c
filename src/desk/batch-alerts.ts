import type { PriceAlert } from '../domain/pricing/price-alert.ts';
import { type StayIdentity, stayKey } from '../domain/pricing/quote.ts';
import { isSameParty } from '../kernel/stay.ts';

/** Identifies a guest of a client, and the stay that the guest wants. */
export interface AlertIdentity {
  stay: StayIdentity;
  guestPhone: string;
}

/** The price alerts that a batch has loaded, and the alerts that the batch adds and deletes. */
export class BatchAlerts {
  private readonly known = new Map<string, PriceAlert[]>();
  readonly added = new Map<string, PriceAlert>();
  /** The alerts of guests who have booked, which are deleted before `added` is written. */
  readonly ended = new Map<string, AlertIdentity>();

  load(alert: PriceAlert): void {
    const key = alertKey(alert, alert.guestPhone);
    const others = (this.known.get(key) ?? []).filter(
      (one) => !isSameParty(one.party, alert.party) || one.currency !== alert.currency,
    );
    this.known.set(key, [...others, alert]);
  }

  of(stay: StayIdentity, guestPhone: string): PriceAlert[] {
    return this.known.get(alertKey(stay, guestPhone)) ?? [];
  }

  tell(alert: PriceAlert): void {
    this.load(alert);
    const { rooms, adults, children } = alert.party;
    this.added.set(
      `${alertKey(alert, alert.guestPhone)}/${rooms}/${adults}/${children}/${alert.currency}`,
      alert,
    );
  }

  end(stay: StayIdentity, guestPhone: string): void {
    const key = alertKey(stay, guestPhone);
    if (!this.known.delete(key)) return;
    for (const [name, alert] of this.added)
      if (alertKey(alert, alert.guestPhone) === key) this.added.delete(name);
    this.ended.set(key, { stay, guestPhone });
  }

  get hasChanges(): boolean {
    return this.added.size + this.ended.size > 0;
  }
}

function alertKey(stay: StayIdentity, guestPhone: string): string {
  return `${stayKey(stay)}/${guestPhone}`;
}
