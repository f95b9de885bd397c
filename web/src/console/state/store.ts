import { useSyncExternalStore } from 'react';
import { firstValues } from '../fields.ts';
import { type Event, learn } from './learn.ts';
import { type Call, firstSession, type Session } from './session.ts';

/**
 * The session is kept outside of React. Otherwise the console would lose a response that arrives while another page is
 * shown. Each tab has a separate session, so that two tabs can have different bookings.
 */
const STORED_AS = 'ihc.console';
const WRITE_MILLISECONDS = 300;
/** The longest text that the page stores. Browsers store about five million characters. */
const STORED_LIMIT = 2_000_000;

let session: Session = restored();
const listeners = new Set<() => void>();
let writing: ReturnType<typeof setTimeout> | null = null;

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dispatch(event: Event): void {
  const next = learn(session, event);
  if (next === session) return;
  session = next;
  // The session is stored after a delay. Typing would be slow if each key stroke stored a session with a long search
  // result.
  writing ??= setTimeout(write, WRITE_MILLISECONDS);
  for (const listener of listeners) listener();
}

addEventListener('pagehide', () => writing !== null && write());

function write(): void {
  if (writing !== null) clearTimeout(writing);
  writing = null;
  try {
    sessionStorage.setItem(STORED_AS, storedText());
  } catch {
    // If the browser refuses to store the session, it lasts as long as the page is open.
  }
}

/** The session as text. If the text is too long to store, the oldest requests of the history are left out. */
function storedText(): string {
  let history = session.history;
  let text = JSON.stringify(session);
  while (text.length > STORED_LIMIT && history.length > 0) {
    history = history.slice(Math.ceil(history.length / 2));
    text = JSON.stringify({ ...session, history });
  }
  return text;
}

function restored(): Session {
  const first = firstSession(null);
  try {
    const text = sessionStorage.getItem(STORED_AS);
    if (text === null) return first;
    const stored = JSON.parse(text) as Session;
    return {
      ...first,
      ...stored,
      values: { ...firstValues(), ...stored.values },
      history: stored.history.map(interrupted),
    };
  } catch {
    return first;
  }
}

/** Marks a pending request as interrupted, because the reload has ended the request. */
function interrupted(call: Call): Call {
  return call.outcome === 'pending' ? { ...call, outcome: 'interrupted' } : call;
}
