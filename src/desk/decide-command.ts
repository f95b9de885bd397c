import { auditedCancellation, auditedStatus, shownChanges } from '../domain/booking/audit.ts';
import type { Booking } from '../domain/booking/booking.ts';
import {
  type BookCommand,
  type CallerCommand,
  type CancelCommand,
  type CloseCommand,
  type Command,
  type FinalResponse,
  type HoldCommand,
  isOwnKey,
  type ModifyCommand,
  type ReceptionCommand,
  type ReleaseCommand,
} from '../domain/booking/command.ts';
import {
  type BookingDecisionState,
  type BookingRequest,
  decideBooking,
} from '../domain/booking/decide-booking.ts';
import { decideCancellation } from '../domain/booking/decide-cancellation.ts';
import { decideClosing } from '../domain/booking/decide-closing.ts';
import { decideHold } from '../domain/booking/decide-hold.ts';
import { decideModification } from '../domain/booking/decide-modification.ts';
import type { BookedProduct, Decided, WriteResponse } from '../domain/booking/decided.ts';
import { isLive } from '../domain/booking/hold.ts';
import { voucherId } from '../domain/booking/voucher.ts';
import { blockedRooms } from '../domain/reception/decide-cannot-honour.ts';
import { ACTION_OF, decideStep } from '../domain/reception/decide-step.ts';
import { auditedStep } from '../domain/reception/stay-step.ts';
import { SYSTEM } from '../domain/reception/steps-in-force.ts';
import { NoExchangeRate } from '../kernel/exchange.ts';
import type { RatePlanId, RoomTypeId } from '../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { changedProduct, type ProductChange } from './changed-product.ts';
import { decideAriCommand, decideOfferCommand } from './decide-offer-command.ts';
import { type DeskState, type Product, productKey, recordKey } from './desk-state.ts';
import { STORED_REFUSALS } from './stored-refusals.ts';

/**
 * Executes one command on the state of its batch. Returns the stored response if there is one. Otherwise decides the
 * command, and records the changes in the state.
 */
export function decideCommand(state: DeskState, command: Command, tools: DecisionTools): FinalResponse {
  if (command.kind === 'sweep') return DONE;
  if (command.kind === 'offer') return decideOfferCommand(state, command);
  if (command.kind === 'ari') return decideAriCommand(state, command, tools.write);
  if (command.kind === 'close') return close(state, command);
  const { idempotency } = command;
  if (idempotency !== null) {
    const known = state.idempotency.get(recordKey(command.client.id, idempotency));
    if (known !== undefined && known.scope.requestHash === idempotency.requestHash)
      return { status: known.status, body: known.body, replayed: !isOwnKey(idempotency) };
    if (known !== undefined)
      return tools.write(
        command,
        refuse('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was already used with a different body'),
      );
  }
  const outcome = decide(state, command, tools);
  const response = tools.write(command, outcome);
  if (idempotency !== null && (isOwnKey(idempotency) ? outcome.ok || 'alert' in outcome : isStored(outcome)))
    state.remember({
      clientId: command.client.id,
      scope: idempotency,
      status: response.status,
      body: response.body,
      ledgerId: command.hotelLedger.ledgerId,
      bookingId: outcome.ok && 'booking' in outcome.value ? outcome.value.booking.id : null,
    });
  return response;
}

export interface DecisionTools {
  write: WriteResponse;
  /**
   * Returns the state for the decision. In sandbox, the function changes the state if the hotel is a scenario hotel. In
   * production, it changes nothing.
   */
  stageBooking: (state: BookingDecisionState, request: BookingRequest) => BookingDecisionState;
}

const DONE: FinalResponse = { status: 200, body: '', replayed: false };

/** Decides a command. Converts a NoExchangeRate error to the refusal that price-check also returns. */
function decide(state: DeskState, command: CallerCommand, tools: DecisionTools): Outcome<Decided> {
  try {
    return carryOut(state, command, tools);
  } catch (error) {
    if (error instanceof NoExchangeRate) return refuse('SERVICE_UNAVAILABLE', error.message);
    throw error;
  }
}

