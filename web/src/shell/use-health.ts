import { useEffect, useState } from 'react';

export type Health = 'operational' | 'degraded' | 'unreachable';

const LOOK_AGAIN_MILLISECONDS = 30_000;

/**
 * The health of the service. The page reads the health regularly while it is visible. Null before the first response.
 */
export function useHealth(): Health | null {
  const [health, setHealth] = useState<Health | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const seen = await readHealth();
      if (isCurrent) setHealth(seen);
    };
    look();
    const timer = setInterval(() => !document.hidden && look(), LOOK_AGAIN_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, []);
  return health;
}

async function readHealth(): Promise<Health> {
  try {
    const report = (await (await fetch('/v1/health')).json()) as { status: string };
    return report.status === 'OPERATIONAL' ? 'operational' : 'degraded';
  } catch {
    return 'unreachable';
  }
}
