import type { AriCommand, OfferCommand } from '../domain/booking/command.ts';
import type { ExecutedPart } from '../domain/offers/ari/execute-ari.ts';
import type { LoadedMessage } from '../domain/offers/ari/loaded-message.ts';
import type { Mark } from '../domain/offers/ari/part-state.ts';
import type { OfferDecision } from '../domain/offers/decide-offer.ts';
import type { OfferState } from '../domain/offers/offer-draft.ts';

/** A change by an operator, or one part of a supplier's message. */
export type DecidedOffer = OperatorsOffer | ExecutedPart;

export interface OperatorsOffer {
  command: OfferCommand;
  decision: OfferDecision;
}

/**
 * The state of a hotel's offer before a batch changes it. The state does not contain the current day, because the day
 * is not known when the state is loaded.
 */
export type LoadedOffer = Omit<OfferState, 'today'>;

/** The data that was loaded for the changes of offers in a batch. */
export interface LoadedOffers {
  offers: Map<OfferCommand, LoadedOffer>;
  messages: Map<AriCommand, LoadedMessage>;
  /** The codes for the audit. They are loaded only for messages that a person has sent. */
  names: Map<AriCommand, OfferNames>;
}

/** The codes of room types and rate plans. */
export type OfferNames = Pick<LoadedOffer, 'roomTypes' | 'plans'>;

/** The changes of offers in a batch: the data that was loaded, and the decisions that will be written. */
export class BatchOffers {
  private loaded: LoadedOffers = { offers: new Map(), messages: new Map(), names: new Map() };
  readonly decided: DecidedOffer[] = [];

  load(loaded: LoadedOffers): void {
    this.loaded = loaded;
  }

  of(command: OfferCommand): LoadedOffer {
    return found(this.loaded.offers.get(command), command);
  }

  messageOf(command: AriCommand): LoadedMessage {
    return found(this.loaded.messages.get(command), command);
  }

  namesOf(command: AriCommand): OfferNames {
    return found(this.loaded.names.get(command), command);
  }
}

function found<Loaded>(loaded: Loaded | undefined, { subject }: OfferCommand | AriCommand): Loaded {
  if (loaded === undefined) throw new Error(`nothing was loaded for the offer of ${subject}`);
  return loaded;
}

export function isPart(offer: DecidedOffer): offer is ExecutedPart {
  return offer.command.kind === 'ari';
}

/**
 * Returns a mark for each day that an operator's change writes. The marks do not change the times at which suppliers
 * sent their fields.
 */
export function marksOf({ decision: { nights, prices } }: OperatorsOffer): Mark[] {
  return [
    ...nights.map(({ roomTypeId, day }) => ({ productId: roomTypeId, day, sent: null })),
    ...prices.map(({ ratePlanId, day }) => ({ productId: ratePlanId, day, sent: null })),
  ];
}
