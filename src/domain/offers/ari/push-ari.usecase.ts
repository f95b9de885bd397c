// Receives a message of a hotel system, resolves and checks the message, and sends it to the desk.

import type { Memory, Writes } from '../../../context.ts';
import { type Day, formatDay } from '../../../kernel/day.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { type Call, commandParts } from '../../booking/call.ts';
import type { AriCommand, FinalResponse } from '../../booking/command.ts';
import type { Hotel } from '../../catalog/hotel.ts';
import { suppliedHotel } from '../../partners/supplied-hotel.ts';
import { type MessageResult, messageResult } from './ari-results.ts';
import type { AriResponse, Message, ResolvedMessage } from './message.ts';
import { countDays, resolveMessage } from './resolve-message.ts';
import { firstUnseen } from './seen-cells.ts';

export const UPDATES_LIMIT = 10_000;
export const CELLS_LIMIT = 200_000;
/**
 * The maximum number of days in an atomic message. An atomic message has only one part, so a booking of the same hotel
 * must wait until the whole message is executed.
 */
export const ATOMIC_CELLS_LIMIT = 2_000;

/** The result of a message, or the final response if the message is refused. */
export type Pushed =
  | {
      kind: 'result';
      hotel: Hotel;
      result: MessageResult;
      decided: AriResponse;
      resolved: ResolvedMessage;
      replayed: boolean;
    }
  | { kind: 'refused'; response: FinalResponse };

/**
 * Sends a supplier's message to the desk. The desk executes the message and the hotel's bookings in the order of their
 * arrival.
 */
export function pushAri(
  context: Writes & Memory,
  call: Call,
  reference: string,
  message: Message,
): Outcome<Promise<Pushed>> {
  const { snapshot } = context;
  const hotel = suppliedHotel(snapshot, call.caller.client, reference);
  if (!hotel.ok) return hotel;
  // Check the number of days before any code loops over the days.
  const problem = cellsProblem(message);
  if (problem !== null) return refuseInput([problem]);
  const { id, publicId } = hotel.value;
  const catalogue = { roomTypes: snapshot.roomTypes.in(id), plans: snapshot.ratePlans.in(id) };
  const resolved = resolveMessage(message, catalogue, context.today());
  const unseen = message.seen === null ? null : firstUnseen(resolved, context.today());
  if (unseen !== null) return refuseInput([notSeen(unseen)]);
  const command: AriCommand = {
    kind: 'ari',
    ...commandParts(call, hotel.value, 'ari'),
    idempotency: null,
    subject: publicId,
    message: resolved,
  };
  const refs = message.updates.map(({ ref }) => ref);
  return accept(submit(context, command, hotel.value, refs));
}

function notSeen({ productId, day }: { productId: string; day: Day }) {
  const cell = `${productId} on ${formatDay(day)}`;
  return {
    field: 'seen',
    code: 'REQUIRED' as const,
    message: `seen must have every day that the updates change; ${cell} is missing`,
  };
}

/** Returns a problem if the updates have too many days. Otherwise returns null. */
export function cellsProblem({
  updates,
  isAtomic,
}: Pick<Message, 'updates' | 'isAtomic'>): FieldProblem | null {
  const cells = updates.reduce((sum, update) => sum + ('problems' in update ? 0 : countDays(update)), 0);
  const limit = isAtomic ? ATOMIC_CELLS_LIMIT : CELLS_LIMIT;
  if (cells <= limit) return null;
  const kind = isAtomic ? 'an atomic message' : 'a message';
  return {
    field: 'updates',
    code: 'TOO_LARGE',
    message: `updates must have at most ${limit} days in ${kind}, all updates together; these have ${cells}`,
  };
}

async function submit(
  context: Writes & Memory,
  command: AriCommand,
  hotel: Hotel,
  refs: string[],
): Promise<Pushed> {
  const response = await context.submit(command);
  if (response.status !== 200) return { kind: 'refused', response };
  const decided = JSON.parse(response.body) as AriResponse;
  const result = messageResult(refs, decided);
  context.ring();
  // Wait until this node has read the changes from the database, so that the response to the sender's next request to
  // this node contains them. Other nodes read the changes within 100 ms.
  await context.feed.catchUp().catch(() => {});
  return { kind: 'result', hotel, result, decided, resolved: command.message, replayed: response.replayed };
}
