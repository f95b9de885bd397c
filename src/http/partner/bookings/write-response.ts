// Writes the response to a decision of the desk.

import { shownCancellation, shownChanges } from '../../../domain/booking/audit.ts';
import {
  type Command,
  type FinalResponse,
  hasCallersKey,
  requestIdOf,
} from '../../../domain/booking/command.ts';
import type { Decided, Reservation, WriteResponse } from '../../../domain/booking/decided.ts';
import type { LinksOf } from '../../../domain/vouchers/voucher-qr.ts';
import { formatMoney } from '../../../kernel/money.ts';
import type { Refusal } from '../../../kernel/refusal.ts';
import { errorBody, isRetried, statusOf } from '../../common/errors.ts';
import { bookingView } from './booking.view.ts';
import { holdView } from './hold.view.ts';

/** An operator needs minutes or hours to end a halt. */
const HALTED_RETRY_SECONDS = 300;

/** Returns a booking in the form for hotel systems, which differs from the form for partners. */
type ViewReservation = (reservation: Reservation) => object;

/**
 * Returns the function that writes the response to a decision as JSON text. The desk stores this text with the
 * decision, so that a repeated request receives an identical response.
 */
export function responseWriter(
  linksOf: LinksOf,
  viewReservation: ViewReservation,
  publicUrl: () => string,
): WriteResponse {
  return (command, outcome) => {
    if (!outcome.ok) return writeRefusal(command, outcome, publicUrl());
    const warnings = 'warnings' in command ? command.warnings : null;
    const { value } = outcome;
    const envelope = {
      success: true,
      data: decidedView(value, linksOf, viewReservation),
      ...(value.kind === 'reservation' && { event: value.event }),
      ...(warnings && { warnings }),
    };
    return { status: 200, body: JSON.stringify(envelope), replayed: false };
  };
}

function decidedView(decided: Decided, linksOf: LinksOf, viewReservation: ViewReservation): object {
  if (decided.kind === 'reservation') return viewReservation(decided);
  if (decided.kind === 'hold') return holdView(decided.hold, decided.now);
  const { booking, product } = decided;
  const { currency } = booking.price;
  const view = bookingView(booking, product, linksOf);
  switch (decided.kind) {
    case 'booking':
      return view;
    case 'modification':
      return {
        ...view,
        dry_run: decided.dryRun,
        price_difference: { amount: formatMoney(decided.difference, currency), currency },
        changes: shownChanges(decided.changes, currency),
      };
    case 'cancellation':
      return {
        ...view,
        dry_run: decided.dryRun,
        cancelled: shownCancellation(decided.cancellation, currency),
      };
  }
}

function writeRefusal(command: Command, refusal: Refusal, publicUrl: string): FinalResponse {
  const status = statusOf(refusal.code);
  // OUTCOME_UNKNOWN is retryable only if the request had an idempotency key. Without a key, a retry could book twice.
  const isRetryable = refusal.code === 'OUTCOME_UNKNOWN' ? hasCallersKey(command) : isRetried(refusal.code);
  const body = JSON.stringify(errorBody(refusal, requestIdOf(command), publicUrl, isRetryable));
  const retryAfterSeconds = refusal.code === 'BOOKINGS_HALTED' ? HALTED_RETRY_SECONDS : 1;
  return { status, body, replayed: false, ...(status === 503 && isRetryable && { retryAfterSeconds }) };
}
