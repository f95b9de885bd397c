// Reads rooms and prices of a range of days for the hotel page.

import type { Queries } from '../../../context.ts';
import { addDays, type Day, formatDay } from '../../../kernel/day.ts';
import { lastOpenDay } from '../../../kernel/horizon.ts';
import { type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import type { SignedIn } from '../../staff/person.ts';
import { type AriInForce, readAri } from './read-ari.usecase.ts';

/** The number of past days for which the hotel page shows rooms and prices. */
const CALENDAR_PAST_DAYS = 31;

/** Reads the rooms and prices of the person's hotel. Days after the end of the calendar are left out. */
export async function readCalendar(
  context: Queries,
  { caller, hotelId }: SignedIn,
  from: Day | null,
  days: number,
): Promise<Outcome<AriInForce>> {
  const today = context.today();
  const first = from ?? today;
  const [least, most] = [addDays(today, -CALENDAR_PAST_DAYS), lastOpenDay(today)];
  if (first < least || first > most) {
    const message = `from must be from ${formatDay(least)} to ${formatDay(most)}`;
    return refuseInput([{ field: 'from', code: first < least ? 'TOO_EARLY' : 'TOO_LATE', message }]);
  }
  const end = addDays(first, days - 1);
  const last = end > most ? most : end;
  return readAri(context, caller, { hotel: hotelId, first, last, roomType: null, ratePlan: null });
}
