import type { HotelBooking, Status } from '../../../../src/http/hotel-page/hotel-api.ts';
import { nextDay } from '../dates.ts';

export type Action = 'received' | 'check-in' | 'check-out' | 'no-show' | 'cannot-honour' | 'undo';
/**
 * The actions that can be stored until there is a connection. `cannot-honour` is not stored, because the partner must
 * be informed at once.
 */
export type TapAction = Exclude<Action, 'cannot-honour'>;

/**
 * Returns what a reception can do with a booking today. The page uses the result only to choose the buttons. The
 * service checks each action again.
 */
export function possibleActions(booking: HotelBooking, today: string): Action[] {
  const { status, check_in, check_out } = booking;
  const actions: Action[] = booking.received.needed ? ['received'] : [];
  if (status === 'CHECKED_IN') actions.push('check-out');
  if (status === 'CONFIRMED') {
    if (check_in <= today && today <= check_out) actions.push('check-in');
    if (check_in < today && today <= check_out) actions.push('no-show');
    if (today < check_out) actions.push('cannot-honour');
  }
  return actions;
}

/**
 * The remaining nights, which go on sale at once if the guest leaves or does not come. On the check-out day there are
 * no remaining nights.
 */
export function nightsForSale({ check_in, check_out }: HotelBooking, today: string): string[] {
  const nights: string[] = [];
  for (let night = today > check_in ? today : check_in; night < check_out; night = nextDay(night))
    nights.push(night);
  return nights;
}

/** Returns the booking as it will be after the waiting actions are sent. */
export function afterActions(booking: HotelBooking, actions: TapAction[]): HotelBooking {
  let after = booking;
  for (const action of actions)
    after =
      action === 'received'
        ? { ...after, received: { ...after.received, needed: false } }
        : { ...after, status: statusAfter(action, after.status), undo: null };
  return after;
}

/**
 * Returns the last waiting step if it is a check-in or a check-out, and otherwise null. The undo button of a booking
 * withdraws only these steps.
 */
export function withdrawable<Waiting extends { action: TapAction }>(
  waiting: readonly Waiting[],
): Waiting | null {
  const last = waiting.at(-1);
  return last?.action === 'check-in' || last?.action === 'check-out' ? last : null;
}

function statusAfter(action: Exclude<TapAction, 'received'>, status: Status): Status {
  if (action === 'undo') return status === 'CHECKED_OUT' ? 'CHECKED_IN' : 'CONFIRMED';
  return STATUS_AFTER[action];
}

const STATUS_AFTER = { 'check-in': 'CHECKED_IN', 'check-out': 'CHECKED_OUT', 'no-show': 'NO_SHOW' } as const;
