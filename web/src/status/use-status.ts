import { useEffect, useState } from 'react';
import type { StatusData } from './status-data.ts';

const EVERY_MILLISECONDS = 30_000;
const LIMIT_MILLISECONDS = 10_000;

export interface SeenStatus {
  /** The last response. Null before the first response. */
  data: StatusData | null;
  /** True if the last request received no valid response. */
  isUnreachable: boolean;
}

/**
 * Reads the status at once, and every 30 seconds while the page is visible. After a failure, the data of the last valid
 * response stays.
 */
export function useStatus(): SeenStatus {
  const [seen, setSeen] = useState<SeenStatus>({ data: null, isUnreachable: false });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const data = await readStatus();
      if (!isGone) setSeen((before) => ({ data: data ?? before.data, isUnreachable: data === null }));
    };
    look();
    const timer = setInterval(look, EVERY_MILLISECONDS);
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return seen;
}

async function readStatus(): Promise<StatusData | null> {
  try {
    const response = await fetch('/v1/status', { signal: AbortSignal.timeout(LIMIT_MILLISECONDS) });
    return response.ok ? (await response.json()).data : null;
  } catch {
    return null;
  }
}
