const NAME = 'ihc-hotel';
const VERSION = 1;

export type StoreName = 'kept' | 'taps';

let opening: Promise<IDBDatabase> | null = null;

/** What the page keeps on the device. A browser may refuse to store anything: callers then work without it. */
function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('kept');
      request.result.createObjectStore('taps', { keyPath: 'id', autoIncrement: true });
    };
    request.onsuccess = () => {
      // The browser closes it when the service has it cleared at sign-out.
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

/** Runs one request and waits until it is on the disk: a phone may be switched off a moment later. */
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
