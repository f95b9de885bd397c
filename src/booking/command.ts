import type { BookingId, ClientId, HotelId, LedgerId } from '../kernel/ids.ts';
import type { FieldProblem } from '../kernel/refusal.ts';
import type { Quote } from '../pricing/quote.ts';
import type { IdempotencyKey } from './call.ts';
import type { BookingRequest } from './decide-booking.ts';
import type { CancelRequest } from './decide-cancellation.ts';
import type { HoldRequest } from './decide-hold.ts';
import type { ModifyRequest } from './decide-modification.ts';

/** One hotel's rooms in one ledger: each has a queue and a lock, and all its commands are decided in arrival order. */
export interface HotelLedger {
  ledgerId: LedgerId;
  hotelId: HotelId;
  hotelLockNumber: number;
}

export interface IdempotencyScope extends IdempotencyKey {
  operation: string;
}

interface PartnerCommand {
  hotelLedger: HotelLedger;
  client: {
    id: ClientId;
    name: string;
    contractHolderId: ClientId;
    lockNumber: number;
    resetAt: number | null;
  };
  requestId: string;
  warnings: FieldProblem[] | null;
  idempotency: IdempotencyScope | null;
}

export interface HoldCommand extends PartnerCommand {
  kind: 'hold';
  request: HoldRequest;
  /** Quotes that this node remembers for the stay: the newest may not have reached the database yet. */
  quotes: Quote[];
}

export interface BookCommand extends PartnerCommand {
  kind: 'book';
  request: BookingRequest;
  /** Drawn beforehand, because a decision has no randomness. Several, because one may be taken. */
  voucherSuffixes: string[];
  quotes: Quote[];
}

export interface ReleaseCommand extends PartnerCommand {
  kind: 'release';
  token: string;
}

export interface ModifyCommand extends PartnerCommand {
  kind: 'modify';
  bookingId: BookingId;
  request: ModifyRequest;
}

export interface CancelCommand extends PartnerCommand {
  kind: 'cancel';
  bookingId: BookingId;
  request: CancelRequest;
}

/** Does only what every batch does first: it gives back the rooms of holds that are due. */
export interface SweepCommand {
  kind: 'sweep';
  hotelLedger: HotelLedger;
  idempotency: null;
}

/** Ends a stay that is over and that nobody has closed. */
export interface CloseCommand {
  kind: 'close';
  hotelLedger: HotelLedger;
  idempotency: null;
  bookingId: BookingId;
}

/** Commands and responses survive JSON, so that a node can forward them to the node that has the desk. */
export type Command =
  | HoldCommand
  | BookCommand
  | ReleaseCommand
  | ModifyCommand
  | CancelCommand
  | SweepCommand
  | CloseCommand;

/** Commands that a partner waits for; the others are the service's own. */
export type CallerCommand = Exclude<Command, SweepCommand | CloseCommand>;

/** Commands for a stay that is not booked yet. */
export type StayCommand = HoldCommand | BookCommand;

export function isStayCommand(command: Command): command is StayCommand {
  return command.kind === 'hold' || command.kind === 'book';
}

/** Commands that need the booking as the command before left it. */
export type ChangeCommand = ModifyCommand | CancelCommand | CloseCommand;

export function isChange(command: Command): command is ChangeCommand {
  return command.kind === 'modify' || command.kind === 'cancel' || command.kind === 'close';
}

export function requestIdOf(command: Command): string {
  return 'requestId' in command ? command.requestId : '';
}

export function hotelLedgerKey({ ledgerId, hotelId }: HotelLedger): string {
  return `${ledgerId}/${hotelId}`;
}

/** A response in its final bytes, so that a replay sends the same bytes again. */
export interface FinalResponse {
  status: number;
  body: string;
  replayed: boolean;
  /** Set where the same request may be sent again, unchanged. */
  retryAfterSeconds?: number;
}
