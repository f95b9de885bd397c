import { recall, remember } from '../browser/storage.ts';
import { storedObject } from '../browser/stored-object.ts';

/** Response fields whose values later requests need, and the parameter that takes each value. */
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

/** Values of earlier responses to this client, by the name of the parameter that takes them. */
export function rememberedValues(clientId: string | undefined): Record<string, string> {
  const kept = storedObject(recall('values')) as Remembered | null;
  return kept !== null && kept.clientId === clientId ? kept.values : {};
}

/** Stores the ids in a response. Only the last booking, hold and webhook are kept. */
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
