import type { Command } from '../../booking/command.ts';
import { PART_CELLS } from './parts.ts';

/** After this time without knowing what became of a command, its caller gets OUTCOME_UNKNOWN. */
export const LEAST_PATIENCE_MILLISECONDS = 5_000;
/** A part takes about 25 ms on a quiet machine. */
const PART_MILLISECONDS = 1_000;
/** Below the 60 s after which the server closes a silent connection. */
export const MOST_PATIENCE_MILLISECONDS = 50_000;

/** A message of a supplier has up to 800 parts. Its sender waits as long as they may take on a busy machine. */
export function patienceOf(command: Command): number {
  const parts = command.kind === 'ari' ? Math.ceil(command.message.cells / PART_CELLS) : 0;
  return Math.min(LEAST_PATIENCE_MILLISECONDS + parts * PART_MILLISECONDS, MOST_PATIENCE_MILLISECONDS);
}
