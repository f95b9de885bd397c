import { EVENT_KINDS, type StoredEvent } from '../../domain/booking/events/event.ts';
import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

/** The kinds of events that a partner gets. */
export const CLIENT_EVENT_KINDS = [...EVENT_KINDS, 'hotel.updated'] as const;
export type ClientEventKind = (typeof CLIENT_EVENT_KINDS)[number];

/** An event of a partner. The sequencer numbers the events of each partner: 1, 2, 3 … */
export interface ClientEvent {
  clientId: ClientId;
  number: number;
  /** A uuid. Receivers recognise a repeated event by it. */
  id: string;
  at: number;
  kind: ClientEventKind;
  ledgerId: LedgerId;
  hotelId: HotelId;
  /** The event of the hotel. Null for hotel.updated. */
  event: StoredEvent | null;
}

/** The id of an event as partners see it, in responses and in the header webhook-id. */
export function publicEventId(id: string): string {
  return `evt_${id.replaceAll('-', '')}`;
}
