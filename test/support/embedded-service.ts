import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process that PostgreSQL runs as, whose data folder lies below the service's or where its user can reach it. */
export function postmasterOf(dataDirectory: string): number {
  const file = join(dataDirectory, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) throw new Error(`no PostgreSQL runs in ${dataDirectory}`);
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

/** Bookings without end, a few at a time, until the service does not answer any more. Returns how many were made. */
export async function bookUntilGone(
  base: string,
  headers: Record<string, string>,
  body: unknown,
  callers: number,
): Promise<number> {
  let made = 0;
  const call = async () => {
    for (let attempt = 0; attempt < 5_000; attempt += 1) {
      const answer = await fetch(`${base}/bookings`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => null);
      if (answer === null) return;
      await answer.text().catch(() => '');
      if (answer.status === 200) made += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return made;
}
