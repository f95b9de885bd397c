import type { OfferCommand } from '../booking/command.ts';
import type { OfferDecision } from '../offers/decide-offer.ts';
import type { LoadedOffer } from './load-offers.store.ts';

export interface DecidedOffer {
  command: OfferCommand;
  decision: OfferDecision;
}

/** Changes of offers in a batch: what was loaded for them, and what they write. */
export class BatchOffers {
  private loaded = new Map<OfferCommand, LoadedOffer>();
  readonly decided: DecidedOffer[] = [];

  load(loaded: Map<OfferCommand, LoadedOffer>): void {
    this.loaded = loaded;
  }

  of(command: OfferCommand): LoadedOffer {
    const loaded = this.loaded.get(command);
    if (loaded === undefined) throw new Error(`nothing was loaded for the offer of ${command.subject}`);
    return loaded;
  }
}
