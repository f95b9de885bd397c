// Calls the decision that belongs to a step.

import type { Outcome } from '../../kernel/refusal.ts';
import type { AuditEntry } from '../booking/audit.ts';
import { decideCannotHonour } from './decide-cannot-honour.ts';
import { decideCheckIn } from './decide-check-in.ts';
import { decideCheckOut } from './decide-check-out.ts';
import { decideNoShow } from './decide-no-show.ts';
import { decideUndo } from './decide-undo.ts';
import type { StayStep, StepDecision, StepDecisionState, StepRequest } from './stay-step.ts';

type Decide = (state: StepDecisionState, request: StepRequest) => Outcome<StepDecision>;

const DECISIONS: Record<StayStep, Decide> = {
  CHECK_IN: decideCheckIn,
  CHECK_OUT: decideCheckOut,
  NO_SHOW: decideNoShow,
  CANNOT_HONOUR: decideCannotHonour,
  UNDO: decideUndo,
};

/** The action of each step in the audit log. */
export const ACTION_OF: Record<StayStep, AuditEntry['action']> = {
  CHECK_IN: 'CHECKED_IN',
  CHECK_OUT: 'CHECKED_OUT',
  NO_SHOW: 'NO_SHOW',
  CANNOT_HONOUR: 'NOT_HONOURED',
  UNDO: 'CORRECTED',
};

export function decideStep(
  step: StayStep,
  state: StepDecisionState,
  request: StepRequest,
): Outcome<StepDecision> {
  return DECISIONS[step](state, request);
}
