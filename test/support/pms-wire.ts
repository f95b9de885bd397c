import type { Books, ReservationEvent } from './pms-books.ts';

/** Sends a request of the hotel system. Throws when no response arrives. */
export type Wire = (method: 'GET' | 'POST', path: string, body?: object) => Promise<WireResponse>;
export interface WireResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are read from outside, as a hotel system does.
  body: any;
}

/** The line to the channel is down. The system goes on without it and tries again later. */
export class LineDown extends Error {}
/** The program ended at this moment. What it had not stored is lost. */
export class Crash extends Error {}

/** Moments at which a program may end. */
export type Moment = 'page read' | 'page stored' | 'message sent' | 'step sent';

export interface PmsOptions {
  hotelId: string;
  wire: Wire;
  clock: () => Date;
  /** What an earlier run of the program stored. */
  stored?: string;
  /** Whether the program ends at this moment. */
  endsAt?: (moment: Moment) => boolean;
  /** For a control: the system takes this event as read and does not enter it. */
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
  /** What was last set per product, night and field. */
  offers: Record<string, unknown>;
  /** Nights whose count was changed and not pushed yet. */
  changed: string[];
  messages: Message[];
  steps: Step[];
  lastSentAt: number;
  lastMessage: number;
}
