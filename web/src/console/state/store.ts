import { useSyncExternalStore } from 'react';
import { firstValues } from '../fields.ts';
import { type Event, learn } from './learn.ts';
import { type Call, firstSession, type Session } from './session.ts';

/**
 * The session is kept outside of React, so that a response that arrives while another page is shown is not lost. It is
 * stored per tab, so that two tabs can have different bookings.
 */
const STORED_AS = 'ihc.console';
const WRITE_MILLISECONDS = 300;
/** Browsers store about five million characters. */
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
  // It is stored later, because storing a long search result at every key stroke would delay typing.
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
    // A private window may refuse: the session then lasts as long as the page.
  }
}

/** The session as text. If it is too long to store, the oldest requests of the history are left out. */
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

/** A reload of the page ends its pending requests. */
function interrupted(call: Call): Call {
  return call.outcome === 'pending' ? { ...call, outcome: 'interrupted' } : call;
}
