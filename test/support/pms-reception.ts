import type { Pms } from './pms.ts';
import { addDays, channelRooms, datesOf, freeRooms, nightsOf, type Reservation } from './pms-books.ts';

type Integers = (least: number, limit: number) => number;
export type Tally = (what: string) => void;

const RESTRICTIONS = [
  { stopSell: true },
  { cta: true },
  { ctd: true },
  { minStay: 2 },
  { maxStay: 3 },
  { minStayThrough: 2 },
];
const LIFTED = { stopSell: false, cta: false, ctd: null, minStay: null, maxStay: null, minStayThrough: null };

/** Simulates the staff of a hotel. They see the books of their system, but not what the channel has sold since. */
export class Reception {
  private readonly pick: Integers;
  private readonly tally: Tally;

  constructor(pick: Integers, tally: Tally) {
    this.pick = pick;
    this.tally = tally;
  }

  /** Guests arrive, leave, leave early, or do not come. Some steps are forgotten. */
  serveGuests(pms: Pms): void {
    const { today } = pms;
    for (const reservation of Object.values(pms.books.reservations)) {
      const { booking_id: bookingId, status, check_in, check_out } = reservation;
      const luck = this.pick(0, 100);
      const report = (name: 'check-in' | 'check-out' | 'no-show') => {
        pms.report({ bookingId, name, body: {} });
        this.tally(name);
      };
      if (status === 'CONFIRMED' && check_in === today && luck < 60) report('check-in');
      else if (status === 'CONFIRMED' && check_in < today && check_out >= today && luck < 50)
        report('no-show');
      else if (status === 'CHECKED_IN' && check_out > today && luck < 10) {
        report('check-out');
        this.tally('early check-out');
      } else if (status === 'CHECKED_IN' && check_out === today && luck < 80) report('check-out');
    }
  }

  /** Sells rooms to people at the reception and by telephone, and takes back some of these rooms. */
  sellRooms(pms: Pms): void {
    const taken = channelRooms(Object.values(pms.books.reservations));
    for (const roomType of Object.keys(pms.books.rooms)) {
      if (this.pick(0, 100) >= 25) continue;
      const from = addDays(pms.today, this.pick(0, 10));
      const dates = datesOf(from, addDays(from, this.pick(1, 4)));
      const sold = dates.every((date) => (pms.books.ownSales[`${roomType} ${date}`] ?? 0) > 0);
      if (sold && this.pick(0, 2) === 0) {
        pms.sell(roomType, dates, -1);
        this.tally('own sale taken back');
      } else if (dates.every((date) => freeRooms(pms.books, taken, roomType, date) > 0)) {
        pms.sell(roomType, dates, 1);
        this.tally('own sale');
      }
    }
  }

  /**
   * Resolves overbooked nights: reports a booking of the channel that cannot be honoured, or sends a guest of the hotel
   * elsewhere.
   */
  resolveOverbooking(pms: Pms): void {
    const asked = new Set<string>();
    const open = () =>
      Object.values(pms.books.reservations).filter(({ booking_id }) => !asked.has(booking_id));
    for (const roomType of Object.keys(pms.books.rooms))
      for (const date of datesOf(pms.today, addDays(pms.today, 30)))
        while (freeRooms(pms.books, channelRooms(open()), roomType, date) < 0) {
          const unlucky = open().find((one) => isMovable(one, roomType, date));
          if (unlucky === undefined) {
            if ((pms.books.ownSales[`${roomType} ${date}`] ?? 0) === 0) break;
            pms.sell(roomType, [date], -1);
            this.tally('own guest sent elsewhere');
          } else {
            asked.add(unlucky.booking_id);
            const body = { reason: 'overbooked', ...(this.pick(0, 2) === 0 && { sellAgain: true }) };
            pms.report({ bookingId: unlucky.booking_id, name: 'cannot-honour', body });
            this.tally('cannot-honour');
          }
        }
  }

  /** Puts a room out of order for the nights of a reservation, so that this reservation cannot be honoured. */
  breakARoom(pms: Pms): void {
    const { today } = pms;
    const lost = Object.values(pms.books.reservations).find(
      ({ status, check_out }) => status === 'CONFIRMED' && check_out > today,
    );
    if (lost === undefined) return;
    const dates = nightsOf(lost).filter((date) => date >= today);
    pms.breakRooms(lost.room_type.code, dates, lost.rooms_count);
    pms.report({ bookingId: lost.booking_id, name: 'cannot-honour', body: { reason: 'water damage' } });
    this.tally('room out of order');
  }

  changeOffers(pms: Pms): void {
    const { roomType, code: ratePlan } = pms.plans[this.pick(0, pms.plans.length)]!;
    const from = addDays(pms.today, this.pick(0, 14));
    const to = addDays(from, this.pick(0, 7));
    if (this.pick(0, 2) === 0) {
      const prices = { double: `${this.pick(70, 140)}.00`, single: `${this.pick(60, 130)}.00` };
      pms.set({ roomType, ratePlan, from, to, set: { prices } });
      this.tally('prices');
    } else {
      const set = RESTRICTIONS[this.pick(0, RESTRICTIONS.length)]!;
      const isForPlan = 'minStayThrough' in set || this.pick(0, 2) === 0;
      const update = { roomType, ...(isForPlan && { ratePlan }), from, to };
      pms.set({ ...update, set });
      this.tally('restriction');
      const [field] = Object.keys(set) as [keyof typeof LIFTED];
      if (this.pick(0, 3) > 0) {
        pms.set({ ...update, to: addDays(from, this.pick(0, 5)), set: { [field]: LIFTED[field] } });
        this.tally('restriction lifted');
      }
    }
  }
}

function isMovable({ status, room_type, ...stay }: Reservation, roomType: string, date: string): boolean {
  const isThere = stay.check_in <= date && date < stay.check_out;
  return status === 'CONFIRMED' && room_type.code === roomType && isThere;
}