function carryOut(state: DeskState, command: CallerCommand, tools: DecisionTools): Outcome<Decided> {
  switch (command.kind) {
    case 'hold':
      return hold(state, command);
    case 'book':
      return book(state, command, tools);
    case 'release':
      return release(state, command);
    case 'modify':
      return modify(state, command);
    case 'cancel':
      return cancel(state, command);
    case 'reception':
      return report(state, command);
  }
}

function hold(state: DeskState, command: HoldCommand): Outcome<Decided> {
  const { request } = command;
  const { clientId, ledgerId, roomTypeId, ratePlanId } = request;
  const product = getProduct(state, command, roomTypeId, ratePlanId);
  const decision = decideHold(
    {
      facts: state.factsFor(product, ledgerId, roomTypeId),
      quotes: state.quotesFor(command),
      holds: state.holdsFor(clientId, ledgerId),
      activeHolds: state.activeHoldsOf(clientId),
    },
    request,
  );
  if (!decision.ok) return decision;
  if (decision.value.isNew) state.openHold(decision.value.hold);
  return accept({ kind: 'hold', hold: decision.value.hold, now: state.now });
}

function book(state: DeskState, command: BookCommand, tools: DecisionTools): Outcome<Decided> {
  const { request } = command;
  const { clientId, ledgerId, roomTypeId, ratePlanId, prebookToken } = request;
  const product = getProduct(state, command, roomTypeId, ratePlanId);
  const known: BookingDecisionState = {
    facts: state.factsFor(product, ledgerId, roomTypeId),
    quotes: state.quotesFor(command),
    alerts: state.alerts.of(request, request.guest.phone),
    holds: state.holdsFor(clientId, ledgerId),
    named: prebookToken === null ? null : state.holdByToken(prebookToken, clientId),
    voucherId: freeVoucherId(state, command),
  };
  const decision = decideBooking(tools.stageBooking(known, request), request);
  if (!decision.ok) {
    if ('alert' in decision) state.alertGuest(decision.alert);
    return decision;
  }
  const { booking, consumed } = decision.value;
  if (consumed !== null) state.endHold(consumed, 'CONSUMED', booking.id);
  state.book(booking, command.client.name);
  return accept({ kind: 'booking', booking, product: bookedProduct(product) });
}

function freeVoucherId(state: DeskState, { voucherSuffixes }: BookCommand): string {
  const drawn = voucherSuffixes.map((suffix) => voucherId(state.today, suffix));
  const free = drawn.find((id) => !state.takenVouchers.has(id));
  if (free === undefined) throw new Error('every voucher id that was drawn is taken');
  return free;
}

function release(state: DeskState, command: ReleaseCommand): Outcome<Decided> {
  const found = state.holdByToken(command.token, command.client.id);
  if (found === null) return refuse('PREBOOK_NOT_FOUND', 'prebook hold not found');
  if (found.status === 'CONSUMED')
    return refuse('PREBOOK_CONSUMED', 'this hold was already used for a booking', {
      bookingId: found.bookingId,
    });
  // The release of a hold that has already ended is not an error, because the caller only wants the hold to end.
  if (isLive(found, state.now)) state.endHold(found, 'RELEASED', null);
  const released = state.holdByToken(command.token, command.client.id)!;
  return accept({ kind: 'hold', hold: released, now: state.now });
}

function modify(state: DeskState, command: ModifyCommand): Outcome<Decided> {
  const before = ownBooking(state, command);
  if (before === null) return NO_BOOKING;
  const { roomTypeId, ratePlanId } = changedProduct(state, command, before);
  const product = getProduct(state, command, roomTypeId, ratePlanId);
  const facts = state.factsFor(product, before.ledgerId, roomTypeId);
  const decision = decideModification({ booking: before, facts }, command.request);
  if (!decision.ok) return decision;
  const { booking, changes, difference, isNew } = decision.value;
  if (isNew)
    state.change(before, {
      booking,
      action: 'MODIFIED',
      actor: command.client.name,
      changes: shownChanges(changes, booking.price.currency),
    });
  const { dryRun } = command.request;
  const booked = productOfBooking(state, command, booking);
  return accept({ kind: 'modification', booking, product: booked, changes, difference, dryRun });
}

