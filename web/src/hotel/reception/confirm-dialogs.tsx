import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { BookingDetail, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { callApi } from '../api.ts';
import { dayText, shortDayText } from '../dates.ts';
import { errorText } from '../error-text.ts';
import { useShellWords } from '../language.tsx';
import { useConnection } from '../shell/connection.ts';
import { keepDetail } from '../store/day.ts';
import { useRest } from '../use-rest.ts';
import { noShowText } from './booking-text.ts';
import { nightsForSale } from './possible-actions.ts';
import { useReceptionWords } from './reception-words.ts';
import { makeKey, useTap } from './use-tap.ts';

interface DialogProps {
  booking: HotelBooking;
  today: string;
  onClose: () => void;
}

/**
 * Asks for confirmation if a guest checks out before the last day, because the remaining nights can then be sold at
 * once.
 */
export function CheckOutDialog({ booking, today, onClose }: DialogProps) {
  const words = useReceptionWords();
  const tap = useTap();
  const isResting = useRest(booking.id);
  const report = (event: FormEvent) => {
    event.preventDefault();
    tap(booking, 'check-out');
    onClose();
  };
  return (
    <ConfirmDialog booking={booking} title={words.checkOutTitle} onClose={onClose} onSubmit={report}>
      <p>{words.checkOutNote}</p>
      <NightsForSale booking={booking} today={today} />
      <button type="submit" className="danger wide" disabled={isResting}>
        {words.checkOutYes}
      </button>
    </ConfirmDialog>
  );
}

/** Asks for confirmation of a no-show, because the step cannot be undone. Shows what the no-show costs and who pays. */
export function NoShowDialog({ booking, today, onClose }: DialogProps) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const tap = useTap();
  const isResting = useRest(booking.id);
  const report = (event: FormEvent) => {
    event.preventDefault();
    tap(booking, 'no-show');
    onClose();
  };
  return (
    <ConfirmDialog booking={booking} title={words.noShowTitle} onClose={onClose} onSubmit={report}>
      <p>
        <strong>{noShowText(booking, { words, shell })}</strong>
      </p>
      <p>{words.noShowNote}</p>
      <NightsForSale booking={booking} today={today} />
      <button type="submit" className="danger wide" disabled={isResting}>
        {words.noShowYes}
      </button>
    </ConfirmDialog>
  );
}

/**
 * Reports that the hotel cannot honour a booking. Unlike other steps, this report is never stored for later, because
 * the partner must be informed at once that its guest has no room. So the dialog needs a connection.
 */
export function CannotHonourDialog({ booking, today, onClose }: DialogProps) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const isOffline = useConnection() === 'offline';
  // The dialog keeps its Idempotency-Key, so that a second tap after a lost response does not create a second report.
  const key = useRef(makeKey());
  const [reason, setReason] = useState('');
  const [sellAgain, setSellAgain] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const report = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError(words.honourReasonNeeded);
    setWorking(true);
    try {
      const body = { reason: reason.trim(), sell_again: sellAgain };
      const path = `/bookings/${encodeURIComponent(booking.id)}/cannot-honour`;
      keepDetail(await callApi<BookingDetail>(path, { body, key: key.current }));
      onClose();
    } catch (failure) {
      setError(errorText(failure, shell));
      setWorking(false);
    }
  };
  const change = (next: () => void) => {
    // A changed text is a new report and needs a new key.
    key.current = makeKey();
    next();
  };
  return (
    <ConfirmDialog booking={booking} title={words.honourTitle} onClose={onClose} onSubmit={report}>
      <p>{words.honourNote}</p>
      <label htmlFor="honour-reason">{words.honourReason}</label>
      <textarea
        id="honour-reason"
        rows={2}
        maxLength={500}
        required
        value={reason}
        onChange={(event) => change(() => setReason(event.target.value))}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={sellAgain}
          onChange={(event) => change(() => setSellAgain(event.target.checked))}
        />
        {words.sellAgain}
      </label>
      {sellAgain && <NightsForSale booking={booking} today={today} />}
      <div role="alert">
        {isOffline && <p className="bad">{words.honourOffline}</p>}
        {error !== null && <p className="bad">{error}</p>}
      </div>
      <button type="submit" className="danger wide" disabled={isWorking || isOffline || reason.trim() === ''}>
        {isWorking ? words.sending : words.honourYes}
      </button>
    </ConfirmDialog>
  );
}

/** Lists the nights that go on sale. On the check-out day, no nights go on sale. */
function NightsForSale({ booking, today }: Omit<DialogProps, 'onClose'>) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const nights = nightsForSale(booking, today).map((night) => shortDayText(night, shell));
  return nights.length === 0 ? null : (
    <p className="notice">{words.forSale(nights.join(`${shell.comma} `))}</p>
  );
}

interface ConfirmProps extends Omit<DialogProps, 'today'> {
  title: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** Shows the guest's name and the dates, because the person may have tapped the wrong booking. */
function ConfirmDialog({ booking, title, onClose, onSubmit, children }: ConfirmProps) {
  const shell = useShellWords();
  return (
    <Dialog title={title} closeText={null} onClose={onClose} className="confirm">
      <form onSubmit={onSubmit}>
        <h2>{title}</h2>
        <p className="dialog-who">
          <strong>
            <bdi>{booking.guest.name}</bdi>
          </strong>
          <br />
          {dayText(booking.check_in, shell)} – {dayText(booking.check_out, shell)}
        </p>
        {children}
        <button type="button" className="wide" onClick={onClose}>
          {shell.cancel}
        </button>
      </form>
    </Dialog>
  );
}
