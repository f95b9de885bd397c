import { errorBody, isRetried, statusOf } from '../api/http/errors.ts';
import { bookingView, cancelledView, holdView } from '../api/partner/bookings/booking.view.ts';
import type { Booking } from '../booking/booking.ts';
import {
  type Answer,
  type BookCommand,
  type CallerCommand,
  type CancelCommand,
  type CloseCommand,
  type Command,
  type HoldCommand,
  type ModifyCommand,
  type ReleaseCommand,
  requestIdOf,
} from '../booking/command.ts';
import { decideBooking } from '../booking/decide-booking.ts';
import { decideCancellation } from '../booking/decide-cancellation.ts';
import { decideClosing } from '../booking/decide-closing.ts';
import { decideHold } from '../booking/decide-hold.ts';
import { decideModification } from '../booking/decide-modification.ts';
import { isLive } from '../booking/hold.ts';
import { type VoucherLinks, voucherId } from '../booking/voucher.ts';
import { NoExchangeRate } from '../kernel/exchange.ts';
import { formatMoney } from '../kernel/money.ts';
import { accept, type Outcome, type Refusal, type RefusalCode, refuse } from '../kernel/refusal.ts';
import { type DeskState, recordKey, type Subject, subjectKey } from './desk-state.ts';
import { targetOf } from './target.ts';

export interface Decided {
  view: object;
  bookingId: string | null;
}

export interface DecisionTools {
  linksOf: (voucherId: string) => VoucherLinks;
}

/** One command against the state of its batch: replayed, refused, or decided and entered into the state. */
export function decideCommand(state: DeskState, command: Command, tools: DecisionTools): Answer {
  if (command.kind === 'close') close(state, command);
  if (command.kind === 'sweep' || command.kind === 'close') return { status: 200, body: '', replayed: false };
  const { idempotency } = command;
  if (idempotency !== null) {
    const known = state.idempotency.get(recordKey(command.client.id, idempotency));
    if (known !== undefined && known.requestHash === idempotency.requestHash)
      return { status: known.status, body: known.body, replayed: true };
    if (known !== undefined)
      return answerOf(
        command,
        refuse('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key came with another body before'),
      );
  }
  const outcome = decide(state, command, tools);
  const answer = answerOf(command, outcome);
  if (idempotency !== null && isStored(outcome))
    state.remember({
      clientId: command.client.id,
      scope: idempotency,
      requestHash: idempotency.requestHash,
      status: answer.status,
      body: answer.body,
      ledgerId: command.place.ledgerId,
      bookingId: outcome.ok ? outcome.value.bookingId : null,
    });
  return answer;
}

/** Price-check says the same when no exchange rate is in force. */
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
      return modify(state, command, tools);
    case 'cancel':
      return cancel(state, command, tools);
  }
}

function hold(state: DeskState, command: HoldCommand): Outcome<Decided> {
  const { request, roomTypeId, ratePlanId } = command;
  const subject = subjectOf(state, command, roomTypeId, ratePlanId);
  const decision = decideHold(
    {
      facts: state.factsFor(subject, request.ledgerId, roomTypeId),
      quotes: state.quotesFor(command, roomTypeId, ratePlanId),
      holds: state
        .holdsFor(request.clientId, request.ledgerId)
        .filter((one) => one.roomTypeId === roomTypeId && one.ratePlanId === ratePlanId)
        .filter(
          (one) => one.stay.checkIn === request.stay.checkIn && one.stay.checkOut === request.stay.checkOut,
        ),
      activeHolds: state.activeHoldsOf(request.clientId),
    },
    request,
  );
  if (!decision.ok) return decision;
  if (decision.value.isNew) state.openHold(decision.value.hold);
  return accept({ view: holdView(decision.value.hold, state.now), bookingId: null });
}

function book(state: DeskState, command: BookCommand, tools: DecisionTools): Outcome<Decided> {
  const { request } = command;
  const subject = subjectOf(state, command, request.roomTypeId, request.ratePlanId);
  const candidates = command.voucherSuffixes.map((suffix) => voucherId(state.today, suffix));
  const free = candidates.find((id) => !state.takenVouchers.has(id));
  if (free === undefined) throw new Error('every voucher id that was drawn is taken');
  const decision = decideBooking(
    {
      facts: state.factsFor(subject, request.ledgerId, request.roomTypeId),
      quotes: state.quotesFor(command, request.roomTypeId, request.ratePlanId),
      alerts: state.alerts.of({ ...request, guestPhone: request.guest.phone }),
      holds: state.holdsFor(request.clientId, request.ledgerId),
      named: request.prebookToken === null ? null : state.holdByToken(request.prebookToken, request.clientId),
      voucherId: free,
    },
    request,
  );
  if (!decision.ok) {
    if ('alert' in decision) state.alertGuest(decision.alert);
    return decision;
  }
  const { booking, consumed } = decision.value;
  if (consumed !== null) state.endHold(consumed, 'CONSUMED', booking.id);
  state.book(booking, command.client.name);
  const things = { hotel: subject.hotel, roomType: subject.roomType!, plan: subject.plan! };
  return accept({
    view: bookingView(booking, things, tools.linksOf(booking.voucherId)),
    bookingId: booking.id,
  });
}

