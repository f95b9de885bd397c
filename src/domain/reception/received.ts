import { type EventKind, NOTICED } from '../booking/events/event.ts';

/** What is stored about who has seen a booking. */
export interface ReceivedFacts {
  revision: number;
  /** The event of this revision. Null: it is from before events were stored. */
  event: { number: number; kind: EventKind } | null;
  /** Up to which event the sequencer has written notices. */
  sequenced: number;
  /** The newest notice of the booking. Null: there is none. */
  notice: { revision: number; acknowledgedAt: number | null; acknowledgedBy: string | null } | null;
  /** The system of the hotel that has received the last revision that the hotel was told of. Null: none has. */
  system: { at: number; clientId: string } | null;
  isOver: boolean;
}

export interface Received {
  /** Nobody at the hotel has seen this revision, and somebody must. */
  needed: boolean;
  at: number | null;
  by: string | null;
}

/**
 * Whether somebody at the hotel has seen a booking. Nobody must see what the hotel itself has reported, a stay that is
 * over, and what is from before notices were written.
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
