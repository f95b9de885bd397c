import type { FieldProblem } from '../kernel/refusal.ts';
import type { Quote } from '../pricing/quote.ts';
import type { BookingRequest } from './decide-booking.ts';
import type { CancelRequest } from './decide-cancellation.ts';
import type { HoldRequest } from './decide-hold.ts';
import type { ModifyRequest } from './decide-modification.ts';

/** Where a command belongs: one ledger's rooms of one hotel. Everything about them is decided in arrival order. */
export interface Place {
  ledgerId: number;
  hotelId: string;
  hotelLockNumber: number;
}

export interface IdempotencyScope {
  operation: string;
  key: string;
  /** Of the parsed body, keys in order: equal JSON gives an equal hash. */
  requestHash: string;
}

interface PartnerCommand {
  place: Place;
  client: { id: string; name: string; contractHolderId: string; lockNumber: number; resetAt: number | null };
  requestId: string;
  warnings: FieldProblem[] | null;
  idempotency: IdempotencyScope | null;
}

export interface HoldCommand extends PartnerCommand {
  kind: 'hold';
  request: HoldRequest;
  roomTypeId: string;
  ratePlanId: string;
  /** Quotes that this node remembers for the stay: the newest may not have reached the database yet. */
  quotes: Quote[];
}

export interface BookCommand extends PartnerCommand {
  kind: 'book';
  request: BookingRequest;
  /** Drawn beforehand, several of them: a decision has no randomness, and one may be taken. */
  voucherSuffixes: string[];
  quotes: Quote[];
}

export interface ReleaseCommand extends PartnerCommand {
  kind: 'release';
  token: string;
}

export interface ModifyCommand extends PartnerCommand {
  kind: 'modify';
  bookingId: string;
  request: ModifyRequest;
}

export interface CancelCommand extends PartnerCommand {
  kind: 'cancel';
  bookingId: string;
  request: CancelRequest;
}

/** Nothing but what every batch does first: give back the rooms of locks that are due. */
export interface SweepCommand {
  kind: 'sweep';
  place: Place;
  idempotency: null;
}

/** Ends a stay that is over and that nobody has closed. */
export interface CloseCommand {
  kind: 'close';
  place: Place;
  idempotency: null;
  bookingId: string;
}

/** Commands and answers survive JSON, so that a gateway can forward them to the node that holds the desk. */
export type Command =
  | HoldCommand
  | BookCommand
  | ReleaseCommand
  | ModifyCommand
  | CancelCommand
  | SweepCommand
  | CloseCommand;

/** Commands that somebody waits for; the others are the service's own. */
export type CallerCommand = Exclude<Command, SweepCommand | CloseCommand>;

/** Commands that need the booking as the one before it left it. */
export type ChangeCommand = ModifyCommand | CancelCommand | CloseCommand;

export function isChange(command: Command): command is ChangeCommand {
  return command.kind === 'modify' || command.kind === 'cancel' || command.kind === 'close';
}

export function requestIdOf(command: Command): string {
  return 'requestId' in command ? command.requestId : '';
}

/** An answer in its final bytes: a replay is the same text again. */
export interface Answer {
  status: number;
  body: string;
  replayed: boolean;
  /** Set where the same request may be sent again, unchanged. */
  retryAfterSeconds?: number;
}

export function placeKey(place: Place): string {
  return `${place.ledgerId}/${place.hotelId}`;
}