function release(state: DeskState, command: ReleaseCommand): Outcome<Decided> {
  const found = state.holdByToken(command.token, command.client.id);
  if (found === null) return refuse('PREBOOK_NOT_FOUND', 'there is no such prebook lock');
  if (found.status === 'CONSUMED')
    return refuse('PREBOOK_CONSUMED', 'this lock was already used for a booking', {
      booking_id: found.bookingId,
    });
  // Releasing what is already gone is no error: the caller has what it wants.
  if (isLive(found, state.now)) state.endHold(found, 'RELEASED', null);
  return accept({
    view: holdView(state.holdByToken(command.token, command.client.id)!, state.now),
    bookingId: null,
  });
}

function modify(state: DeskState, command: ModifyCommand, tools: DecisionTools): Outcome<Decided> {
  const before = ownBooking(state, command);
  if (before === null) return NO_BOOKING;
  const { roomTypeId, ratePlanId } = targetOf(state, command, before);
  const subject = subjectOf(state, command, roomTypeId, ratePlanId);
  const decision = decideModification(
    before,
    state.factsFor(subject, before.ledgerId, roomTypeId),
    command.request,
  );
  if (!decision.ok) return decision;
  const { booking, changes, difference, isNew } = decision.value;
  if (isNew) state.change(before, { booking, action: 'MODIFIED', actor: command.client.name, changes });
  const view = {
    ...viewOf(state, command, booking, tools),
    dry_run: command.request.dryRun,
    price_difference: {
      amount: formatMoney(difference, booking.price.currency),
      currency: booking.price.currency,
    },
    changes,
  };
  return accept({ view, bookingId: booking.id });
}

function cancel(state: DeskState, command: CancelCommand, tools: DecisionTools): Outcome<Decided> {
  const before = ownBooking(state, command);
  if (before === null) return NO_BOOKING;
  const decision = decideCancellation(before, command.request, state);
  if (!decision.ok) return decision;
  const { booking, cancellation, isNew } = decision.value;
  const { currency } = booking.price;
  if (isNew)
    state.change(before, {
      booking,
      action: 'CANCELLED',
      actor: command.client.name,
      changes: {
        status: { from: before.status, to: booking.status },
        ...cancelledView(cancellation, currency),
      },
    });
  const view = {
    ...viewOf(state, command, booking, tools),
    dry_run: command.request.dryRun,
    cancelled: cancelledView(cancellation, currency),
  };
  return accept({ view, bookingId: booking.id });
}

/** Nothing to do where somebody else has closed it meanwhile. */
function close(state: DeskState, command: CloseCommand): void {
  const before = state.bookings.get(command.bookingId);
  const booking = before === undefined ? null : decideClosing(before, state);
  if (before === undefined || booking === null) return;
  const changes = { status: { from: before.status, to: booking.status } };
  state.change(before, { booking, action: 'CHECKED_OUT', actor: 'SYSTEM', changes });
}

const NO_BOOKING = refuse('BOOKING_NOT_FOUND', 'there is no such booking');

function ownBooking(state: DeskState, command: ModifyCommand | CancelCommand): Booking | null {
  const booking = state.bookings.get(command.bookingId);
  return booking?.clientId === command.client.id ? booking : null;
}

function viewOf(
  state: DeskState,
  command: ModifyCommand | CancelCommand,
  booking: Booking,
  tools: DecisionTools,
) {
  const subject = subjectOf(state, command, booking.roomTypeId, booking.ratePlanId);
  const things = { hotel: subject.hotel, roomType: subject.roomType!, plan: subject.plan! };
  return bookingView(booking, things, tools.linksOf(booking.voucherId));
}

function subjectOf(
  state: DeskState,
  command: CallerCommand,
  roomTypeId: string,
  ratePlanId: string,
): Subject {
  const key = subjectKey(command.client.contractHolderId, command.place.hotelId, roomTypeId, ratePlanId);
  const subject = state.subjects.get(key);
  if (subject === undefined) throw new Error(`nothing was loaded for ${key}`);
  return subject;
}

export function writeRefusal(
  command: Command,
  refusal: Refusal,
  isRetryable = isRetried(refusal.code),
): Answer {
  const status = statusOf(refusal.code);
  const body = JSON.stringify(errorBody(refusal, requestIdOf(command), isRetryable));
  return { status, body, replayed: false, ...(status === 503 && isRetryable && { retryAfterSeconds: 1 }) };
}

function answerOf(command: CallerCommand, outcome: Outcome<Decided>): Answer {
  if (!outcome.ok) return writeRefusal(command, outcome);
  const envelope = {
    success: true,
    data: outcome.value.view,
    ...(command.warnings && { warnings: command.warnings }),
  };
  return { status: 200, body: JSON.stringify(envelope), replayed: false };
}

/** Successes and refusals of the booking itself. What a caller can mend, or what may pass, must not be frozen. */
function isStored(outcome: Outcome<Decided>): boolean {
  return outcome.ok || (statusOf(outcome.code) === 409 && !PASSING.has(outcome.code));
}

const PASSING: ReadonlySet<RefusalCode> = new Set(['IDEMPOTENCY_IN_PROGRESS']);
