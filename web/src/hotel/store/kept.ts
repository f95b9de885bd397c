import { inStore } from './database.ts';

/**
 * Stores a copy of data from the service, so that a person can read it offline. The key of the copy begins with
 * `owner`, which is the id of a person or `device`. The page also works without these copies, so a failed write is no
 * error.
 */
export async function keep(owner: string, name: string, value: unknown): Promise<void> {
  await inStore('kept', 'readwrite', (store) => store.put(value, `${owner}/${name}`)).catch(() => {});
}

export async function readKept<Value>(owner: string, name: string): Promise<Value | null> {
  const value = await inStore('kept', 'readonly', (store) => store.get(`${owner}/${name}`)).catch(() => null);
  return (value as Value | undefined) ?? null;
}

/** Removes the copies of this owner whose names begin with `prefix`, except copies for which `mayStay` returns true. */
export async function forgetSome(
  owner: string,
  prefix: string,
  mayStay: (value: unknown) => boolean,
): Promise<void> {
  await inStore('kept', 'readwrite', (store) => {
    const reading = store.openCursor();
    reading.onsuccess = () => {
      const cursor = reading.result;
      if (cursor === null) return;
      if (String(cursor.key).startsWith(`${owner}/${prefix}`) && !mayStay(cursor.value)) cursor.delete();
      cursor.continue();
    };
    return reading;
  }).catch(() => {});
}

/** Removes all copies, because they contain data of guests. */
export async function forgetKept(): Promise<void> {
  await inStore('kept', 'readwrite', (store) => store.clear()).catch(() => {});
}
