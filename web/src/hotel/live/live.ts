import type { LiveBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { REACHED } from '../api.ts';
import { loadSession } from '../session.ts';
import { connection } from '../shell/connection.ts';
import { closeDay, knownDay, loadDay, mergeBooking, openDay, turnDay } from '../store/day.ts';
import { openTaps, sendTaps } from '../store/taps.ts';
import { waitingCount } from '../store/waiting.ts';

const POLL_MILLISECONDS = 15_000;
/**
 * While the page is offline, it tries to connect at this interval, because browsers do not always report a new
 * connection.
 */
const RETRY_MILLISECONDS = 5_000;
/**
 * Even while a stream is open, the page loads the bookings of the day at this interval, because the browser may not
 * notice that the stream is broken.
 */
const CHECK_MILLISECONDS = 120_000;

/** Starts to keep the bookings of the day up to date. Returns the function that stops the updates. */
export function startLive(personId: string): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let source: EventSource | null = null;
  let timer = 0;
  let isRunning = false;
  let streamAfter = 0;

  const drop = () => {
    source?.close();
    source = null;
  };
  const pause = () => {
    if (connection.get() === 'offline') return RETRY_MILLISECONDS;
    const isQuiet = source?.readyState === EventSource.OPEN && waitingCount.get() === 0;
    return isQuiet ? CHECK_MILLISECONDS : POLL_MILLISECONDS;
  };
  const schedule = () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(cycle, pause());
  };
  const cycle = async () => {
    if (isRunning || signal.aborted) return;
    isRunning = true;
    try {
      await sendTaps();
      await loadDay();
      listen();
    } catch {
      // The page already shows that the service cannot be reached. The next cycle starts when the timer ends, or when
      // the browser reports a connection.
    } finally {
      isRunning = false;
      schedule();
    }
  };
  const listen = () => {
    if (source !== null || signal.aborted || Date.now() < streamAfter) return;
    const after = knownDay.get()?.event ?? 0;
    source = new EventSource(`/hotel/api/events?after=${after}&staff=${encodeURIComponent(personId)}`);
    source.onopen = () => {
      connection.set('live');
      schedule();
    };
    source.onerror = () => {
      connection.set(navigator.onLine && connection.get() !== 'offline' ? 'polling' : 'offline');
      if (source?.readyState === EventSource.CLOSED) source = null;
      schedule();
    };
    source.addEventListener('booking', ({ data }) => {
      const { booking, event } = JSON.parse(data) as LiveBooking;
      mergeBooking(booking, event);
    });
    source.addEventListener('calendar', () => dispatchEvent(new Event('ihc:calendar')));
    source.addEventListener('end', () => {
      drop();
      connection.set('polling');
      // The service ends a stream if the session has ended, or if this browser has too many tabs. The tab waits before
      // it opens a new stream. Otherwise the tabs would end each other's streams again and again.
      streamAfter = Date.now() + POLL_MILLISECONDS;
      loadSession();
      schedule();
    });
  };

  addEventListener(
    REACHED,
    (event) => {
      const wasOffline = connection.get() === 'offline';
      if (!(event as CustomEvent<boolean>).detail) connection.set('offline');
      else if (wasOffline) {
        connection.set(source?.readyState === EventSource.OPEN ? 'live' : 'polling');
        setTimeout(cycle);
      }
    },
    { signal },
  );
  addEventListener('online', cycle, { signal });
  addEventListener(
    'offline',
    () => {
      drop();
      connection.set('offline');
    },
    { signal },
  );
  // Phones stop the timers of pages that are not visible.
  document.addEventListener('visibilitychange', () => document.hidden || cycle(), { signal });
  const clock = setInterval(() => turnDay() && cycle(), 30_000);

  (async () => {
    await Promise.all([openDay(personId), openTaps(personId)]);
    await cycle();
  })();
  return () => {
    stopping.abort();
    clearTimeout(timer);
    clearInterval(clock);
    drop();
    closeDay();
    openTaps(null);
  };
}
