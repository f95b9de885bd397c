/** How long after its commit a check-in or a check-out can be undone. */
export const UNDO_MILLISECONDS = 10 * 60_000;

/** The actor of changes that the service makes automatically. */
export const SYSTEM = 'SYSTEM';

/** A check-in, a check-out or a correction in the audit log of a booking. */
export interface AuditedStep {
  /** The revision that the step created. */
  revision: number;
  action: 'CHECKED_IN' | 'CHECKED_OUT' | 'CORRECTED';
  actor: string;
  at: number;
}

/**
 * The steps that nobody has undone, in the order of their revisions. Each correction undoes the last step before it.
 */
export function stepsInForce(audited: readonly AuditedStep[]): AuditedStep[] {
  const steps: AuditedStep[] = [];
  for (const step of audited) {
    if (step.action === 'CORRECTED') steps.pop();
    else steps.push(step);
  }
  return steps;
}

/**
 * The step that can be undone until its time is over. Null: no such step exists, or the stay was closed automatically.
 */
export function lastUndoable(audited: readonly AuditedStep[]): AuditedStep | null {
  const last = stepsInForce(audited).at(-1);
  return last === undefined || last.actor === SYSTEM ? null : last;
}
