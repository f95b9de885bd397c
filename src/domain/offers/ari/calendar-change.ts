import { type Day, dayOf, formatDay, weekdayOf } from '../../../kernel/day.ts';
import type { Hotel } from '../../catalog/hotel.ts';
import { type PageRefusal, refusePage } from '../../staff/page-refusal.ts';
import type { Role } from '../../staff/person.ts';
import type { MessageResult } from './ari-results.ts';
import {
  type AriWarning,
  type CellChange,
  isRejection,
  type Note,
  type ResolvedMessage,
  type ResolvedUpdate,
  type StaleCell,
  type Update,
} from './message.ts';

/**
 * The effect of a change that a person makes on the hotel page. A preview shows the same effect before the change is
 * made.
 */
export interface CalendarChange {
  hotel: Hotel;
  changes: CellChange[];
  warnings: CalendarWarning[];
}

/**
 * A warning about a room type or a rate plan, with the first day and the number of days that the warning concerns.
 * There is one warning per code and product.
 */
export interface CalendarWarning {
  code: AriWarning;
  productId: string;
  day: Day;
  days: number;
}

/**
 * Returns a refusal if the role does not allow the change. A receptionist may close and open nights. Only a manager may
 * change rooms and prices.
 */
export function refuseRole(role: Role, updates: readonly Update[]): PageRefusal | null {
  const areClosing = updates.every(({ set: { stopSell: _, ...rest } }) =>
    Object.values(rest).every((value) => value === undefined),
  );
  if (role === 'MANAGER' || areClosing) return null;
  return refusePage('ROLE_NOT_ALLOWED', 'only a manager may change allotments and prices');
}

export function refuseStale(stale: readonly StaleCell[]): PageRefusal {
  const cells = stale.map(({ productId, day, version, changed }) => ({
    ...{ product: productId, day: formatDay(day), version, changed },
  }));
  return refusePage('CHANGED_MEANWHILE', 'somebody else has changed these days; nothing was changed', {
    cells,
  });
}

/**
 * Returns the refusal of a change, with its reasons. In each reason, `update` is the position of the rejected update in
 * the request.
 */
export function refuseChange({ results }: MessageResult): PageRefusal {
  const reasons = results.flatMap((result, update) =>
    result.reasons
      .filter(({ code }) => isRejection(code) && code !== 'NOT_APPLIED')
      .map(({ code, message }) => ({ update, code, message })),
  );
  return refusePage('CHANGE_REJECTED', 'the change was rejected; nothing was changed', { reasons });
}

export function calendarWarnings(
  notes: readonly Note[],
  { updates, products }: Pick<ResolvedMessage, 'updates' | 'products'>,
): CalendarWarning[] {
  const byIndex = new Map(updates.map((update) => [update.index, update]));
  const warnings = new Map<string, CalendarWarning>();
  for (const note of notes) {
    const update = byIndex.get(note.at);
    const { code } = note;
    if (update === undefined || isRejection(code)) continue;
    const days = daysOf(note, update);
    if (days === null) continue;
    const productId = products[update.product]!.id;
    const known = warnings.get(`${code} ${productId}`);
    if (known === undefined) warnings.set(`${code} ${productId}`, { code, productId, ...days });
    else {
      known.days += days.days;
      if (days.day < known.day) known.day = days.day;
    }
  }
  return [...warnings.values()];
}

/**
 * Returns the days that a note concerns. Some notes report that days in the past, or days after the end of the
 * calendar, were left out. Such a note does not contain these days, so they are computed from the update. Null: no day
 * of the update was left out.
 */
function daysOf({ code, day, days }: Note, update: ResolvedUpdate): { day: Day; days: number } | null {
  if (code === 'PAST_CLAMPED') return within(update, update.first, day! - 1);
  if (code === 'BEYOND_HORIZON') return within(update, day! + 1, update.last);
  return { day: day!, days: days! };
}

/**
 * Finds the days of an update that are between `first` and `last`. Returns the first of these days and their number.
 * Null: there is no such day.
 */
function within({ weekdays, ...update }: ResolvedUpdate, first: number, last: number) {
  let found: { day: Day; days: number } | null = null;
  for (
    let day = dayOf(Math.max(update.first, first));
    day <= Math.min(update.last, last);
    day = dayOf(day + 1)
  )
    if ((weekdays & (1 << weekdayOf(day))) !== 0)
      if (found === null) found = { day, days: 1 };
      else found.days += 1;
  return found;
}
