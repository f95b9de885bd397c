import { type EventKind, NOTICED } from '../booking/events/event.ts';

/** The stored facts that decide whether somebody has seen a booking. */
export interface ReceivedFacts {
  revision: number;
  /** The event of this revision. Null: no event is stored for this revision, because the revision is too old. */
  event: { number: number; kind: EventKind } | null;
  /** The number of the last event that the sequencer has processed. The sequencer writes the notices of events. */
  sequenced: number;
  /** The newest notice of the booking. Null: the booking has no notice. */
  notice: { revision: number; acknowledgedAt: number | null; acknowledgedBy: string | null } | null;
  /**
   * The hotel system that has acknowledged the last revision about which the service notified the hotel. Null: no
   * system has acknowledged this revision.
   */
  system: { at: number; name: string } | null;
  isOver: boolean;
}

export interface Received {
  /** True when somebody at the hotel must see this revision and nobody has seen it yet. */
  needed: boolean;
  at: number | null;
  by: string | null;
}

/**
 * Decides whether somebody at the hotel has seen a booking. Three kinds of revisions need not be seen: a change that
 * the hotel itself has reported, a revision of a stay that is over, and an old revision for which no notice was
 * written.
 */
export function receivedOf(facts: ReceivedFacts): Received {
  const { revision, event, notice, system } = facts;
  const isTold = event !== null && NOTICED.includes(event.kind);
  const present = isTold && notice !== null && notice.revision < revision ? null : notice;
  if (present !== null && present.acknowledgedAt !== null)
    return { needed: false, at: present.acknowledgedAt, by: present.acknowledgedBy };
  if (system !== null) return { needed: false, at: system.at, by: system.name };
  const isOpen = present !== null || (event !== null && event.number > facts.sequenced);
  return { needed: isTold && isOpen && !facts.isOver, at: null, by: null };
}
