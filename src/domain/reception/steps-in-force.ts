/** How long a check-in or a check-out can be undone after it was recorded. */
export const UNDO_MILLISECONDS = 10 * 60_000;

/** The actor that is stored for changes that the service makes automatically. */
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
 * Returns the steps that nobody has undone, in the order of their revisions. Each correction undoes the last earlier
 * step that was not undone yet.
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
 * Returns the last step in force, which can be undone for a limited time. Null: no step is in force, or the service
 * closed the stay automatically.
 */
export function lastUndoable(audited: readonly AuditedStep[]): AuditedStep | null {
  const last = stepsInForce(audited).at(-1);
  return last === undefined || last.actor === SYSTEM ? null : last;
}
