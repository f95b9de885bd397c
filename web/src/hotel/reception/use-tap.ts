import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { useSession } from '../session.ts';
import { useObserved } from '../store/observable.ts';
import { addTap, type Tap, taps } from '../store/taps.ts';
import { afterActions, type TapAction } from './possible-actions.ts';

/**
 * Returns the function that stores and sends a step of a booking. Without a connection, the step is sent when the
 * connection is back.
 */
export function useTap(): (booking: HotelBooking, action: TapAction) => Promise<void> {
  const { person } = useSession();
  return ({ id, voucher_id, revision, undo }, action) =>
    addTap({
      key: makeKey(),
      personId: person.id,
      personName: person.name,
      bookingId: id,
      voucherId: voucher_id,
      action,
      revision: action === 'undo' ? (undo?.revision ?? revision) : revision,
      madeAt: new Date().toISOString(),
    });
}

export function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Returns the unsent steps of this person. */
export function useWaiting(): Tap[] {
  const { person } = useSession();
  return useObserved(taps).filter(({ personId }) => personId === person.id);
}

/** The booking as it will be when the service has executed the waiting steps. */
export function withWaiting(booking: HotelBooking, waiting: Tap[]): HotelBooking {
  return afterActions(
    booking,
    waiting.filter(({ bookingId }) => bookingId === booking.id).map(({ action }) => action),
  );
}
