const NAME = 'ihc-hotel';
const VERSION = 1;

export type StoreName = 'kept' | 'taps';

let opening: Promise<IDBDatabase> | null = null;

/**
 * Opens the database in which the page stores data on the device. If the browser refuses, the page works without stored
 * data.
 */
function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('kept');
      request.result.createObjectStore('taps', { keyPath: 'id', autoIncrement: true });
    };
    request.onsuccess = () => {
      // After a sign-out, the browser may clear the stored data and close the database.
      request.result.onclose = () => {
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

/**
 * Runs one request in a transaction. A write ends only when its data is on disk, because the phone may be switched off
 * at any time.
 */
export async function inStore<Result>(
  name: StoreName,
  mode: 'readonly' | 'readwrite',
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
