import { isSameParty } from '../kernel/stay.ts';
import type { PriceAlert } from '../pricing/price-alert.ts';
import { type StayIdentity, stayKey } from '../pricing/quote.ts';

/** A guest of a client, and the stay that they want. */
export type AlertIdentity = StayIdentity & Pick<PriceAlert, 'guestPhone'>;

/** Price alerts of a batch: as loaded, and as the batch changes them. */
export class BatchAlerts {
  private readonly known = new Map<string, PriceAlert[]>();
  readonly added = new Map<string, PriceAlert>();
  /** Alerts of guests who have booked. They are deleted before `added` is written. */
  readonly ended = new Map<string, AlertIdentity>();

  load(alert: PriceAlert): void {
    const others = this.of(alert).filter(
      (one) => !isSameParty(one.party, alert.party) || one.currency !== alert.currency,
    );
    this.known.set(alertKey(alert), [...others, alert]);
  }

  of(identity: AlertIdentity): PriceAlert[] {
    return this.known.get(alertKey(identity)) ?? [];
  }

  tell(alert: PriceAlert): void {
    this.load(alert);
    const { rooms, adults, children } = alert.party;
    this.added.set(`${alertKey(alert)}/${rooms}/${adults}/${children}/${alert.currency}`, alert);
  }

  end(identity: AlertIdentity): void {
    const key = alertKey(identity);
    if (!this.known.delete(key)) return;
    for (const [name, alert] of this.added) if (alertKey(alert) === key) this.added.delete(name);
    this.ended.set(key, identity);
  }

  get hasChanges(): boolean {
    return this.added.size + this.ended.size > 0;
  }
}

function alertKey(of: AlertIdentity): string {
  return `${stayKey(of)}/${of.guestPhone}`;
}
