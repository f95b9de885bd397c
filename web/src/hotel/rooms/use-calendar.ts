import { useCallback, useEffect, useRef, useState } from 'react';
import type { CalendarView } from '../../../../src/http/hotel-page/calendar-api.ts';
import { ApiError, callApi } from '../api.ts';
import { keep, readKept } from '../store/kept.ts';

/** This event is sent to the window when the service reports changed rooms or prices. */
export const CALENDAR_EVENT = 'ihc:calendar';
const SHOWN_DAYS = 14;
const KEPT = 'calendar';

interface Loaded {
  view: CalendarView;
  /** The time at which `view` was loaded. */
  at: string;
}

export interface Calendar {
  loaded: Loaded | null;
  /** Why the last load failed. */
  error: unknown;
  isOffline: boolean;
  load: () => Promise<void>;
}

/** Loads the next 14 days. The last response is stored on the device, so that a person can read it offline. */
export function useCalendar(personId: string): Calendar {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(0);
  const load = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    try {
      const view = await callApi<CalendarView>(`/calendar?days=${SHOWN_DAYS}`);
      // The page has sent another request after this one, so this response may be out of date.
      if (turn !== latest.current) return;
      const fresh = { view, at: new Date().toISOString() };
      setLoaded(fresh);
      setError(null);
      await keep(personId, KEPT, fresh);
    } catch (problem) {
      if (turn !== latest.current) return;
      const kept = await readKept<Loaded>(personId, KEPT);
      setLoaded((shown) => shown ?? kept);
      setError(problem);
    }
  }, [personId]);
  useEffect(() => {
    void load();
    const again = () => void load();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [load]);
  const isOffline = error instanceof ApiError && error.code === 'OFFLINE';
  return { loaded, error, isOffline, load };
}
