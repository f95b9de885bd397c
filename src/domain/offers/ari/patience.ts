import type { Command } from '../../booking/command.ts';
import { PART_CELLS } from './parts.ts';

/** If the outcome of a command is still unknown after this time, its caller gets OUTCOME_UNKNOWN. */
export const LEAST_PATIENCE_MILLISECONDS = 5_000;
/** The time allowed per part. A part takes about 25 ms on a machine without other load. */
const PART_MILLISECONDS = 1_000;
/** Less than the 60 s after which the server closes an idle connection. */
export const MOST_PATIENCE_MILLISECONDS = 50_000;

/**
 * How long the caller of a command waits. A supplier's message has up to 800 parts, so its sender waits as long as they
 * may take on a busy machine.
 */
export function patienceOf(command: Command): number {
  const parts = command.kind === 'ari' ? Math.ceil(command.message.cells / PART_CELLS) : 0;
  return Math.min(LEAST_PATIENCE_MILLISECONDS + parts * PART_MILLISECONDS, MOST_PATIENCE_MILLISECONDS);
}
