import type { Values } from '../fields.ts';
import type { Data, Session } from './session.ts';

/** Changes fields, and updates the fields that depend on them. */
export function withValues(session: Session, changes: Partial<Values>): Session {
  const values = { ...session.values, ...changes };
  // If the check-out is not after the new check-in, the check-out moves to the day after the check-in.
  if (changes.checkIn !== undefined && values.checkOut <= values.checkIn)
    values.checkOut = dayAfter(values.checkIn) ?? values.checkOut;
  if (changes.roomTypeId !== undefined && changes.ratePlanId === undefined) {
    const own = session.ratePlans.filter((plan) => plan.room_type_id === values.roomTypeId);
    if (!own.some((plan) => plan.id === values.ratePlanId)) values.ratePlanId = own[0]?.id ?? '';
  }
  const isChanged = (field: keyof Values) => session.values[field] !== values[field];
  const isOtherStay = STAY_FIELDS.some(isChanged);
  if (isOtherStay && changes.prebookToken === undefined) values.prebookToken = tokenFor(values, session.lock);
  if (isOtherStay || PARTY_FIELDS.some(isChanged)) {
    if (changes.quoteId === undefined) values.quoteId = quoteFor(values, session.quote);
    if (changes.expectedTotal === undefined) values.expectedTotal = totalFor(values, session);
  }
  return { ...session, values };
}

/**
 * Returns the next day. Null if `day` is not a date. The field may be empty, or a link may have filled in another text.
 */
function dayAfter(day: string): string | null {
  const next = new Date(Date.parse(day) + 86_400_000);
  return Number.isFinite(next.getTime()) ? next.toISOString().slice(0, 10) : null;
}

const STAY_FIELDS = ['roomTypeId', 'ratePlanId', 'checkIn', 'checkOut'] as const;
const PARTY_FIELDS = ['roomsCount', 'adults', 'children', 'currency'] as const;

/** The token of the active hold, if this hold is for this stay. */
function tokenFor(values: Values, lock: Data | null): string {
  return lock !== null && isLive(lock) && isForStay(values, lock) ? lock.prebook_token : '';
}

/** The last quote, if it is for this stay and party. */
function quoteFor(values: Values, quote: Data | null): string {
  return quote !== null && isFor(values, quote) ? quote.quote_id : '';
}

/**
 * Returns the total of the hold for this stay and party. If there is no such hold, the function returns the total of
 * the quote for this stay and party.
 */
function totalFor(values: Values, { lock, quote }: Session): string {
  const told = [lock, quote].find((one) => one !== null && isFor(values, one));
  return told?.total ?? '';
}

function isFor(values: Values, told: Data): boolean {
  return isLive(told) && isForStay(values, told) && isForParty(values, told);
}

function isLive({ expires_at }: Data): boolean {
  return Date.parse(expires_at) > Date.now();
}

function isForStay(values: Values, told: Data): boolean {
  return (
    told.room_type_id === values.roomTypeId &&
    told.rate_plan_id === values.ratePlanId &&
    told.check_in === values.checkIn &&
    told.check_out === values.checkOut
  );
}

function isForParty(values: Values, told: Data): boolean {
  return (
    String(told.rooms_count) === values.roomsCount &&
    String(told.adults) === values.adults &&
    String(told.children) === values.children &&
    // If the form has no currency, the currency is not compared, because the service then uses the currency of the
    // hotel.
    (values.currency === '' || told.currency === values.currency)
  );
}
