import { useEffect, useState } from 'react';
import type { BookingDetail, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { Link } from '../../parts/router.tsx';
import { ApiError } from '../api.ts';
import { instantText, timeText } from '../dates.ts';
import { errorText } from '../error-text.ts';
import { useShellWords } from '../language.tsx';
import { useConnection } from '../shell/connection.ts';
import { HotelIcon } from '../shell/icons.tsx';
import { loadDetail, readKeptDetail, useKnownDay } from '../store/day.ts';
import { newerOf } from '../store/merge.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { BookingHistory } from './booking-history.tsx';
import { statusText } from './booking-text.ts';
import { useReceptionWords } from './reception-words.ts';
import { scanVerdict } from './scan-verdict.ts';
import { useWaiting, withWaiting } from './use-tap.ts';

/** One booking. On a phone, the facts that a reception needs first are visible without scrolling. */
export function BookingPage({ id }: { id: string }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const isOffline = useConnection() === 'offline';
  const [detail, error] = useDetail(id);
  const waiting = useWaiting();
  const day = useKnownDay();
  const back = (
    <Link href="/hotel" className="back">
      <HotelIcon shape="back" /> {shell.tabs.reception}
    </Link>
  );
  if (detail === null)
    return (
      <>
        {back}
        {error === null ? <p className="hint">{shell.loading}</p> : <NotThere error={error} />}
      </>
    );
  const booking = withWaiting(detail.booking, waiting);
  return (
    <article className="booking">
      <div className="booking-top">
        {back}
        <span className={`chip status-${booking.status}`}>{statusText(booking, words)}</span>
      </div>
      {isOffline && day !== null && (
        <p className="chip late">
          {shell.connection.offline}. {shell.asOf(timeText(day.asOf))}
        </p>
      )}
      <Verdict booking={detail.booking} />
      <BookingFacts booking={booking} />
      <BookingActions booking={booking} />
      <BookingHistory detail={detail} />
    </article>
  );
}

/** After a scan, the first line shows whether the voucher can be accepted. */
function Verdict({ booking }: { booking: HotelBooking }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const verdict = scanVerdict.get();
  if (verdict === null || verdict.bookingId !== booking.id) return null;
  const ended = booking.ended === null ? '' : instantText(booking.ended.at, shell);
  const kind =
    verdict.statusAtScan !== 'CONFIRMED' ? 'used' : verdict.isOutdated ? 'outdated' : ('valid' as const);
  const texts = {
    valid: words.scanned.valid,
    outdated: words.scanned.outdated,
    used: words.scanned.used[verdict.statusAtScan](ended),
  };
  return (
    <p className={`verdict ${kind}`} role="status">
      <HotelIcon shape={kind === 'valid' ? 'check' : 'alert'} /> {texts[kind]}
      {kind === 'used' && verdict.by !== null && (
        <>
          {' '}
          <bdi>{verdict.by}</bdi>
          {shell.comma} {instantText(verdict.at!, shell)}
        </>
      )}
    </p>
  );
}

function NotThere({ error }: { error: ApiError | Error }) {
  const words = useReceptionWords();
  const shell = useShellWords();
  const isOffline = error instanceof ApiError && error.code === 'OFFLINE';
  return (
    <div role="alert" className="empty">
      <p>{isOffline ? words.notKept : errorText(error, shell)}</p>
      <Link href="/hotel" className="primary large">
        {shell.toReception}
      </Link>
    </div>
  );
}

/**
 * Returns the newest known state of a booking: first the stored copy, then the response of the service, then states
 * from the stream.
 */
function useDetail(id: string): [BookingDetail | null, Error | null] {
  const [detail, setDetail] = useState<BookingDetail | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const live = useKnownDay()?.bookings.get(id);
  const event = live?.event ?? 0;
  const isReceived = live?.received.needed === false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer event adds a line to the history.
  useEffect(() => {
    let isCurrent = true;
    const show = (next: BookingDetail) => {
      if (isCurrent) setDetail((known) => newerDetail(known, next));
    };
    readKeptDetail(id).then((kept) => kept !== null && show(kept));
    loadDetail(id).then(show, (failure) => isCurrent && setError(failure));
    return () => {
      isCurrent = false;
    };
  }, [id, event, isReceived]);
  if (detail === null) return [live === undefined ? null : { booking: live, history: [] }, error];
  return [live === undefined ? detail : { ...detail, booking: newerOf(detail.booking, live) }, error];
}

function newerDetail(known: BookingDetail | null, next: BookingDetail): BookingDetail {
  if (known === null) return next;
  const booking = newerOf(known.booking, next.booking);
  return { booking, history: next.history.length >= known.history.length ? next.history : known.history };
}
