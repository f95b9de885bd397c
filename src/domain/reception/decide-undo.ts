import { formatDay } from '../../kernel/day.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { nightDays } from '../../kernel/stay.ts';
import { insufficient } from '../booking/stay-facts.ts';
import {
  changed,
  type StepDecision,
  type StepDecisionState,
  type StepRequest,
  wrongTime,
} from './stay-step.ts';
import { type AuditedStep, lastUndoable, stepsInForce, UNDO_MILLISECONDS } from './steps-in-force.ts';

/**
 * Undoes a check-in or a check-out. A check-out can be undone only if the nights that it released still have enough
 * free rooms. The rooms may be missing because they were sold or held again, or because the hotel has lowered its
 * allotment. Restrictions are not checked, because they do not apply to nights that were already booked.
 */
export function decideUndo(
  { booking, now, today, audited, freeOn }: StepDecisionState,
  { undoes: revision = 0 }: StepRequest,
): Outcome<StepDecision> {
  const { status, stay, party, releasedFrom } = booking;
  if (isUndone(audited, revision)) return accept({ booking, isNew: false });
  const step = lastUndoable(audited);
  if (step?.revision !== revision)
    return refuse(
      'BOOKING_STATE_CONFLICT',
      `revision ${revision} cannot be undone: only the last check-in or check-out that the hotel reported can`,
      { status },
    );
  if (now - step.at > UNDO_MILLISECONDS)
    return refuse('BOOKING_STATE_CONFLICT', 'too late: a step can be undone for ten minutes', { status });
  if (today > stay.checkOut)
    return wrongTime(
      booking,
      `too late: a step could be undone until the end of ${formatDay(stay.checkOut)} in Baghdad`,
    );
  if (step.action === 'CHECKED_IN')
    return accept({ booking: changed(booking, now, { status: 'CONFIRMED' }), isNew: true });
  const nights = releasedFrom === null ? [] : nightDays({ checkIn: releasedFrom, checkOut: stay.checkOut });
  const short = nights
    .map((day) => ({ day, available: Math.max(0, freeOn(day)) }))
    .filter(({ available }) => available < party.rooms);
  if (short.length > 0) return insufficient(party.rooms, short);
  return accept({
    booking: changed(booking, now, { status: 'CHECKED_IN', releasedFrom: null }),
    isNew: true,
  });
}

/**
 * Whether this step is already undone. Somebody else may have undone the step, or the same person may have sent the
 * request twice.
 */
function isUndone(audited: readonly AuditedStep[], revision: number): boolean {
  const isStep = audited.some((one) => one.revision === revision && one.action !== 'CORRECTED');
  return isStep && !stepsInForce(audited).some((one) => one.revision === revision);
}
