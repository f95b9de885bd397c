// A partner requests a hold. The use case sends a command to the desk.

import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { type HoldId, orderedId } from '../../kernel/ids.ts';
import { randomText } from '../../kernel/random-text.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { FinalResponse } from './command.ts';
import type { HoldRequest } from './decide-hold.ts';

const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_LENGTH = 24;

/** The content of a partner's prebook request. */
export interface HoldOrder
  extends Omit<HoldRequest, 'holdId' | 'token' | 'ledgerId' | 'clientId' | 'hotelId'> {
  /** The hotel's uuid or public id. */
  hotelReference: string;
}

/** Puts the command into the queue without waiting for anything first. */
export function prebook(
  context: Pick<Context, 'snapshot' | 'submit' | 'random'>,
  call: Call,
  { hotelReference, ...order }: HoldOrder,
): Outcome<Promise<FinalResponse>> {
  const hotel = context.snapshot.findHotel(hotelReference);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'hotel not found');
  const { id: clientId, ledgerId } = call.caller.client;
  const token = `pb_${randomText(TOKEN_LENGTH, TOKEN_ALPHABET, context.random)}`;
  const request = {
    ...order,
    holdId: orderedId<HoldId>(Date.now(), randomUUID()),
    token,
    ledgerId,
    clientId,
    hotelId: hotel.id,
  };
  return accept(
    context.submit({
      kind: 'hold',
      ...commandParts(call, hotel, 'prebook'),
      request,
    }),
  );
}
