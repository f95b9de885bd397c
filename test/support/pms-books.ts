/** The data of a hotel system about its rooms, its own guests and the reservations of the channel. */
export interface Books {
  /** The number of rooms of the hotel, by code of the room type. */
  rooms: Record<string, number>;
  /** Rooms that the hotel sold itself, by room type and night. */
  ownSales: Record<string, number>;
  /** Rooms that are out of order, by room type and night. */
  outOfOrder: Record<string, number>;
  /** Reservations of the channel in their newest revision, by booking id. */
  reservations: Record<string, Reservation>;
  /** Every price for two adults that the hotel has set, by room type, rate plan and night. */
  pricesSet: Record<string, string[]>;
  /** Number of the last event that is in these books. */
  cursor: number;
}

/** The fields of a reservation that the system stores, with the names of the API. */
export interface Reservation {
  booking_id: string;
  status: 'CONFIRMED' | 'CANCELLED' | 'CHECKED_IN' | 'CHECKED_OUT' | 'NO_SHOW';
  revision: number;
  room_type: { code: string };
  rate_plan: { code: string };
  check_in: string;
  check_out: string;
  released_from: string | null;
  rooms_count: number;
  price: {
    nightly: { date: string; rooms: { amount: string }[]; amount: string }[];
    subtotal: string;
    total: string;
  };
  payment: { due_at_hotel: string };
  cancelled: { penalty_amount: string; not_honoured: boolean } | null;
  no_show: { penalty_amount: string } | null;
}

export interface ReservationEvent {
  event: number;
  kind: string;
  reservation: Reservation;
}

const DAY = 86_400_000;

export function emptyBooks(): Books {
  return { rooms: {}, ownSales: {}, outOfOrder: {}, reservations: {}, pricesSet: {}, cursor: 0 };
}

/** Returns a room type and a night as one key. */
export const nightKey = (roomType: string, date: string) => `${roomType} ${date}`;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the dates from `from` to the day before `end`. */
export function datesOf(from: string, end: string): string[] {
  const dates: string[] = [];
  for (let date = from; date < end; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Returns the nights in which a reservation takes rooms. */
export function nightsOf(reservation: Reservation): string[] {
  if (reservation.status === 'CANCELLED') return [];
  return datesOf(reservation.check_in, reservation.released_from ?? reservation.check_out);
}

/** Stores the newest revision, and returns the nights whose count may have changed. Older revisions change nothing. */
export function enter(books: Books, reservation: Reservation): string[] {
  const known = books.reservations[reservation.booking_id];
  if (known !== undefined && known.revision >= reservation.revision) return [];
  books.reservations[reservation.booking_id] = reservation;
  const touched = [known, reservation].flatMap((one) =>
    one === undefined
      ? []
      : datesOf(one.check_in, one.check_out).map((date) => nightKey(one.room_type.code, date)),
  );
  return [...new Set(touched)];
}

/** Counts the rooms that reservations of the channel take, by room type and night. */
export function channelRooms(reservations: Reservation[]): Map<string, number> {
  const taken = new Map<string, number>();
  for (const reservation of reservations)
    for (const date of nightsOf(reservation)) {
      const key = nightKey(reservation.room_type.code, date);
      taken.set(key, (taken.get(key) ?? 0) + reservation.rooms_count);
    }
  return taken;
}

/** Returns the free rooms of a night. A negative number means that the night is overbooked. */
export function freeRooms(books: Books, taken: Map<string, number>, roomType: string, date: string): number {
  const key = nightKey(roomType, date);
  const own = (books.ownSales[key] ?? 0) + (books.outOfOrder[key] ?? 0);
  return books.rooms[roomType]! - own - (taken.get(key) ?? 0);
}
