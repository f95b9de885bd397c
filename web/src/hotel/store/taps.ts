import type { BookingDetail } from '../../../../src/http/hotel-page/hotel-api.ts';
import { ApiError, callApi } from '../api.ts';
import type { TapAction } from '../reception/possible-actions.ts';
import { inStore } from './database.ts';
import { keepDetail } from './day.ts';
import { isRefusal } from './is-refusal.ts';
import { observable } from './observable.ts';
import { waitingCount } from './waiting.ts';

/**
 * A step of a booking, such as a check-in, for which a person has tapped a button. The step is stored on the device
 * until the service has accepted or refused the step.
 */
export interface Tap {
  id?: number;
  /**
   * The Idempotency-Key. The key is created when the person taps and stays the same in every attempt, so that the
   * service executes the step only once.
   */
  key: string;
  personId: string;
  personName: string;
  bookingId: string;
  voucherId: string;
  action: TapAction;
  /** The revision of the booking when the person tapped. For an undo, the revision of the step that is undone. */
  revision: number;
  madeAt: string;
}

export interface TapOutcome {
  key: string;
  action: TapAction;
  bookingId: string;
  voucherId: string;
  /** Null if the step was executed. */
  error: ApiError | null;
}

/** The waiting steps of all people on this device, in the order in which they were made. */
export const taps = observable<Tap[]>([]);
/**
 * True if the service carries out no steps at the moment, because its operator must first check the database. The steps
 * wait as they do without a connection.
 */
export const halted = observable(false);
/** The results of the steps that this browser tab has sent. The newest result is last. */
export const outcomes = observable<TapOutcome[]>([]);

const LOCK = 'ihc-hotel-taps';
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : null;
/** If the browser refuses to store steps, they are kept here as long as the page is open. */
const unstored: Tap[] = [];
let person: string | null = null;

export async function openTaps(personId: string | null): Promise<void> {
  person = personId;
  if (tabs !== null) tabs.onmessage = () => refresh();
  await refresh();
}

export async function addTap(tap: Tap): Promise<void> {
  await inStore('taps', 'readwrite', (store) => store.add(tap)).catch(() => unstored.push(tap));
  await changed();
  await sendTaps();
}

/**
 * Withdraws a waiting step. Also withdraws the later steps of the same booking, because they depend on this step. Only
 * the person who made the step can withdraw it. The function waits for the lock, because a step that is being sent
 * cannot be withdrawn. Returns false if the step is no longer waiting.
 */
export async function withdrawTap({ key, bookingId, voucherId }: Tap): Promise<boolean> {
  let isWithdrawn = false;
  await inTurn(async () => {
    const own = (await readTaps()).filter((tap) => tap.personId === person && tap.bookingId === bookingId);
    const place = own.findIndex((tap) => tap.key === key);
    if (place < 0) return;
    for (const tap of own.slice(place)) await remove(tap);
    isWithdrawn = true;
  });
  await changed();
  if (isWithdrawn) tell({ key, action: 'undo', bookingId, voucherId, error: null });
  return isWithdrawn;
}

/**
 * Sends the steps of the person who is signed in, in order. Only one tab of the browser sends steps at a time. A tab
 * reads the list only after it has the lock. Otherwise the tab could send a step that another tab has already sent.
 */
export async function sendTaps(): Promise<void> {
  if (!navigator.onLine) return;
  await inTurn(async () => {
    const held = new Set<string>();
    for (const tap of await readTaps()) {
      if (tap.personId !== person || held.has(tap.bookingId)) continue;
      const isDone = await sendTap(tap);
      // If a step must be sent again, the later steps of the same booking wait for it. Steps of other bookings do not
      // wait.
      if (!isDone) held.add(tap.bookingId);
    }
  });
}

/** Sends one step. Returns false if the step must be sent again later. */
async function sendTap(tap: Tap): Promise<boolean> {
  const { bookingId, action, revision, key, voucherId, personId } = tap;
  let error: ApiError | null = null;
  try {
    const path = `/bookings/${encodeURIComponent(bookingId)}/${action}`;
    const body = action === 'received' || action === 'undo' ? { revision } : {};
    // The request contains the id of the person who made the step. If somebody else has just signed in, the service
    // refuses the request.
    keepDetail(await callApi<BookingDetail>(path, { body, key, as: personId }));
  } catch (failure) {
    halted.set(failure instanceof ApiError && failure.code === 'BOOKINGS_HALTED');
    if (!(failure instanceof ApiError) || !isRefusal(failure)) return false;
    error = failure;
  }
  if (error === null) halted.set(false);
  await remove(tap);
  await changed();
  tell({ key, action, bookingId, voucherId, error });
  return true;
}

function tell(outcome: TapOutcome): void {
  outcomes.set([...outcomes.get(), outcome].slice(-5));
}

export function forgetDone(): void {
  outcomes.set(outcomes.get().filter(({ error }) => error !== null));
}

export function forgetOutcome(key: string): void {
  outcomes.set(outcomes.get().filter((outcome) => outcome.key !== key));
}

function inTurn(send: () => Promise<void>): Promise<void> {
  // Only secure pages have locks. Without a lock, the key still ensures that the service executes a step once.
  return 'locks' in navigator ? navigator.locks.request(LOCK, send) : send();
}

async function readTaps(): Promise<Tap[]> {
  const stored = await inStore('taps', 'readonly', (store) => store.getAll() as IDBRequest<Tap[]>).catch(
    () => [],
  );
  return [...stored, ...unstored];
}

async function remove(tap: Tap): Promise<void> {
  const place = unstored.indexOf(tap);
  if (place >= 0) unstored.splice(place, 1);
  else if (tap.id !== undefined) await inStore('taps', 'readwrite', (store) => store.delete(tap.id!));
}

async function changed(): Promise<void> {
  await refresh();
  tabs?.postMessage('changed');
}

async function refresh(): Promise<void> {
  taps.set(await readTaps());
  waitingCount.set(taps.get().filter(({ personId }) => personId === person).length);
}
