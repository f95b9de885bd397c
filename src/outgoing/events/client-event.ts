import { EVENT_KINDS, type StoredEvent } from '../../domain/booking/events/event.ts';
import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

/** The kinds of events that partners receive. */
export const CLIENT_EVENT_KINDS = [...EVENT_KINDS, 'hotel.updated'] as const;
export type ClientEventKind = (typeof CLIENT_EVENT_KINDS)[number];

/** An event in a partner's list. The sequencer gives the events of each partner the numbers 1, 2, 3 … */
export interface ClientEvent {
  clientId: ClientId;
  number: number;
  /** A uuid with which receivers recognise a repeated event. */
  id: string;
  at: number;
  kind: ClientEventKind;
  ledgerId: LedgerId;
  hotelId: HotelId;
  /** The hotel's event. Null for hotel.updated. */
  event: StoredEvent | null;
}

/** Returns the id of an event as partners see it, in responses and in the header webhook-id. */
export function publicEventId(id: string): string {
  return `evt_${id.replaceAll('-', '')}`;
}
