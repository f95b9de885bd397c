// Writes and reads the lines with which a process records its responses, in its memory and in its journal.

import {
  type Command,
  type CommittedBatch,
  type FinalResponse,
  requestIdOf,
  tellsChange,
} from '../../domain/booking/command.ts';

/**
 * The commands whose response contains everything about the booking. The line of any other command consists of the head
 * and has no body.
 */
const TELLS_BOOKING: ReadonlySet<Command['kind']> = new Set(['book', 'modify', 'cancel', 'reception']);

/**
 * The head of a line: the facts about the command. After the head, the line contains a tab and the body of the response
 * as it was sent.
 */
export interface AnsweredHead {
  at: string;
  kind: Command['kind'];
  ledger: number;
  hotel: string;
  batch: CommittedBatch | null;
  request: string;
  client?: string;
  clientName?: string;
  operation?: string;
  key?: string;
  /** The id of a hotel system's message. */
  message?: string;
  /** The operator of a change of an offer. */
  who?: string;
}

/**
 * Returns null if the response reports no change. A repeated response is recorded although its batch is not known,
 * because the first response may not have reached the caller.
 */
export function lineOf(command: Command, response: FinalResponse, now: number): string | null {
  const { kind, hotelLedger, idempotency } = command;
  const tellsBooking = TELLS_BOOKING.has(kind);
  const isTold = tellsBooking && response.status < 400 && tellsChange(command);
  if (response.batch === undefined && !isTold) return null;
  const head: AnsweredHead = {
    at: new Date(now).toISOString(),
    kind,
    ledger: hotelLedger.ledgerId,
    hotel: hotelLedger.hotelId,
    batch: response.batch ?? null,
    request: requestIdOf(command),
  };
  if ('client' in command) {
    head.client = command.client.id;
    head.clientName = command.client.name;
  }
  if (idempotency !== null) {
    head.operation = idempotency.operation;
    head.key = idempotency.key;
  }
  if (command.kind === 'ari') head.message = command.message.messageId;
  if (command.kind === 'offer') head.who = command.who;
  return `${JSON.stringify(head)}\t${tellsBooking ? response.body : ''}`;
}

/** Returns null if the text is incomplete, or if it is not a line of a response. */
export function headOf(line: string): AnsweredHead | null {
  const end = line.indexOf('\t');
  if (end < 0) return null;
  try {
    return JSON.parse(line.slice(0, end)) as AnsweredHead;
  } catch {
    return null;
  }
}
