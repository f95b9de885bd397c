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
 * The rooms of one hotel in one ledger. Each pair of hotel and ledger has a separate queue and database lock. The
 * commands in a queue are decided in the order in which they arrived.
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
     * the command.
     */
    person?: string;
    /**
     * The id of this person, for the audit. Nodes of release 1.6.0 do not send this id, and a desk of release 1.6.0
     * ignores it.
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
   * The suffixes are drawn at random before the decision, because a decision is a pure function. Several suffixes are
   * drawn, because one of them may already be in use.
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

/** A step that a hotel reports about a booking, such as a check-in. */
export interface ReceptionCommand extends PartnerCommand {
  kind: 'reception';
  step: StayStep;
  bookingId: BookingId;
  request: StepRequest;
}

/**
 * Gives back the rooms of due holds. Every batch first gives back these rooms, so this command needs no other fields.
 */
export interface SweepCommand {
  kind: 'sweep';
  hotelLedger: HotelLedger;
  idempotency: null;
}

/** Closes a stay after its check-out day, if nobody has reported the check-out. */
export interface CloseCommand {
  kind: 'close';
  hotelLedger: HotelLedger;
  idempotency: null;
  bookingId: BookingId;
}

/**
 * Changes what a hotel offers: nights, day prices or a season. The batch that contains this command contains no other
 * command of the hotel.
 */
export interface OfferCommand {
  kind: 'offer';
  hotelLedger: HotelLedger;
  idempotency: null;
  change: OfferChange;
  season: SeasonChange | null;
  /**
   * For the audit: `who` is the operator, `action` is the operator's command, and `subject` is the hotel's public id.
   */
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

/**
 * Commands and responses contain only JSON values, because a process may send them to the process in which the desk
 * runs.
 */
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

/**
 * Commands that partners, hotel systems and the hotel page send. The other commands come from operators, from the
 * service or from suppliers' messages.
 */
export type CallerCommand = Exclude<Command, SweepCommand | CloseCommand | OfferCommand | AriCommand>;

/**
 * Whether a command changes what a hotel offers. Such a command shares no batch with other commands of its hotel,
 * because the data that was loaded for the batch does not contain the command's changes. Commands that change the offer
 * run one after another: the next command begins after the last part of the previous command.
 */
export function changesOffer({ kind }: Command): boolean {
  return kind === 'offer' || kind === 'ari';
}

/** Commands that book or hold rooms for a new stay. */
export type RoomCommand = HoldCommand | BookCommand;

export function isRoomCommand(command: Command): command is RoomCommand {
  return command.kind === 'hold' || command.kind === 'book';
}

/**
 * Commands that change a booking. Each of these commands needs the booking in the state that the previous command has
 * written.
 */
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
 * Whether a command changes a booking and also blocks nights. Such a command shares no batch with other commands of its
 * hotel, but it need not wait until all parts of a supplier's message are executed.
 */
export function blocksNights(command: Command): boolean {
  return command.kind === 'reception' && command.step === 'CANNOT_HONOUR';
}

/** The operation name in the idempotency key that the service adds if the caller sends no key. */
const OWN_KEY = 'command';

/**
 * Adds an idempotency key to a command that is sent to another process, if the caller sent no key. If the command must
 * be sent again, the key prevents a second execution. Commands that the service itself creates need no key, because a
 * second execution does no harm. A supplier's message needs no key, because it has an id.
 */
export function withKey(command: Command, id: string): Command {
  if (command.idempotency !== null || command.kind === 'ari' || !('client' in command)) return command;
  return { ...command, idempotency: { operation: OWN_KEY, key: id, requestHash: '' } };
}

export function isOwnKey({ operation }: IdempotencyScope): boolean {
  return operation === OWN_KEY;
}

/** Whether the caller can send its request again without the risk of a second execution. */
export function hasCallersKey({ kind, idempotency }: Command): boolean {
  return kind === 'ari' || (idempotency !== null && !isOwnKey(idempotency));
}

/**
 * Returns the end of the error text about a command that was not executed. If the command is a supplier's message, the
 * parts that were already executed stay in force.
 */
export function notExecuted({ kind }: Command): string {
  return kind === 'ari'
    ? 'send the same message again: it continues where it stopped'
    : 'nothing was executed';
}

/**
 * Whether a successful response to this command reports a change to the caller. No caller waits for `sweep` or `close`.
 */
export function tellsChange(command: Command): boolean {
  if (command.kind === 'sweep' || command.kind === 'close') return false;
  if (command.kind === 'offer') return !command.dryRun;
  return !(command.kind === 'modify' || command.kind === 'cancel') || !command.request.dryRun;
}

export function requestIdOf(command: Command): string {
  return 'requestId' in command ? command.requestId : '';
}

export function hotelLedgerKey({ ledgerId, hotelId }: HotelLedger): string {
  return `${ledgerId}/${hotelId}`;
}

/** A batch that the database has confirmed. */
export interface CommittedBatch {
  id: string;
  epoch: number;
  /** The number of the batch, counted from 1 in each epoch. */
  number: number;
}

/** A response in its final form. A replay therefore sends exactly the same bytes. */
export interface FinalResponse {
  status: number;
  body: string;
  replayed: boolean;
  /** Set when the caller may send the same request again, unchanged. */
  retryAfterSeconds?: number;
  /**
   * Set when the desk refused the command without reading it. The process that was previously the desk may already have
   * executed the command.
   */
  undecided?: true;
  /** Set when it is unknown whether the command was executed. */
  isUnknown?: true;
  /** Set only inside the desk, when one part of a command was executed and the command has more parts. */
  isUnfinished?: true;
  /**
   * The batch that contains the change of this command. Not set if the command changed nothing, or if the desk is of
   * release 1.6.0.
   */
  batch?: CommittedBatch;
}
