import { randomUUID } from 'node:crypto';
import type { PrebookBody } from '../api/partner/bookings/prebook.schema.ts';
import { readStayRequest } from '../api/partner/bookings/read-stay-request.ts';
import type { Context } from '../boot/context.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import { randomText } from '../partners/api-key.ts';
import { type Call, commandParts, uuidOrNothing } from './call.ts';
import type { Answer } from './command.ts';

const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_LENGTH = 24;

/** Checks the shape and takes a place in the queue, in one go: nothing is awaited before the desk has the command. */
export function prebook(context: Context, call: Call, body: PrebookBody): Outcome<Promise<Answer>> {
  const read = readStayRequest(context.snapshot, call, 'prebook', body);
  if (!read.ok) return read;
  const { hotel, guest, idempotency, about } = read.value;
  const { client } = call.caller;
  const quoteId = body.quoteId === undefined ? null : uuidOrNothing(body.quoteId);
  return accept(
    context.submit({
      kind: 'hold',
      ...commandParts(call, hotel),
      idempotency,
      roomTypeId: about.roomTypeId,
      ratePlanId: about.ratePlanId,
      quotes: context.quoteBook.find(about, context.now().getTime(), quoteId),
      request: {
        holdId: randomUUID(),
        token: `pb_${randomText(TOKEN_LENGTH, TOKEN_ALPHABET, context.random)}`,
        ledgerId: client.ledgerId,
        clientId: client.id,
        hotelId: hotel.id,
        stay: about.stay,
        asked: {
          rooms: body.roomsCount ?? null,
          adults: body.adults ?? null,
          children: body.children ?? null,
          currency: body.currency ?? null,
          quoteId,
        },
        guest,
      },
    }),
  );
}
