import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a very busy machine. A check that becomes true ends at once, so this limit costs no time. */
export const PATIENCE_MILLISECONDS = 30_000;

/** Repeats a check until it is true. Returns false if the check does not become true in time. */
export async function comesTrue(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await check())) {
    if (Date.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/** Repeats a check until it is true. Fails if the check does not become true in time. */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await comesTrue(check))) throw new Error(`not within ${PATIENCE_MILLISECONDS / 1000} s: ${check}`);
}
