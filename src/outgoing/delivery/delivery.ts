// A delivery, its channels and its states.

import type { BookingId, ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

export const CHANNELS = ['WEBHOOK', 'HOTEL_EMAIL', 'HOTEL_MESSAGE', 'OPERATOR_EMAIL'] as const;
export type Channel = (typeof CHANNELS)[number];

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'DEAD', 'SKIPPED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event for one destination, in the form that a sender gets. */
export interface Delivery {
  id: number;
  channel: Channel;
  /** The id of a webhook; or the id of a hotel, a space, and an e-mail address or phone number; or "operator". */
  destination: string;
  /** The kind of the event. */
  kind: string;
  ledgerId: LedgerId;
  hotelId: HotelId;
  /** The number of the event among the hotel's events, and the booking of the event. Null for hotel.updated. */
  eventNumber: number | null;
  bookingId: BookingId | null;
  /** The partner, and the number of the event among the partner's events. Null for receptions. */
  clientId: ClientId | null;
  clientEvent: number | null;
  /** The same for every attempt, so that receivers recognise a repeated message. */
  messageId: string;
  /** Whether this repeats a message that the reception has not acknowledged. */
  isReminder: boolean;
  createdAt: number;
  /** The number of attempts, including the current one. */
  attempts: number;
}

/** `skipped` means that nothing is left to send, for example because the webhook was deleted. */
export type SendResult =
  | { kind: 'delivered' }
  | { kind: 'failed'; error: string }
  | { kind: 'skipped'; reason: string };

/** Sends one delivery. The sender has a separate time limit, and does not throw. */
export type Send = (delivery: Delivery) => Promise<SendResult>;

/** Null when this process cannot send on a channel. It then takes no deliveries of that channel. */
export type Senders = Record<Channel, Send | null>;
