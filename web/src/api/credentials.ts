import { useSyncExternalStore } from 'react';
import { recall, remember } from '../browser/storage.ts';
import { storedObject } from '../browser/stored-object.ts';
import { type Credentials, credentialsOf } from './keys.ts';
import { type ApiResponse, send } from './request.ts';

const listeners = new Set<() => void>();

/**
 * The stored text, and the credentials that were parsed from it. As long as the text is the same, every render must get
 * the same object.
 */
let known: { text: string | null; credentials: Credentials | null } = { text: null, credentials: null };

function current(): Credentials | null {
  const text = recall('credentials');
  if (text !== known.text) known = { text, credentials: storedObject(text) as Credentials | null };
  return known.credentials;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may create new credentials.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The reader's sandbox credentials, for the console and the API reference. Null if there are none yet. */
export function useCredentials(): Credentials | null {
  return useSyncExternalStore(subscribe, current);
}

function keepCredentials(credentials: Credentials): void {
  remember('credentials', JSON.stringify(credentials));
  for (const listener of listeners) listener();
}

/** Creates sandbox credentials and stores them. Returns the response, or null if no response arrived. */
export async function createCredentials(role: 'partner' | 'hotel'): Promise<ApiResponse | null> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await send({
    method: 'POST',
    path: '/v1/sandbox/credentials',
    headers,
    body: { role },
  });
  if (response?.status === 200) keepCredentials(credentialsOf(response.body.data));
  return response;
}
