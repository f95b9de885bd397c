import { addDays, type Day, formatDay } from '../../kernel/day.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { movedTo, nightDays } from '../../kernel/stay.ts';
import type { Booking } from '../booking/booking.ts';
import { insufficient } from '../booking/stay-facts.ts';
import {
  changed,
  type StepDecision,
  type StepDecisionState,
  type StepRequest,
  wrongStatus,
} from './stay-step.ts';

/** The new check-in date of a moved booking is at most this number of days ago. */
export const MOVABLE_DAYS = 30;
const MILLISECONDS_A_DAY = 86_400_000;

/**
 * Moves a booking of a tester's private sandbox hotel into the past. The tester then need not wait until the day after
 * check-in. The number of nights and the price stay the same. The dates of the penalties move by the same number of
 * days as the stay. Restrictions are not checked, but every night must have enough free rooms.
 */
export function decideMove(
  { booking, now, today, freeOn }: StepDecisionState,
  { checkIn }: StepRequest,
): Outcome<StepDecision> {
  if (checkIn === undefined) throw new Error('a move without a check-in date');
  const { status, stay, party } = booking;
  if (status !== 'CONFIRMED') return wrongStatus(booking, 'CONFIRMED', 'moved');
  if (checkIn === stay.checkIn) return accept({ booking, isNew: false });
  const [first, last] = [addDays(today, -MOVABLE_DAYS), addDays(today, -1)];
  if (checkIn < first || checkIn > last) {
    const message = `checkIn must be from ${formatDay(first)} to ${formatDay(last)}`;
    return refuseInput([{ field: 'checkIn', code: checkIn < first ? 'TOO_EARLY' : 'TOO_LATE', message }]);
  }
  const moved = movedTo(stay, checkIn);
  const isOwn = (day: Day) => day >= stay.checkIn && day < stay.checkOut;
  const short = nightDays(moved)
    .filter((day) => !isOwn(day) && freeOn(day) < party.rooms)
    .map((day) => ({ day, available: Math.max(0, freeOn(day)) }));
  if (short.length > 0) return insufficient(party.rooms, short);
  return accept({
    booking: changed(booking, now, { stay: moved, ...movedTerms(booking, moved.checkIn) }),
    isNew: true,
  });
}

/** Returns the price and the penalties of the booking with their new dates. */
function movedTerms({ stay, price, timeline }: Booking, checkIn: Day): Pick<Booking, 'price' | 'timeline'> {
  const days = checkIn - stay.checkIn;
  return {
    // Leave out `pricedAt`, because the rate plan never had this price on the new date.
    price: {
      ...price,
      nightly: price.nightly.map(({ pricedAt: _, day, ...night }) => ({ ...night, day: addDays(day, days) })),
    },
    timeline: timeline.map(({ from, penalty }) => ({
      from: new Date(Date.parse(from) + days * MILLISECONDS_A_DAY).toISOString(),
      penalty,
    })),
  };
}
