import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { Link } from '../../parts/router.tsx';
import { shortDayText } from '../dates.ts';
import { nameIn, useLanguage, useShellWords } from '../language.tsx';
import { HotelIcon } from '../shell/icons.tsx';
import { dueText, isDue, newsText, statusText } from './booking-text.ts';
import { useReceptionWords } from './reception-words.ts';

interface CardProps {
  booking: HotelBooking;
  /** Set in the list of new bookings. The card then says why the booking is new, and has a button. */
  onReceived?: () => void;
  /** True if the buttons have just moved and must not react yet. */
  isResting?: boolean;
  isLate?: boolean;
  isWaiting?: boolean;
  showStatus?: boolean;
}

/** One booking in a list. The whole card is the link. */
export function BookingCard({
  booking,
  onReceived,
  isResting = false,
  isLate,
  isWaiting,
  showStatus,
}: CardProps) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const { language } = useLanguage();
  const { guest, room_type, rooms, check_in, check_out, nights } = booking;
  return (
    <li className={`card ${booking.status === 'CANCELLED' ? 'is-cancelled' : ''}`}>
      <Link href={`/hotel/booking/${booking.id}`}>
        <span className="card-name">
          <bdi>{guest.name}</bdi>
          {onReceived !== undefined && <span className="chip news">{newsText(booking, words)}</span>}
          {isLate && <span className="chip late">{words.late}</span>}
          {showStatus && <span className="chip">{statusText(booking, words)}</span>}
          {isWaiting && (
            <span className="chip waiting">
              <HotelIcon shape="clock" /> {words.sending}
            </span>
          )}
        </span>
        <span className="card-stay">
          {shortDayText(check_in, shell)} – {shortDayText(check_out, shell)} · {words.nights(nights)}
        </span>
        <span className="card-room">
          {rooms > 1 && `${words.rooms(rooms)}: `}
          {nameIn(language, room_type)}
        </span>
        <span className={isDue(booking) ? 'card-due is-due' : 'card-due'}>
          <bdi>{dueText(booking, words)}</bdi>
        </span>
      </Link>
      {onReceived !== undefined && (
        <button type="button" className="primary wide" disabled={isResting} onClick={onReceived}>
          <HotelIcon shape="check" /> {words.actions.received}
          <span className="unseen">: {guest.name}</span>
        </button>
      )}
    </li>
  );
}
