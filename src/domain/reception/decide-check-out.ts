import { accept, type Outcome } from '../../kernel/refusal.ts';
import {
  changed,
  releasableFrom,
  type StepDecision,
  type StepDecisionState,
  wrongStatus,
} from './stay-step.ts';

/**
 * Records that the guest has left. The night that begins today and all following nights of the stay can be sold again.
 * A guest who leaves early gets no refund.
 */
export function decideCheckOut({ booking, now, today }: StepDecisionState): Outcome<StepDecision> {
  if (booking.status === 'CHECKED_OUT') return accept({ booking, isNew: false });
  if (booking.status !== 'CHECKED_IN') return wrongStatus(booking, 'CHECKED_IN', 'checked out');
  const releasedFrom = releasableFrom(booking, today);
  return accept({ booking: changed(booking, now, { status: 'CHECKED_OUT', releasedFrom }), isNew: true });
}
