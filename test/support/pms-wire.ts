import type { Books, ReservationEvent } from './pms-books.ts';

/** Sends a request of the hotel system. Throws when no response arrives. */
export type Wire = (method: 'GET' | 'POST', path: string, body?: object) => Promise<WireResponse>;
export interface WireResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are read from outside, as a hotel system does.
  body: any;
}

/** The connection to the channel is down. The system continues offline and retries later. */
export class LineDown extends Error {}
/** The program ended at this moment and loses what it had not stored. */
export class Crash extends Error {}

/** Moments at which a program may end. */
export type Moment = 'page read' | 'page stored' | 'message sent' | 'step sent';

export interface PmsOptions {
  hotelId: string;
  wire: Wire;
  clock: () => Date;
  /** What an earlier run of the program stored. */
  stored?: string;
  /** Returns whether the program ends at this moment. */
  endsAt?: (moment: Moment) => boolean;
  /** For a control test: the system marks this event as read but does not store it. */
  loses?: (event: ReservationEvent) => boolean;
}

export interface Update {
  roomType: string;
  ratePlan?: string;
  from: string;
  to: string;
  set: Record<string, unknown>;
}
export interface Message {
  messageId: string;
  sentAt: string;
  seenEvent?: number;
  updates: (Update & { ref: string })[];
}
export interface Step {
  bookingId: string;
  name: 'check-in' | 'check-out' | 'no-show' | 'cannot-honour';
  body: object;
}

/** Everything that survives the end of the program. */
export interface Stored {
  books: Books;
  /** The last value per product, night and field. */
  offers: Record<string, unknown>;
  /** Nights whose number of rooms has changed and was not pushed yet. */
  changed: string[];
  messages: Message[];
  steps: Step[];
  lastSentAt: number;
  lastMessage: number;
}
