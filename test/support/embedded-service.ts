import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the process id of the PostgreSQL server in the service's data folder. */
export function postmasterOf(dataDirectory: string): number {
  const file = join(dataDirectory, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) throw new Error(`no PostgreSQL runs in ${dataDirectory}`);
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

/**
 * Books with several callers at once until the service stops responding, at most 5,000 times per caller. Returns how
 * many bookings were confirmed.
 */
export async function bookUntilGone(
  base: string,
  headers: Record<string, string>,
  body: unknown,
  callers: number,
): Promise<number> {
  let made = 0;
  const call = async () => {
    for (let attempt = 0; attempt < 5_000; attempt += 1) {
      const response = await fetch(`${base}/bookings`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => null);
      if (response === null) return;
      await response.text().catch(() => '');
      if (response.status === 200) made += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return made;
}
