// Calls the decision function of a step.

import type { Outcome } from '../../kernel/refusal.ts';
import type { AuditEntry } from '../booking/audit.ts';
import { decideCannotHonour } from './decide-cannot-honour.ts';
import { decideCheckIn } from './decide-check-in.ts';
import { decideCheckOut } from './decide-check-out.ts';
import { decideMove } from './decide-move.ts';
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
  MOVE: decideMove,
};

/** The action that the audit log stores for each step. */
export const ACTION_OF: Record<StayStep, AuditEntry['action']> = {
  CHECK_IN: 'CHECKED_IN',
  CHECK_OUT: 'CHECKED_OUT',
  NO_SHOW: 'NO_SHOW',
  CANNOT_HONOUR: 'NOT_HONOURED',
  UNDO: 'CORRECTED',
  MOVE: 'MODIFIED',
};

export function decideStep(
  step: StayStep,
  state: StepDecisionState,
  request: StepRequest,
): Outcome<StepDecision> {
  return DECISIONS[step](state, request);
}
