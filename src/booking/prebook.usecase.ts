import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { readStay } from '../kernel/stay.ts';
import { randomText } from '../partners/api-key.ts';
import { type Call, commandParts, uuidOrNothing } from './call.ts';
import type { Answer } from './command.ts';
import { readIdempotencyKey } from './idempotency.ts';
import type { PrebookBody } from './prebook.schema.ts';
import { readGuest } from './read-guest.ts';

const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_LENGTH = 24;

/** Checks the shape and takes a place in the queue, in one go: nothing is awaited before the desk has the command. */
export function prebook(context: Context, call: Call, body: PrebookBody): Outcome<Promise<Answer>> {
  const stay = readStay(body.checkIn, body.checkOut);
  if (!stay.ok) return stay;
  const guest = readGuest(body);
  if (!guest.ok) return guest;
  const idempotency = readIdempotencyKey(call.idempotencyKey, 'prebook', body);
  if (!idempotency.ok) return idempotency;
  const hotel = context.snapshot.findHotel(body.hotelId);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'there is no such hotel');
  const { client } = call.caller;
  const about = {
    clientId: client.id,
    roomTypeId: uuidOrNothing(body.roomTypeId),
    ratePlanId: uuidOrNothing(body.ratePlanId),
    stay: stay.value,
  };
  return accept(
    context.submit({
      kind: 'hold',
      ...commandParts(call, hotel),
      idempotency: idempotency.value,
      roomTypeId: about.roomTypeId,
      ratePlanId: about.ratePlanId,
      quotes: context.quoteBook.find(about, context.now().getTime()),
      request: {
        holdId: randomUUID(),
        token: `pb_${randomText(TOKEN_LENGTH, TOKEN_ALPHABET, context.random)}`,
        ledgerId: client.ledgerId,
        clientId: client.id,
        hotelId: hotel.id,
        stay: stay.value,
        rooms: body.roomsCount ?? null,
        adults: body.adults ?? null,
        children: body.children ?? null,
        currency: body.currency ?? null,
        guest: guest.value,
      },
    }),
  );
}
