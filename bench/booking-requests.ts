import { randomUUID } from 'node:crypto';
import { postRequest } from './requests.ts';
import type { Credentials } from './support.ts';
import type { BookableStay } from './world.store.ts';

export function bookingRequest(caller: Credentials, stay: BookableStay, reference: string): Buffer {
  const guest = { guestName: 'زينب الكربلائي', guestPhone: '+9647701234567' };
  const headers = { ...caller, 'Idempotency-Key': randomUUID() };
  return postRequest('/v1/bookings', headers, { ...stay, ...guest, channelReference: reference });
}
