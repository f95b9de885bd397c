import type { BookingDetail, DayView, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { callApi } from '../api.ts';
import { unreceived } from '../shell/connection.ts';
import { forgetSome, keep, readKept } from './kept.ts';
import { type KnownDay, withBooking, withDay } from './merge.ts';
import { isNear, nearOnly } from './near-days.ts';
import { observable, useObserved } from './observable.ts';

/** The bookings of today that the page has loaded. Null if nothing was loaded yet. */
export const knownDay = observable<KnownDay | null>(null);

/** The bookings that were new or changed in the last update, and that nobody has marked as received. */
export const arrivedNews = observable<HotelBooking[]>([]);

/** The prefix of the names of stored bookings. */
const DETAIL = 'booking/';

/**
 * The person for whom the bookings were loaded. Null if nobody is signed in. A response that arrives after a change of
 * the person is ignored.
 */
let owner: string | null = null;

export function useKnownDay(): KnownDay | null {
  return useObserved(knownDay);
}

/** Shows the bookings that are stored on the device for this person, until a response arrives. */
export async function openDay(person: string): Promise<void> {
  if (owner !== person) {
    owner = person;
    set(null);
  }
  const kept = await readKept<KnownDay>(person, 'day');
  if (kept !== null && owner === person && knownDay.get() === null) set(nearOnly(kept, todayInBaghdad()));
  await forgetFar(person);
}

export function closeDay(): void {
  owner = null;
  set(null);
}

export async function loadDay(): Promise<void> {
  const person = owner;
  const day = await callApi<DayView>('/day');
  if (owner !== person) return;
  // The clock of a phone is often wrong, so the page computes dates with the clock of the service.
  clockAhead = Date.parse(day.now) - Date.now();
  set(withDay(knownDay.get(), day));
}

export function mergeBooking(booking: HotelBooking, event?: number): void {
  const known = knownDay.get();
  if (known !== null) set(withBooking(known, booking, event));
}

let clockAhead = 0;

/** The current time by the clock of the service, as this device estimates it. */
export function serviceNow(): number {
  return Date.now() + clockAhead;
}

/** The day in Baghdad, which keeps UTC+3 all year. */
export function todayInBaghdad(): string {
  return new Date(serviceNow() + 3 * 3_600_000).toISOString().slice(0, 10);
}

/** Changes the lists to the new day after midnight. Returns true if the day has changed. */
export function turnDay(): boolean {
  const known = knownDay.get();
  const today = todayInBaghdad();
  if (known === null || known.today >= today) return false;
  set({ ...known, today });
  if (owner !== null) void forgetFar(owner);
  return true;
}

export async function loadDetail(id: string): Promise<BookingDetail> {
  const detail = await callApi<BookingDetail>(`/bookings/${encodeURIComponent(id)}`);
  keepDetail(detail);
  return detail;
}

export function keepDetail(detail: BookingDetail): void {
  if (owner !== null && isNear(detail.booking, todayInBaghdad()))
    keep(owner, `${DETAIL}${detail.booking.id}`, detail);
  mergeBooking(detail.booking);
}

/**
 * Returns the stored details of a booking. If no details are stored, the function returns the booking from the list of
 * the day, without its history.
 */
export async function readKeptDetail(id: string): Promise<BookingDetail | null> {
  const kept = owner === null ? null : await readKept<BookingDetail>(owner, `${DETAIL}${id}`);
  const known = knownDay.get()?.bookings.get(id);
  if (kept !== null || known === undefined) return kept;
  return { booking: known, history: [] };
}

function set(next: KnownDay | null): void {
  const before = knownDay.get();
  knownDay.set(next);
  if (next === null) {
    unreceived.set(0);
    return;
  }
  const open = [...next.bookings.values()].filter(({ received }) => received.needed);
  unreceived.set(open.length);
  const news =
    before === null ? [] : open.filter((booking) => isNews(before.bookings.get(booking.id), booking));
  if (news.length > 0) arrivedNews.set(news);
  if (owner !== null && before !== next) keep(owner, 'day', nearOnly(next, todayInBaghdad()));
}

/**
 * Deletes stored bookings that are no longer near today, because days have passed or the dates of the booking have
 * changed.
 */
function forgetFar(person: string): Promise<void> {
  const today = todayInBaghdad();
  return forgetSome(person, DETAIL, (detail) => isNear((detail as BookingDetail).booking, today));
}

function isNews(known: HotelBooking | undefined, booking: HotelBooking): boolean {
  return known === undefined || !known.received.needed || known.revision < booking.revision;
}
