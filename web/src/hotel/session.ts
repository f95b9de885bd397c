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
  /**
   * `isKept` is true if the phone was offline when the page opened. `session` is then the session that was stored after
   * an earlier response.
   */
  | { status: 'in'; session: SessionView; isKept: boolean }
  /**
   * `ended` is the session that ended while the page was open. `isTooLong` is true if the page has deleted the stored
   * data, because it could not reach the service for a long time.
   */
  | { status: 'out'; ended: SessionView | null; isTooLong: boolean };

export const sessionState = observable<SessionState>({ status: 'unknown' });

/**
 * The public keys that verify vouchers are stored under this name. The keys stay after a sign-out, because vouchers can
 * be checked without a session.
 */
export const VOUCHER_KEYS = 'voucher-keys';

const SILENCE_CHECK_MILLISECONDS = 30_000;

/** Notifies the other tabs when the session cookie changes, because all tabs share this cookie. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ihc-hotel-session') : null;

export function useSessionState(): SessionState {
  return useObserved(sessionState);
}

/** Returns the session. Throws if nobody is signed in, so only screens for signed-in people may call this function. */
export function useSession(): SessionView {
  const state = useSessionState();
  if (state.status !== 'in') throw new Error('this screen needs a session');
  return state.session;
}

/**
 * Requests the session from the service. If the page has just opened and the service cannot be reached, the page shows
 * the stored session.
 */
export async function loadSession(): Promise<void> {
  try {
    await setSignedIn(await callApi<SessionView>('/session', { asAnybody: true }));
  } catch (error) {
    // The condition uses the error code, not the status 401, because the login page of a hotspot may also respond with
    // 401.
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

/** Begins the session that the response to a sign-in contains. */
export async function beginSession(session: SessionView): Promise<void> {
  await setSignedIn(session);
  tabs?.postMessage('changed');
}

/**
 * Signs out, and removes the stored data of guests. Signing out needs a connection, because only the service can end a
 * session.
 */
export async function signOut(): Promise<void> {
  const choices = recallAll();
  // The header `Clear-Site-Data` of the response makes the browser clear everything that the page has stored. If unsent
  // steps are waiting, the query makes the service leave out this header.
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
  // A person must not see the stored data of the previous person.
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

/** Ends the session on this device after the service has ended it, for example because the person was suspended. */
async function endLocally(): Promise<void> {
  const state = sessionState.get();
  setPerson(null);
  if (state.status !== 'out') {
    const ended = state.status === 'in' ? state.session : null;
    sessionState.set({ status: 'out', ended, isTooLong: false });
  }
  await forgetGuests();
}

/**
 * Called after a long time without a response. The phone may be lost, so the page shows the sign-in form and deletes
 * the stored data of guests.
 */
async function forgetAfterSilence(): Promise<void> {
  setPerson(null);
  sessionState.set({ status: 'out', ended: null, isTooLong: true });
  await forgetGuests();
}

/**
 * Called by a timer, and also when the page becomes visible, because phones stop the timers of pages that are not
 * visible.
 */
function watchSilence(): void {
  if (sessionState.get().status === 'in' && isSilentTooLong()) void forgetAfterSilence().then(loadSession);
}

/** Deletes the stored data of guests. After `closeDay`, responses that arrive late are not stored any more. */
async function forgetGuests(): Promise<void> {
  closeDay();
  forgetNote();
  await forgetKept();
}

/** Reacts to changes of the session in other tabs and on the service. Called once. */
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
