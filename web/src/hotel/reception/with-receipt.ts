import type { BookingDetail, HistoryLine } from '../../../../src/http/hotel-page/hotel-api.ts';

/**
 * Returns the history with a line for the receipt: who marked the booking as received, and when. The lines are ordered
 * by time. The service stores the receipt apart from the history.
 */
export function withReceipt({ booking: { received, revision }, history }: BookingDetail): HistoryLine[] {
  const { at, by } = received;
  if (at === null || by === null) return history;
  const receipt = { at, by, action: 'RECEIVED', revision, reason: null };
  return [...history, receipt].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
