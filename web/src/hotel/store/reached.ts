import { keep, readKept } from './kept.ts';

/**
 * After this time without a response of the service, the phone may be lost, so the page shows no data and deletes the
 * stored data. The service ends unused sessions after the same time.
 */
const SILENT_MILLISECONDS = 12 * 3_600_000;
/**
 * The time of the last response is stored at most once in this interval, to avoid a write to the disk for every
 * response.
 */
const NOTE_MILLISECONDS = 60_000;

/** The time of the last response of the service, by the clock of the phone. Null if it is not known. */
let reachedAt: number | null = null;
let notedAt = 0;

/** Stores the current time as the time of the last response. */
export function noteReached(): void {
  reachedAt = Date.now();
  if (Math.abs(reachedAt - notedAt) < NOTE_MILLISECONDS) return;
  notedAt = reachedAt;
  void keep('device', 'reached', reachedAt);
}

/**
 * Reads the stored time of the last response. A page that opens without a connection needs the time that an earlier
 * page has stored.
 */
export async function recallReached(): Promise<void> {
  reachedAt ??= await readKept<number>('device', 'reached');
}

/**
 * Called when the stored data is deleted, including the stored time. The time of the next response is then stored at
 * once.
 */
export function forgetNote(): void {
  notedAt = 0;
}

/**
 * Whether stored data must no longer be shown. The function uses the absolute difference between the two times.
 * Otherwise somebody could see the data for longer by setting the clock of the phone back.
 */
export function isSilentTooLong(): boolean {
  return reachedAt === null || Math.abs(Date.now() - reachedAt) > SILENT_MILLISECONDS;
}
