import { type FormEvent, useState } from 'react';
import type { BookingList, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { navigate } from '../../parts/router.tsx';
import { ApiError, callApi } from '../api.ts';
import { errorText } from '../error-text.ts';
import { useShellWords } from '../language.tsx';
import { HotelIcon } from '../shell/icons.tsx';
import { knownDay, mergeBooking } from '../store/day.ts';
import { BookingCard } from './booking-card.tsx';
import { useReceptionWords } from './reception-words.ts';
import { readVoucherCode } from './voucher-code.ts';

/** Finds a booking by the last six characters of its voucher number. Needed if the voucher cannot be scanned. */
export function FindBooking({ isFirst = false }: { isFirst?: boolean }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [found, setFound] = useState<HotelBooking[]>([]);
  const find = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    setFound([]);
    const code = readVoucherCode(typed);
    if (code === null) return setError(words.findWrong);
    try {
      const bookings = await findByCode(code);
      for (const booking of bookings) mergeBooking(booking);
      if (bookings.length === 1) return navigate(`/hotel/booking/${bookings[0]!.id}`);
      setFound(bookings);
      if (bookings.length === 0) setError(words.findNothing);
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'OFFLINE')
        return setError(errorText(failure, shell));
      const known = [...(knownDay.get()?.bookings.values() ?? [])].find(({ voucher_id }) =>
        voucher_id.endsWith(code),
      );
      if (known !== undefined) return navigate(`/hotel/booking/${known.id}`);
      setError(words.findOffline);
    }
  };
  return (
    <form className="find" onSubmit={find}>
      <label htmlFor="find-code">{isFirst ? words.findLabel : `${words.find}: ${words.findLabel}`}</label>
      <div className="find-row">
        <input
          id="find-code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder="7KMQ2X"
          aria-describedby="find-error"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit">
          <HotelIcon shape="find" /> {words.findButton}
        </button>
      </div>
      <div id="find-error" role="alert">
        {error !== null && <p className="bad">{error}</p>}
      </div>
      {found.length > 1 && (
        <>
          <p>{words.findMany}</p>
          <ul className="cards">
            {found.map((booking) => (
              <BookingCard key={booking.id} booking={booking} showStatus />
            ))}
          </ul>
        </>
      )}
    </form>
  );
}

async function findByCode(code: string): Promise<HotelBooking[]> {
  return (await callApi<BookingList>(`/bookings?code=${code}`)).bookings;
}
