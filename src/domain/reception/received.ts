import { type EventKind, NOTICED } from '../booking/events/event.ts';

/** What is stored about who has seen a booking. */
export interface ReceivedFacts {
  revision: number;
  /** The event of this revision. Null: the revision is older than stored events. */
  event: { number: number; kind: EventKind } | null;
  /** The number of the last event for which the sequencer has written a notice. */
  sequenced: number;
  /** The newest notice of the booking. Null: the booking has no notice. */
  notice: { revision: number; acknowledgedAt: number | null; acknowledgedBy: string | null } | null;
  /**
   * The hotel system that has received the last revision of which the hotel was notified. Null: no system has received
   * it.
   */
  system: { at: number; clientId: string } | null;
  isOver: boolean;
}

export interface Received {
  /** True when somebody at the hotel has to see this revision and nobody has seen it yet. */
  needed: boolean;
  at: number | null;
  by: string | null;
}

/**
 * Whether somebody at the hotel has seen a booking. Nobody has to see a change that the hotel reported, a stay that is
 * over, or a revision that is older than the notices.
 */
export function receivedOf(facts: ReceivedFacts): Received {
  const { revision, event, notice, system } = facts;
  const isTold = event !== null && NOTICED.includes(event.kind);
  const present = isTold && notice !== null && notice.revision < revision ? null : notice;
  if (present !== null && present.acknowledgedAt !== null)
    return { needed: false, at: present.acknowledgedAt, by: present.acknowledgedBy };
  if (system !== null) return { needed: false, at: system.at, by: system.clientId };
  const isOpen = present !== null || (event !== null && event.number > facts.sequenced);
  return { needed: isTold && isOpen && !facts.isOver, at: null, by: null };
}
