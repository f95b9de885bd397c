import type { Context } from '../../context.ts';
import type { Outcome } from '../../kernel/refusal.ts';
import type { Call } from '../booking/call.ts';
import type { FinalResponse } from '../booking/command.ts';
import type { StepRequest } from './stay-step.ts';
import { submitStep } from './submit-step.usecase.ts';

/** The hotel has no room for the guest. */
export function cannotHonour(
  context: Context,
  call: Call,
  reference: string,
  request: StepRequest,
): Promise<Outcome<Promise<FinalResponse>>> {
  return submitStep(context, call, reference, 'CANNOT_HONOUR', request);
}
