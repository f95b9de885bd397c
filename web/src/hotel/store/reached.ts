import { keep, readKept } from './kept.ts';

/** After this time offline, a phone shows and stores no data, because it may be lost. Unused sessions end then too. */
const SILENT_MILLISECONDS = 12 * 3_600_000;
/** The time is stored at most this often, because each time is a write to the disk. */
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

/** Whether stored data must no longer be shown. Setting back the phone's clock must not extend the time. */
export function isSilentTooLong(): boolean {
  return reachedAt === null || Math.abs(Date.now() - reachedAt) > SILENT_MILLISECONDS;
}
