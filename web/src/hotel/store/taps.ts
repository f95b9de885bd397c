import type { BookingDetail } from '../../../../src/http/hotel-page/hotel-api.ts';
import { ApiError, callApi } from '../api.ts';
import type { TapAction } from '../reception/possible-actions.ts';
import { inStore } from './database.ts';
import { keepDetail } from './day.ts';
import { isRefusal } from './is-refusal.ts';
import { observable } from './observable.ts';
import { waitingCount } from './waiting.ts';

/** A step that a person has tapped. It stays on the device until the service has said yes or no. */
export interface Tap {
  id?: number;
  /** Made at the tap: however often it is sent, the service carries it out once. */
  key: string;
  personId: string;
  personName: string;
  bookingId: string;
  voucherId: string;
  action: TapAction;
  /** Of the booking that the person saw. Of an undo: of the step that it takes back. */
  revision: number;
  madeAt: string;
}

export interface TapOutcome {
  key: string;
  action: TapAction;
  bookingId: string;
  voucherId: string;
  /** Null: done. */
  error: ApiError | null;
}

/** Every tap on this device, also of other people, in the order of tapping. */
export const taps = observable<Tap[]>([]);
/** What became of the taps that this tab has sent. The newest last. */
export const outcomes = observable<TapOutcome[]>([]);

const LOCK = 'ihc-hotel-taps';
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : null;
/** A browser that stores nothing keeps the taps as long as the page is open. */
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
 * Takes back a step that was not sent yet, and the later ones of its booking, which depend on it. Only its person can. In its
 * turn: while a step is on its way, nobody knows whether it will be carried out. False: it was sent meanwhile.
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
 * Sends the taps of the person who is signed in, in order. Only one tab of the browser sends at a time, and it reads the
 * list when its turn has come: what another tab has sent is not there any more.
 */
export async function sendTaps(): Promise<void> {
  if (!navigator.onLine) return;
  await inTurn(async () => {
    const held = new Set<string>();
    for (const tap of await readTaps()) {
      if (tap.personId !== person || held.has(tap.bookingId)) continue;
      const isDone = await sendTap(tap);
      // The steps of one booking keep their order. Those of other bookings need not wait.
      if (!isDone) held.add(tap.bookingId);
    }
  });
}

/** False: it must be sent again later. */
async function sendTap(tap: Tap): Promise<boolean> {
  const { bookingId, action, revision, key, voucherId, personId } = tap;
  let error: ApiError | null = null;
  try {
    const path = `/bookings/${encodeURIComponent(bookingId)}/${action}`;
    const body = action === 'received' || action === 'undo' ? { revision } : {};
    // By its own name: somebody else may be signing in at this moment.
    keepDetail(await callApi<BookingDetail>(path, { body, key, as: personId }));
  } catch (failure) {
    if (!(failure instanceof ApiError) || !isRefusal(failure)) return false;
    error = failure;
  }
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
  // Locks exist only on secure pages. Without them the key still makes the service carry out a step once.
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
