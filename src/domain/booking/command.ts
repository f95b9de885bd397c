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

/** One hotel's rooms in one ledger, with its own queue and database lock. Commands are decided in arrival order. */
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
    /** Who sends it on the hotel page, by name. Not set: a partner or a hotel system sends it. */
    person?: string;
    /** The id of this person, for the audit. Desks of release 1.6.0 ignore it, and nodes of it do not send it. */
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
  /** Drawn before the decision, because a decision is pure. Several, because one may be taken. */
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

/** Does only what every batch does first: gives back the rooms of due holds. */
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

/** Changes what a hotel offers: nights, day prices, a season. It shares a batch with no other command of its hotel. */
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
 * A message of a supplier: rooms, prices and restrictions of a hotel. It is executed in parts, each in a batch of its own.
 * It can be sent again: it continues after the last part that was committed.
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
 * Commands that change what a hotel offers. They share no batch with other commands of their hotel, because the state of a
 * batch does not contain what they change. One begins only after the last part of the one before.
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
 * A change of a booking that also blocks nights. It shares no batch with other commands of its hotel, but does not wait
 * for the last part of a message.
 */
export function blocksNights(command: Command): boolean {
  return command.kind === 'reception' && command.step === 'CANNOT_HONOUR';
}

/** The operation of a key that does not come from the caller. */
const OWN_KEY = 'command';

/**
 * Gives a command that is sent to another process a key of its own, if its caller sent none. The command may have to be
 * sent again, and must not be executed twice. Commands of the service itself may be. A message of a supplier has an id.
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

/** How a response ends that says why a command was not executed. The parts of a message that are done stay done. */
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
  /** The desk refused without looking at the command: it says nothing about what an earlier desk did with it. */
  undecided?: true;
  /** Set when nobody knows whether the command was executed. */
  isUnknown?: true;
  /** Only inside the desk: this part is done, and the command has more. */
  isUnfinished?: true;
}
