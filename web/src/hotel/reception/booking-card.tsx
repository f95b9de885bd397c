import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { Link } from '../../parts/router.tsx';
import { shortDayText } from '../dates.ts';
import { Name, useShellWords } from '../language.tsx';
import { HotelIcon } from '../shell/icons.tsx';
import { newsText, owedText, partyText, statusText } from './booking-text.ts';
import { useReceptionWords } from './reception-words.ts';

interface CardProps {
  booking: HotelBooking;
  /**
   * Called when the person marks the booking as received. The list of new bookings passes this function, and other
   * lists do not. With this function, the card has a button, and shows why the booking is new.
   */
  onReceived?: () => void;
  /**
   * True if the buttons have just moved. The buttons must not react yet, because a tap may be meant for another button.
   */
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
  const { guest, room_type, rooms, check_in, check_out, nights, board, voucher_id } = booking;
  const owed = owedText(booking, { words, shell });
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
          <Name of={room_type} /> · {words.boards[board]} · {partyText(booking, { words, shell })}
        </span>
        <span className={owed.isDue ? 'card-due is-due' : 'card-due'}>
          {owed.label}: <bdi>{owed.text}</bdi>
        </span>
        <span className="card-voucher">
          {words.voucher} <bdi dir="ltr">{voucher_id}</bdi>
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
