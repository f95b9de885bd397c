import { recall, remember } from '../browser/storage.ts';
import { storedObject } from '../browser/stored-object.ts';

/** The response fields whose values later requests need. For each field: the parameter that takes its value. */
const NAMES: Record<string, string> = {
  booking_id: 'bookingId',
  prebook_token: 'token',
  webhook_id: 'webhookId',
};

interface Remembered {
  /** The client that the values belong to. Another client has other bookings. */
  clientId: string;
  values: Record<string, string>;
}

/**
 * Values from earlier responses to this client. The key of each value is the name of the parameter that takes the
 * value.
 */
export function rememberedValues(clientId: string | undefined): Record<string, string> {
  const kept = storedObject(recall('values')) as Remembered | null;
  return kept !== null && kept.clientId === clientId ? kept.values : {};
}

/**
 * Stores the booking id, the token of the hold and the webhook id that a response contains. Each value replaces the
 * earlier value of its kind.
 */
export function rememberValues(clientId: string, data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  const found = Object.entries(NAMES).flatMap(([field, parameter]) => {
    const value = (data as Record<string, unknown>)[field];
    return typeof value === 'string' ? [[parameter, value] as const] : [];
  });
  keep(clientId, Object.fromEntries(found));
}

/** Stores a room type and a rate plan of the reader's private hotel. */
export function rememberOwnStay(clientId: string, stay: { roomTypeId: string; ratePlanId: string }): void {
  keep(clientId, stay);
}

function keep(clientId: string, some: Record<string, string>): void {
  if (Object.keys(some).length === 0) return;
  const values = { ...rememberedValues(clientId), ...some };
  remember('values', JSON.stringify({ clientId, values } satisfies Remembered));
}
