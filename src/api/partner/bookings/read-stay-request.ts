import { type Call, uuidOrNothing } from '../../../booking/call.ts';
import type { IdempotencyScope } from '../../../booking/command.ts';
import type { Guest } from '../../../booking/hold.ts';
import type { Hotel } from '../../../catalog/hotel.ts';
import { accept, type Outcome, refuse } from '../../../kernel/refusal.ts';
import { readStay, type Stay } from '../../../kernel/stay.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readGuest } from './read-guest.ts';

interface StayRequestBody {
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  checkIn: string;
  checkOut: string;
  guestName: string;
  guestPhone: string;
  guestEmail?: string;
}

export interface StayRequest {
  hotel: Hotel;
  guest: Guest;
  idempotency: IdempotencyScope | null;
  about: { clientId: string; roomTypeId: string; ratePlanId: string; stay: Stay };
}

/** What prebook and bookings share, read from the shape alone: nothing here depends on time, price or contract. */
export function readStayRequest(
  snapshot: Snapshot,
  call: Call,
  operation: string,
  body: StayRequestBody,
): Outcome<StayRequest> {
  const stay = readStay(body.checkIn, body.checkOut);
  if (!stay.ok) return stay;
  const guest = readGuest(body);
  if (!guest.ok) return guest;
  const idempotency = readIdempotencyKey(call.idempotencyKey, operation, body);
  if (!idempotency.ok) return idempotency;
  const hotel = snapshot.findHotel(body.hotelId);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'there is no such hotel');
  return accept({
    hotel,
    guest: guest.value,
    idempotency: idempotency.value,
    about: {
      clientId: call.caller.client.id,
      roomTypeId: uuidOrNothing(body.roomTypeId),
      ratePlanId: uuidOrNothing(body.ratePlanId),
      stay: stay.value,
    },
  });
}
