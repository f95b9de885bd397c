import type { ScanView, Status } from '../../../../src/http/hotel-page/hotel-api.ts';
import { observable } from '../store/observable.ts';

export interface ScanVerdict {
  bookingId: string;
  isOutdated: boolean;
  /**
   * The status of the booking at the time of the scan. The verdict of the scan must not change when the guest is
   * checked in afterwards.
   */
  statusAtScan: Status;
  /** The person who made the step to this status. Null if the person is not known. */
  by: string | null;
  at: string | null;
}

/**
 * The verdict of the last scan. The verdict is for the scanned booking, and for no other. It is lost when the page is
 * closed.
 */
export const scanVerdict = observable<ScanVerdict | null>(null);

export function verdictOf({ detail, is_outdated }: ScanView): ScanVerdict {
  const { booking, history } = detail;
  const last = history.reduce<(typeof history)[number] | null>(
    (found, line) =>
      line.action === booking.status && (found === null || line.at > found.at) ? line : found,
    null,
  );
  return {
    bookingId: booking.id,
    isOutdated: is_outdated,
    statusAtScan: booking.status,
    by: last?.by ?? null,
    at: last?.at ?? null,
  };
}
