import { useEffect, useState } from 'react';
import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { dayText } from '../dates.ts';
import { useShellWords } from '../language.tsx';
import { useConnection } from '../shell/connection.ts';
import { HotelIcon } from '../shell/icons.tsx';
import { knownDay, serviceNow, todayInBaghdad, useKnownDay } from '../store/day.ts';
import { useObserved } from '../store/observable.ts';
import { halted, withdrawTap } from '../store/taps.ts';
import { useRest } from '../use-rest.ts';
import { CannotHonourDialog, CheckOutDialog, NoShowDialog } from './confirm-dialogs.tsx';
import {
  type Action,
  nightsForSale,
  possibleActions,
  type TapAction,
  withdrawable,
} from './possible-actions.ts';
import { useReceptionWords } from './reception-words.ts';
import { useTap, useWaiting } from './use-tap.ts';

/**
 * The buttons of a booking. The button of the next step is large. If a step puts nights on sale or cannot be undone, a
 * dialog asks for confirmation.
 */
export function BookingActions({ booking }: { booking: HotelBooking }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const isOffline = useConnection() === 'offline';
  const isHalted = useObserved(halted);
  const tap = useTap();
  const waiting = useWaiting().filter(({ bookingId }) => bookingId === booking.id);
  const today = useKnownDay()?.today ?? todayInBaghdad();
  const [asking, setAsking] = useState<Action | null>(null);
  const unsent = withdrawable(waiting);
  const isUndoable = useIsAhead(booking.undo?.until ?? null) || unsent !== null;
  const possible = withMainFirst(possibleActions(booking, today));
  const actions = [...possible, ...(isUndoable ? (['undo'] as const) : [])];
  const undo = async () => {
    if (unsent === null) return tap(booking, 'undo');
    if (await withdrawTap(unsent)) return;
    const sent = knownDay.get()?.bookings.get(booking.id);
    if (sent?.undo != null && sent.undo.revision > unsent.revision) await tap(sent, 'undo');
  };
  const act = (action: Action) => {
    const sells = action === 'check-out' && nightsForSale(booking, today).length > 0;
    if (action === 'undo') void undo();
    else if (sells || action === 'no-show' || action === 'cannot-honour') setAsking(action);
    else tap(booking, action);
  };
  const isResting = useRest(`${actions.join(' ')} ${asking}`);
  const isEarly = booking.status === 'CONFIRMED' && booking.check_in > today;
  const close = () => setAsking(null);
  return (
    <div className="booking-actions">
      {waiting.map(({ key, action }) => (
        <p key={key} className="notice" role="status">
          <HotelIcon shape="clock" />{' '}
          {isOffline ? words.waiting(words.actions[action]) : isHalted ? words.held : words.sending}
        </p>
      ))}
      {actions.map((action, index) => (
        <button
          key={action}
          type="button"
          className={index === 0 && MAIN_STEPS.includes(action) ? 'primary wide' : LOOKS[action]}
          disabled={isResting || waiting.some((one) => one.action === (action as TapAction))}
          onClick={() => act(action)}
        >
          {action === 'undo' ? words.undoOf[booking.status] : words.actions[action]}
        </button>
      ))}
      {isEarly && <p className="hint">{words.tooEarly(dayText(booking.check_in, shell))}</p>}
      {asking === 'check-out' && <CheckOutDialog booking={booking} today={today} onClose={close} />}
      {asking === 'no-show' && <NoShowDialog booking={booking} today={today} onClose={close} />}
      {asking === 'cannot-honour' && <CannotHonourDialog booking={booking} today={today} onClose={close} />}
    </div>
  );
}

/**
 * Steps that can be the main step of a booking. After a check-in, nobody has to mark the booking as received, so the
 * check-in comes first.
 */
const MAIN_STEPS: Action[] = ['check-in', 'check-out', 'received'];

/** Puts the main step first. Only this step has a primary button. */
function withMainFirst(actions: Action[]): Action[] {
  const main = MAIN_STEPS.find((one) => actions.includes(one));
  return main === undefined ? actions : [main, ...actions.filter((one) => one !== main)];
}

const LOOKS: Record<Action, string> = {
  received: 'wide',
  'check-in': 'wide',
  'check-out': 'wide',
  'no-show': 'half',
  'cannot-honour': 'half danger',
  undo: 'wide',
};

/** Whether an instant is in the future, by the clock of the service. */
function useIsAhead(instant: string | null): boolean {
  const [, setChecked] = useState(0);
  const left = instant === null ? 0 : Date.parse(instant) - serviceNow();
  useEffect(() => {
    if (instant === null) return;
    const timer = setTimeout(() => setChecked(Date.now()), Date.parse(instant) - serviceNow());
    return () => clearTimeout(timer);
  }, [instant]);
  return left > 0;
}
