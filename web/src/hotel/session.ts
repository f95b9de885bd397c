import type { EnterBody, SessionView, SignInBody } from '../../../src/http/hotel-page/hotel-api.ts';
import { recallAll, remember, rememberAll } from '../browser/storage.ts';
import { ApiError, callApi, RESPONDED, SIGNED_OUT, setPerson } from './api.ts';
import { closeDay } from './store/day.ts';
import { forgetKept, keep, readKept } from './store/kept.ts';
import { observable, useObserved } from './store/observable.ts';
import { forgetNote, isSilentTooLong, noteReached, recallReached } from './store/reached.ts';
import { taps } from './store/taps.ts';
import { registerWorkers } from './workers.ts';

export type SessionState =
  | { status: 'unknown' }
  /** `isKept`: the phone was offline and could not ask the service, so this is what it said last. */
  | { status: 'in'; session: SessionView; isKept: boolean }
  /**
   * `ended`: the session of this person ended while the page was open. `isTooLong`: the service could not be reached for
   * so long that what was stored is deleted.
   */
  | { status: 'out'; ended: SessionView | null; isTooLong: boolean };

export const sessionState = observable<SessionState>({ status: 'unknown' });

/** Keys that check vouchers. They are public, and needed also when nobody is signed in. */
export const VOUCHER_KEYS = 'voucher-keys';

const SILENCE_CHECK_MILLISECONDS = 30_000;

/** Other tabs of this browser have the same cookie: they must know when it changes. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ihc-hotel-session') : null;

export function useSessionState(): SessionState {
  return useObserved(sessionState);
}

/** The session of a screen that is shown only to people who are signed in. */
export function useSession(): SessionView {
  const state = useSessionState();
  if (state.status !== 'in') throw new Error('this screen needs a session');
  return state.session;
}

/** Asks the service who is signed in. Without a line the last known session is shown. */
export async function loadSession(): Promise<void> {
  try {
    await setSignedIn(await callApi<SessionView>('/session', { asAnybody: true }));
  } catch (error) {
    // Not by the status alone: a hotspot may want a name and a password too.
    if (error instanceof ApiError && error.code === 'SIGN_IN_REQUIRED') return endLocally();
    if (sessionState.get().status !== 'unknown') return;
    const session = await readKept<SessionView>('device', 'session');
    await recallReached();
    if (session === null) sessionState.set({ status: 'out', ended: null, isTooLong: false });
    else if (isSilentTooLong()) await forgetAfterSilence();
    else showSession(session, true);
  }
}

export async function signIn(body: SignInBody): Promise<void> {
  await beginSession(await callApi<SessionView>('/session', { body, asAnybody: true }));
}

export async function enterByLink(body: EnterBody): Promise<void> {
  await beginSession(await callApi<SessionView>('/session/enter', { body, asAnybody: true }));
}

/** Call this with the response of everything that signs in. */
export async function beginSession(session: SessionView): Promise<void> {
  await setSignedIn(session);
  tabs?.postMessage('changed');
}

/** Needs a line: only the service can end a session. Removes what was stored about guests. */
export async function signOut(): Promise<void> {
  const choices = recallAll();
  // The browser clears everything that the page has stored, unless steps wait here: they belong to whoever tapped them.
  const path = taps.get().length === 0 ? '/session' : '/session?steps=waiting';
  await callApi(path, { method: 'DELETE' }).catch((error) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  });
  setPerson(null);
  await forgetGuests();
  rememberAll(choices);
  registerWorkers();
  sessionState.set({ status: 'out', ended: null, isTooLong: false });
  tabs?.postMessage('changed');
}

async function setSignedIn(session: SessionView): Promise<void> {
  const last = await readKept<SessionView>('device', 'session');
  // What one person has seen is not shown to the next one.
  if (last !== null && last.person.id !== session.person.id) await forgetGuests();
  await keep('device', 'session', session);
  noteReached();
  remember(VOUCHER_KEYS, JSON.stringify(session.voucher_keys));
  showSession(session, false);
}

function showSession(session: SessionView, isKept: boolean): void {
  setPerson(session.person.id);
  sessionState.set({ status: 'in', session, isKept });
}

/** The service does not know this person any more: a colleague was suspended, or the phone is lost. */
async function endLocally(): Promise<void> {
  const state = sessionState.get();
  setPerson(null);
  if (state.status !== 'out') {
    const ended = state.status === 'in' ? state.session : null;
    sessionState.set({ status: 'out', ended, isTooLong: false });
  }
  await forgetGuests();
}

/** Nobody knows who holds the phone now: the page shows nothing, and deletes what it has stored about guests. */
async function forgetAfterSilence(): Promise<void> {
  setPerson(null);
  sessionState.set({ status: 'out', ended: null, isTooLong: true });
  await forgetGuests();
}

/** A phone stops the timers of a page that is not shown, so it is also asked when the page is shown again. */
function watchSilence(): void {
  if (sessionState.get().status === 'in' && isSilentTooLong()) void forgetAfterSilence().then(loadSession);
}

/** The day is closed first: what still arrives for it is then not stored again. */
async function forgetGuests(): Promise<void> {
  closeDay();
  forgetNote();
  await forgetKept();
}

/** Follows what happens to the session elsewhere. Called once. */
export function watchSession(): void {
  addEventListener(SIGNED_OUT, () => loadSession());
  tabs?.addEventListener('message', () => loadSession());
  addEventListener(RESPONDED, noteReached);
  setInterval(watchSilence, SILENCE_CHECK_MILLISECONDS);
  document.addEventListener('visibilitychange', watchSilence);
  addEventListener('online', () => {
    if (sessionState.get().status === 'out') void loadSession();
  });
}
