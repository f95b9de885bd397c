import type { Command } from '../../booking/command.ts';
import { PART_CELLS } from './parts.ts';

/**
 * The caller of a command waits at least this long for the outcome. If the outcome is then still unknown, the caller
 * receives OUTCOME_UNKNOWN.
 */
export const LEAST_PATIENCE_MILLISECONDS = 5_000;
/** The additional waiting time for each part. A part takes about 25 ms on a machine without other load. */
const PART_MILLISECONDS = 1_000;
/** The longest wait must be shorter than 60 s, because the server closes an idle connection after 60 s. */
export const MOST_PATIENCE_MILLISECONDS = 50_000;

/**
 * Returns how long the caller of a command waits. A supplier's message has up to 800 parts, so this time depends on the
 * number of parts. The time is long enough for all parts even on a busy machine.
 */
export function patienceOf(command: Command): number {
  const parts = command.kind === 'ari' ? Math.ceil(command.message.cells / PART_CELLS) : 0;
  return Math.min(LEAST_PATIENCE_MILLISECONDS + parts * PART_MILLISECONDS, MOST_PATIENCE_MILLISECONDS);
}
