import type { Pms } from './pms.ts';
import { addDays, channelRooms, datesOf, freeRooms, nightKey, type Reservation } from './pms-books.ts';

/** The data of the channel, from the partner API and the supplier API. */
export interface ChannelView {
  /** GET /v1/bookings. */
  bookings: Reservation[];
  /** GET /supply/v1/ari. */
  roomTypes: {
    code: string;
    days: AriDay[];
    rate_plans: { code: string; days: (AriDay & { prices: Record<string, string> })[] }[];
  }[];
  /** GET /v1/availability, by code of the room type. */
  availability: Record<string, { date: string; available: number; booked: number }[]>;
}
interface AriDay extends Record<string, unknown> {
  date: string;
  booked: number;
  rooms_left: number;
}

/**
 * Number of nights from today on that are compared. The hotel offers more nights, so that each compared night has
 * already been offered.
 */
export const COMPARED_DAYS = 30;

/** Returns every difference between the books of a hotel system and the channel. The list is empty if they agree. */
export function differences(pms: Pms, channel: ChannelView): string[] {
  return [...inBookings(pms, channel), ...inPrices(pms), ...inRooms(pms, channel), ...inOffers(pms, channel)];
}

function inBookings({ books }: Pms, { bookings }: ChannelView): string[] {
  const found: string[] = [];
  const known = new Map(Object.entries(books.reservations));
  for (const booking of bookings) {
    const reservation = known.get(booking.booking_id);
    known.delete(booking.booking_id);
    const [ours, theirs] = [
      comparable(booking),
      reservation === undefined ? 'nothing' : comparable(reservation),
    ];
    if (ours !== theirs) found.push(`booking ${booking.booking_id}: we have ${ours}, the hotel ${theirs}`);
  }
  for (const id of known.keys()) found.push(`booking ${id}: only the hotel has it`);
  return found;
}

function comparable(one: Reservation): string {
  return JSON.stringify([
    [
      one.status,
      one.revision,
      one.check_in,
      one.check_out,
      one.room_type.code,
      one.rate_plan.code,
      one.rooms_count,
    ],
    [one.price.nightly, one.price.subtotal, one.price.total, one.payment.due_at_hotel],
    [one.cancelled?.penalty_amount, one.cancelled?.not_honoured, one.no_show?.penalty_amount],
  ]);
}

/**
 * Finds prices that the hotel has not set. Each room is booked for two adults, so the price of each night must be one
 * that the hotel has set for two adults.
 */
function inPrices({ books }: Pms): string[] {
  const found: string[] = [];
  for (const { booking_id, room_type, rate_plan, rooms_count, price } of Object.values(books.reservations)) {
    for (const { date, rooms } of price.nightly) {
      const set = books.pricesSet[[room_type.code, rate_plan.code, date].join(' ')] ?? [];
      const isKnown = rooms.length === rooms_count && rooms.every(({ amount }) => set.includes(amount));
      if (!isKnown)
        found.push(`booking ${booking_id}: ${date} costs ${JSON.stringify(rooms)}, the hotel set ${set}`);
    }
    const sum = price.nightly.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
    if ((sum / 100).toFixed(2) !== price.subtotal)
      found.push(`booking ${booking_id}: subtotal ${price.subtotal}`);
  }
  return found;
}

/**
 * Finds differences in the rooms left. The rooms left come from the hotel's own messages, so they match the hotel's
 * books even if the hotel missed a booking. Therefore the rooms left are also computed from the channel's bookings.
 */
function inRooms(pms: Pms, { bookings, roomTypes, availability }: ChannelView): string[] {
  const found: string[] = [];
  const inBooks = channelRooms(Object.values(pms.books.reservations));
  const released = new Map(
    Object.values(pms.books.reservations).map((one) => [one.booking_id, one.released_from]),
  );
  // Partners cannot see from which night on the rooms of a stay were released.
  const inBookings = channelRooms(
    bookings.map((one) => ({ ...one, released_from: released.get(one.booking_id) ?? null })),
  );
  for (const { code, days } of roomTypes)
    for (const date of datesOf(pms.today, addDays(pms.today, COMPARED_DAYS))) {
      const day = days.find((one) => one.date === date)!;
      const seen = availability[code]!.find((one) => one.date === date)!;
      const key = nightKey(code, date);
      const booked = [inBooks.get(key) ?? 0, inBookings.get(key) ?? 0, day.booked, seen.booked];
      if (new Set(booked).size > 1) found.push(`${key}: booked ${booked}`);
      const free = [inBooks, inBookings].map((taken) => Math.max(0, freeRooms(pms.books, taken, code, date)));
      const left = [...free, Math.max(0, day.rooms_left), seen.available];
      if (new Set(left).size > 1) found.push(`${key}: rooms left ${left}`);
    }
  return found;
}

/** The name of each field of a push in the response, and the value that the response shows for `null`. */
const SHOWN: Record<string, { as: string; usual: unknown }> = {
  stopSell: { as: 'stop_sell', usual: false },
  cta: { as: 'cta', usual: false },
  ctd: { as: 'ctd', usual: false },
  minStay: { as: 'min_stay', usual: 1 },
  minStayThrough: { as: 'min_stay_through', usual: 1 },
  maxStay: { as: 'max_stay', usual: null },
};

function inOffers(pms: Pms, { roomTypes }: ChannelView): string[] {
  const found: string[] = [];
  for (const [key, value] of Object.entries(pms.offers)) {
    const [roomType, ratePlan, date, field] = key.split(' ') as [string, string, string, string];
    if (date < pms.today || date > addDays(pms.today, COMPARED_DAYS)) continue;
    const type = roomTypes.find(({ code }) => code === roomType)!;
    const plan = type.rate_plans.find(({ code }) => code === ratePlan);
    const day = (ratePlan === '' ? type.days : plan!.days).find((one) => one.date === date)!;
    const shown = SHOWN[field];
    const inForce = shown === undefined ? (day.prices as Record<string, string>)[field] : day[shown.as];
    const expected = shown === undefined ? value : (value ?? shown.usual);
    if (inForce !== expected) found.push(`${key}: in force ${inForce}, the hotel set ${expected}`);
  }
  return found;
}
