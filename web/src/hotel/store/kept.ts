import { inStore } from './database.ts';

/**
 * Copies of what the service said, so that it stays readable offline. They belong to one person: `owner` is part
 * of each name. Nothing here is needed for correctness, so a browser that stores nothing is no error.
 */
export async function keep(owner: string, name: string, value: unknown): Promise<void> {
  await inStore('kept', 'readwrite', (store) => store.put(value, `${owner}/${name}`)).catch(() => {});
}

export async function readKept<Value>(owner: string, name: string): Promise<Value | null> {
  const value = await inStore('kept', 'readonly', (store) => store.get(`${owner}/${name}`)).catch(() => null);
  return (value as Value | undefined) ?? null;
}

/** Removes a person's copies whose names begin with `prefix`, except those for which `mayStay` returns true. */
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

/** Removes the stored data of guests. */
export async function forgetKept(): Promise<void> {
  await inStore('kept', 'readwrite', (store) => store.clear()).catch(() => {});
}
