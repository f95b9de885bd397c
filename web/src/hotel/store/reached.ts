import { keep, readKept } from './kept.ts';

/** As long as the service keeps a session that nobody uses. A phone that was lost shows and stores nothing after that. */
const SILENT_MILLISECONDS = 12 * 3_600_000;
/** Every note is a write to the disk. */
const NOTE_MILLISECONDS = 60_000;

/** When the service responded last, by the clock of the phone. Null: not known. */
let reachedAt: number | null = null;
let notedAt = 0;

/** Remembers that the service has responded. */
export function noteReached(): void {
  reachedAt = Date.now();
  if (Math.abs(reachedAt - notedAt) < NOTE_MILLISECONDS) return;
  notedAt = reachedAt;
  void keep('device', 'reached', reachedAt);
}

/** For a page that opens offline: the last one may have been closed since. */
export async function recallReached(): Promise<void> {
  reachedAt ??= await readKept<number>('device', 'reached');
}

/** What is stored was deleted, this note too: the next respond is noted at once. */
export function forgetNote(): void {
  notedAt = 0;
}

/** Whether stored data may not be shown any more. A clock that was set back is no reason to show it longer. */
export function isSilentTooLong(): boolean {
  return reachedAt === null || Math.abs(Date.now() - reachedAt) > SILENT_MILLISECONDS;
}
