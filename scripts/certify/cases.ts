import { type Booking, type Exam, NotPassed } from './exam.ts';
import {
  closedToArrival,
  closedToDeparture,
  late,
  lostResponse,
  price,
  refusedWith,
  roomsLeftBecome,
  sold,
  soldAgain,
} from './push-cases.ts';

export interface Case {
  name: string;
  /** Throws NotPassed if the system does not pass. */
  run: (exam: Exam) => Promise<void>;
}

/** Each case uses different nights, so that a failed case does not affect the others. */
const NIGHT = {
  confirmed: 26,
  modified: 27,
  cancelled: 29,
  together: 30,
  rooms: 31,
  price: 32,
  stopSell: 33,
  stay: 34,
  notHonoured: 36,
  noShow: 37,
};

/** Returns all cases, in order. Case 6 continues case 5, and case 11 continues case 10. */
export function allCases(): Case[] {
  let guest: Booking | null = null;
  return [
    { name: 'A new booking is acknowledged', run: confirmed },
    { name: 'A modification is acknowledged', run: modified },
    { name: 'A cancellation is acknowledged', run: cancelled },
    { name: 'Two bookings at the same time are acknowledged', run: together },
    { name: 'Rooms left are pushed', run: roomsLeft },
    { name: 'Rooms left are right after a booking', run: roomsLeftAfterBooking },
    { name: 'A price is pushed', run: (exam) => price(exam, NIGHT.price) },
    { name: 'A night is closed and opened again', run: stopSell },
    { name: 'A minimum stay is set and removed', run: minimumStay },
    {
      name: 'A check-in is reported',
      run: async (exam) => {
        const booking = await exam.book(0);
        exam.ask({ do: 'check-in', ...booking });
        await statusBecomes(exam, booking, 'CHECKED_IN');
        guest = booking;
      },
    },
    {
      name: 'A check-out is reported',
      run: async (exam) => {
        if (guest === null) throw new NotPassed('no guest is checked in: the case before did not pass');
        exam.ask({ do: 'check-out', ...guest });
        await statusBecomes(exam, guest, 'CHECKED_OUT');
      },
    },
    { name: 'A booking that cannot be honoured is reported', run: cannotHonour },
    { name: 'A no-show is reported', run: noShow },
    { name: 'A date is closed to arrival and opened again', run: closedToArrival },
    { name: 'A date is closed to departure and opened again', run: closedToDeparture },
    { name: 'A push is sent again after its response is lost', run: lostResponse },
    { name: 'A push that arrives late replaces no newer value', run: late },
  ];
}

async function confirmed(exam: Exam): Promise<void> {
  const booking = await exam.book(NIGHT.confirmed);
  exam.ask({ do: 'acknowledge', what: `A partner has made the booking ${booking.voucherId}.` });
  await exam.acknowledged([booking], 1);
}

async function modified(exam: Exam): Promise<void> {
  const booking = await exam.book(NIGHT.modified);
  await change(exam, booking, 'modify', { checkOut: exam.date(NIGHT.modified + 2) });
  exam.ask({
    do: 'acknowledge',
    what: `A partner has changed the booking ${booking.voucherId} to two nights.`,
  });
  await exam.acknowledged([booking], 2);
}

async function cancelled(exam: Exam): Promise<void> {
  const booking = await exam.book(NIGHT.cancelled);
  await change(exam, booking, 'cancel', {});
  exam.ask({ do: 'acknowledge', what: `A partner has cancelled the booking ${booking.voucherId}.` });
  await exam.acknowledged([booking], 2);
}

async function together(exam: Exam): Promise<void> {
  const bookings = await Promise.all([exam.book(NIGHT.together), exam.book(NIGHT.together)]);
  const names = bookings.map(({ voucherId }) => voucherId).join(' and ');
  exam.ask({ do: 'acknowledge', what: `A partner has made the bookings ${names}.` });
  await exam.acknowledged(bookings, 1);
}

async function roomsLeft(exam: Exam): Promise<void> {
  const before = await exam.inForce(NIGHT.rooms);
  const rooms = before.roomsLeft === 3 ? 4 : 3;
  exam.ask({ do: 'rooms left', roomType: exam.product.roomType, date: exam.date(NIGHT.rooms), rooms });
  await roomsLeftBecome(exam, NIGHT.rooms, rooms);
}

/** Checks the rooms left, which show whether the system has counted the booking exactly once. */
async function roomsLeftAfterBooking(exam: Exam): Promise<void> {
  const before = await exam.inForce(NIGHT.rooms);
  if (before.roomsLeft < 3)
    throw new NotPassed(`${before.roomsLeft} rooms are left on ${exam.date(NIGHT.rooms)}: this case needs 3`);
  await exam.book(NIGHT.rooms);
  exam.ask({ do: 'sell a room', roomType: exam.product.roomType, date: exam.date(NIGHT.rooms) });
  await roomsLeftBecome(exam, NIGHT.rooms, before.roomsLeft - 2);
}

async function stopSell(exam: Exam): Promise<void> {
  const product = await sold(exam, NIGHT.stopSell);
  exam.ask({ do: 'stop sell', ...product });
  await refusedWith(exam, NIGHT.stopSell, ['STOP_SELL']);
  exam.ask({ do: 'open', ...product });
  await soldAgain(exam, NIGHT.stopSell);
}

async function minimumStay(exam: Exam): Promise<void> {
  const product = await sold(exam, NIGHT.stay);
  exam.ask({ do: 'minimum stay', ...product, nights: 2 });
  await refusedWith(exam, NIGHT.stay, ['MIN_STAY', 'MIN_STAY_THROUGH']);
  const longer = await exam.refusal(NIGHT.stay, 2);
  if (longer.length > 0) throw new NotPassed(`two nights are refused too: ${longer.join(', ')}`);
  exam.ask({ do: 'minimum stay', ...product, nights: null });
  await soldAgain(exam, NIGHT.stay);
}

async function cannotHonour(exam: Exam): Promise<void> {
  const booking = await exam.book(NIGHT.notHonoured);
  exam.ask({ do: 'cannot-honour', ...booking });
  await statusBecomes(exam, booking, 'CANCELLED');
  const { cancelled } = await exam.statusOf(booking);
  if (cancelled?.not_honoured !== true) throw new NotPassed('it was cancelled in another way');
}

async function noShow(exam: Exam): Promise<void> {
  const booking = await exam.book(NIGHT.noShow, 2);
  await exam.moveToYesterday(booking);
  exam.ask({ do: 'no-show', ...booking });
  await statusBecomes(exam, booking, 'NO_SHOW');
}

async function statusBecomes(exam: Exam, booking: Booking, wanted: string): Promise<void> {
  await exam.until(async () => {
    const { status } = await exam.statusOf(booking);
    return status === wanted ? null : `the booking is ${status}, expected ${wanted}`;
  });
}

async function change(
  exam: Exam,
  { bookingId }: Booking,
  verb: 'modify' | 'cancel',
  body: object,
): Promise<void> {
  const response = await exam.channel.post(`/bookings/${bookingId}/${verb}`, body);
  if (response.status !== 200) throw new NotPassed(`${verb}: ${response.status} ${response.body.error.code}`);
}