function cancel(state: DeskState, command: CancelCommand): Outcome<Decided> {
  const before = ownBooking(state, command);
  if (before === null) return NO_BOOKING;
  const { now, today } = state;
  const decision = decideCancellation({ booking: before, now, today }, command.request);
  if (!decision.ok) return decision;
  const { booking, cancellation, isNew } = decision.value;
  if (isNew)
    state.change(before, {
      booking,
      action: 'CANCELLED',
      actor: command.client.name,
      changes: auditedCancellation(before, booking, cancellation),
    });
  const product = productOfBooking(state, command, booking);
  return accept({ kind: 'cancellation', booking, product, cancellation, dryRun: command.request.dryRun });
}

/** Decides a step that the hotel reports for a booking. */
function report(state: DeskState, command: ReceptionCommand): Outcome<Decided> {
  const before = suppliedBooking(state, command);
  if (before === null) return NO_BOOKING;
  const { now, today } = state;
  const { step, request, client } = command;
  const product = getProduct(state, command, before.roomTypeId, before.ratePlanId);
  const { freeOn } = state.factsFor(product, before.ledgerId, before.roomTypeId);
  const audited = state.reception.auditedOf(before);
  const decision = decideStep(step, { booking: before, now, today, audited, freeOn }, request);
  if (!decision.ok) return decision;
  const { booking, isNew } = decision.value;
  const channel = state.reception.channelOf(booking);
  let event: number;
  if (isNew) {
    const changes = auditedStep(before, booking, request.reason);
    const { name: actor, person } = client;
    event = state.change(before, { booking, action: ACTION_OF[step], actor, person, changes }).number;
  } else event = state.reception.eventOf(booking);
  if (isNew && step === 'CANNOT_HONOUR') {
    const blocked = blockedRooms(booking, today, request, freeOn);
    state.reception.notHonoured.push({ command, booking, hotel: product.hotel, blocked });
  }
  return accept({ kind: 'reservation', booking, product: bookedProduct(product), channel, event });
}

/** Closes a booking after its stay. Does nothing if the booking is already closed. */
function close(state: DeskState, command: CloseCommand): FinalResponse {
  const before = state.bookings.get(command.bookingId);
  if (before === undefined) return DONE;
  const booking = decideClosing({ booking: before, now: state.now, today: state.today });
  if (booking === null) return DONE;
  const changes = auditedStatus(before, booking);
  state.change(before, { booking, action: 'CHECKED_OUT', actor: SYSTEM, changes });
  return DONE;
}

const NO_BOOKING = refuse('BOOKING_NOT_FOUND', 'booking not found');

function ownBooking(state: DeskState, command: ModifyCommand | CancelCommand): Booking | null {
  const booking = state.bookings.get(command.bookingId);
  return booking?.clientId === command.client.id ? booking : null;
}

function suppliedBooking(state: DeskState, { bookingId, hotelLedger }: ReceptionCommand): Booking | null {
  const booking = state.bookings.get(bookingId);
  const isOwn = booking?.hotelId === hotelLedger.hotelId && booking.ledgerId === hotelLedger.ledgerId;
  return isOwn ? booking : null;
}

function productOfBooking(
  state: DeskState,
  command: ProductChange,
  { roomTypeId, ratePlanId }: Booking,
): BookedProduct {
  return bookedProduct(getProduct(state, command, roomTypeId, ratePlanId));
}

/**
 * Returns the product of an existing booking. The room type and the plan also exist, because they are never deleted.
 */
function bookedProduct({ hotel, roomType, plan }: Product): BookedProduct {
  return { hotel, roomType: roomType!, plan: plan! };
}

function getProduct(
  state: DeskState,
  command: CallerCommand,
  roomTypeId: RoomTypeId,
  ratePlanId: RatePlanId,
): Product {
  const { hotelId } = command.hotelLedger;
  const key = productKey(command.client.contractHolderId, hotelId, roomTypeId, ratePlanId);
  const product = state.products.get(key);
  if (product === undefined) throw new Error(`nothing was loaded for ${key}`);
  return product;
}

function isStored(outcome: Outcome<Decided>): boolean {
  return outcome.ok || STORED_REFUSALS.has(outcome.code);
}
