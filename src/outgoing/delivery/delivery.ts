// A delivery, its channels and its states.

import type { BookingId, ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

export const CHANNELS = ['WEBHOOK', 'HOTEL_EMAIL', 'HOTEL_MESSAGE', 'OPERATOR_EMAIL'] as const;
export type Channel = (typeof CHANNELS)[number];

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'DEAD', 'SKIPPED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery is one event for one destination. A sender receives this object. */
export interface Delivery {
  id: number;
  channel: Channel;
  /**
   * For a webhook, the id of the webhook. For a reception, the id of the hotel, a space, and an e-mail address or
   * telephone number. For the operator, the word "operator".
   */
  destination: string;
  /** The kind of the event. */
  kind: string;
  ledgerId: LedgerId;
  hotelId: HotelId;
  /** The event's number in the list of the hotel, and the booking of the event. Both are null for hotel.updated. */
  eventNumber: number | null;
  bookingId: BookingId | null;
  /** The partner, and the event's number in the list of the partner. Both are null for messages to receptions. */
  clientId: ClientId | null;
  clientEvent: number | null;
  /** Every attempt of a delivery uses the same id, so that the receiver recognises a repeated message. */
  messageId: string;
  /** True when this delivery reminds a reception of a notice that the reception has not acknowledged. */
  isReminder: boolean;
  createdAt: number;
  /** The number of attempts, including the current one. */
  attempts: number;
}

/** `skipped` means that there is nothing to send any more, for example because the webhook was deleted. */
export type SendResult =
  | { kind: 'delivered' }
  | { kind: 'failed'; error: string }
  | { kind: 'skipped'; reason: string };

/** Sends one delivery. Each sender has its own time limit and does not throw an error. */
export type Send = (delivery: Delivery) => Promise<SendResult>;

/**
 * The sender of a channel is null when this process cannot send on this channel. The process then claims no deliveries
 * of that channel.
 */
export type Senders = Record<Channel, Send | null>;
