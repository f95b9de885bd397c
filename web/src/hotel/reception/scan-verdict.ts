import type { ScanView, Status } from '../../../../src/http/hotel-page/hotel-api.ts';
import { observable } from '../store/observable.ts';

export interface ScanVerdict {
  bookingId: string;
  isOutdated: boolean;
  /** What the booking was when the paper was scanned: a voucher that was used before must not look valid. */
  statusAtScan: Status;
  /** Who made the last step, and when. Null: it is not known. */
  by: string | null;
  at: string | null;
}

/** What the last scan said. It belongs to one booking, and is forgotten with the page. */
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
