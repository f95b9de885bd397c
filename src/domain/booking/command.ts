import type { BookingId, ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';
import type { FieldProblem } from '../../kernel/refusal.ts';
import type { ResolvedMessage } from '../offers/ari/message.ts';
import type { OfferChange } from '../offers/offer-change.ts';
import type { SeasonChange } from '../offers/season.ts';
import type { StayStep, StepRequest } from '../reception/stay-step.ts';
import type { IdempotencyKey } from './call.ts';
import type { BookingRequest } from './decide-booking.ts';
import type { CancelRequest } from './decide-cancellation.ts';
import type { HoldRequest } from './decide-hold.ts';
import type { ModifyRequest } from './decide-modification.ts';

/**
 * One hotel's rooms in one ledger. Each such pair has its own queue and database lock. Commands are decided in arrival
 * order.
 */
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
    /**
     * The name of the person who sends the command on the hotel page. Not set when a partner or a hotel system sends
     * it.
     */
    person?: string;
    /**
     * The id of this person, for the audit. Desks of release 1.6.0 ignore it. Nodes of release 1.6.0 do not send it.
     */
    staffId?: string;
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
}

export interface BookCommand extends PartnerCommand {
  kind: 'book';
  request: BookingRequest;
  /**
   * Drawn before the decision, because a decision is pure. There are several, because a suffix may be in use already.
   */
  voucherSuffixes: string[];
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

/** A step in the life of a booking that its hotel reports. */
export interface ReceptionCommand extends PartnerCommand {
  kind: 'reception';
  step: StayStep;
  bookingId: BookingId;
  request: StepRequest;
}

/** Gives back the rooms of due holds. Every batch does this first, and this command does nothing else. */
export interface SweepCommand {
  kind: 'sweep';
  hotelLedger: HotelLedger;
  idempotency: null;
}

/** Closes a stay that is over and still open. */
export interface CloseCommand {
  kind: 'close';
  hotelLedger: HotelLedger;
  idempotency: null;
  bookingId: BookingId;
}

/**
 * Changes what a hotel offers: nights, day prices, a season. This command shares a batch with no other command of its
 * hotel.
 */
export interface OfferCommand {
  kind: 'offer';
  hotelLedger: HotelLedger;
  idempotency: null;
  change: OfferChange;
  season: SeasonChange | null;
  /** For the audit: who, by which command, and the hotel's public id. */
  who: string;
  action: string;
  subject: string;
  dryRun: boolean;
}

/**
 * A supplier's message with rooms, prices and restrictions of a hotel. The message is executed in parts, one part per
 * batch. A message that is sent again continues after the last part that was committed.
 */
export interface AriCommand extends PartnerCommand {
  kind: 'ari';
  idempotency: null;
  /** The hotel's public id, for the audit. */
  subject: string;
  message: ResolvedMessage;
}

/** Commands and responses contain only JSON values, because they are sent to the desk of another process. */
export type Command =
  | HoldCommand
  | BookCommand
  | ReleaseCommand
  | ModifyCommand
  | CancelCommand
  | ReceptionCommand
  | SweepCommand
  | CloseCommand
  | OfferCommand
  | AriCommand;

/** Commands that a partner or a hotel system waits for. The others come from operators, the service or messages. */
export type CallerCommand = Exclude<Command, SweepCommand | CloseCommand | OfferCommand | AriCommand>;

/**
 * Commands that change what a hotel offers. These commands share no batch with other commands of their hotel, because
 * the state of a batch does not contain what they change. The next such command begins only after the last part of the
 * previous one.
 */
export function changesOffer({ kind }: Command): boolean {
  return kind === 'offer' || kind === 'ari';
}

/** Commands that take rooms for a stay that is not booked yet. */
export type RoomCommand = HoldCommand | BookCommand;

export function isRoomCommand(command: Command): command is RoomCommand {
  return command.kind === 'hold' || command.kind === 'book';
}

/** Commands that change a booking. Each needs the booking as the previous command left it. */
export type ChangeCommand = ModifyCommand | CancelCommand | CloseCommand | ReceptionCommand;

export function isChange(command: Command): command is ChangeCommand {
  return (
    command.kind === 'modify' ||
    command.kind === 'cancel' ||
    command.kind === 'close' ||
    command.kind === 'reception'
  );
}

export function isReceptionCommand(command: Command): command is ReceptionCommand {
  return command.kind === 'reception';
}

/**
 * A change of a booking that also blocks nights. Such a command shares no batch with other commands of its hotel, but
 * does not wait for the last part of a message.
 */
export function blocksNights(command: Command): boolean {
  return command.kind === 'reception' && command.step === 'CANNOT_HONOUR';
}

/** The operation of a key that does not come from the caller. */
const OWN_KEY = 'command';

/**
 * Adds a key to a command that is sent to another process, if its caller sent none. The command may have to be sent
 * again, and the key prevents a second execution. Commands that the service itself creates need no key, because they
 * may be executed twice. A supplier's message needs no key, because it has an id.
 */
export function withKey(command: Command, id: string): Command {
  if (command.idempotency !== null || command.kind === 'ari' || !('client' in command)) return command;
  return { ...command, idempotency: { operation: OWN_KEY, key: id, requestHash: '' } };
}

export function isOwnKey({ operation }: IdempotencyScope): boolean {
  return operation === OWN_KEY;
}

/** Whether the caller can send its request again without executing it twice. */
export function hasCallersKey({ kind, idempotency }: Command): boolean {
  return kind === 'ari' || (idempotency !== null && !isOwnKey(idempotency));
}

/**
 * The end of a response that says why a command was not executed. Parts of a message that were already executed stay in
 * force.
 */
export function notExecuted({ kind }: Command): string {
  return kind === 'ari'
    ? 'send the same message again: it continues where it stopped'
    : 'nothing was executed';
}

export function requestIdOf(command: Command): string {
  return 'requestId' in command ? command.requestId : '';
}

export function hotelLedgerKey({ ledgerId, hotelId }: HotelLedger): string {
  return `${ledgerId}/${hotelId}`;
}

/** A response in its final bytes, so that a replay sends the same bytes. */
export interface FinalResponse {
  status: number;
  body: string;
  replayed: boolean;
  /** Set when the caller may send the same request again, unchanged. */
  retryAfterSeconds?: number;
  /** Set when the desk refused without reading the command. An earlier desk may have executed it. */
  undecided?: true;
  /** Set when nobody knows whether the command was executed. */
  isUnknown?: true;
  /** Used only inside the desk: this part is done, and the command has more parts. */
  isUnfinished?: true;
}
