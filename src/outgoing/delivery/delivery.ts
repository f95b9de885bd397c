// A delivery, its channels and its states.

import type { BookingId, ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

export const CHANNELS = ['WEBHOOK', 'HOTEL_EMAIL', 'HOTEL_MESSAGE', 'OPERATOR_EMAIL'] as const;
export type Channel = (typeof CHANNELS)[number];

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'DEAD', 'SKIPPED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event for one destination, as a sender gets it. */
export interface Delivery {
  id: number;
  channel: Channel;
  /** The id of a webhook; or the id of a hotel, a space, and an e-mail address or a phone number; or "operator". */
  destination: string;
  /** The kind of the event. */
  kind: string;
  ledgerId: LedgerId;
  hotelId: HotelId;
  /** The number of the event among the events of the hotel, and its booking. Null for hotel.updated. */
  eventNumber: number | null;
  bookingId: BookingId | null;
  /** The partner, and the number of the event among the events of the partner. Null for receptions. */
  clientId: ClientId | null;
  clientEvent: number | null;
  /** The same for every attempt: receivers recognise a repeated one by it. */
  messageId: string;
  /** Sent again, because the reception has not acknowledged the first one. */
  isReminder: boolean;
  createdAt: number;
  /** With the present one. */
  attempts: number;
}

/** `skipped`: there is nothing to send any more, for example because the webhook was deleted. */
export type SendResult =
  | { kind: 'delivered' }
  | { kind: 'failed'; error: string }
  | { kind: 'skipped'; reason: string };

/** Sends one delivery. It has a time limit of its own, and does not throw. */
export type Send = (delivery: Delivery) => Promise<SendResult>;

/** Null: this process cannot send on this channel. It takes no such delivery then. */
export type Senders = Record<Channel, Send | null>;
