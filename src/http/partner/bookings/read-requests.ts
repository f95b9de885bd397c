import type { BookingOrder } from '../../../domain/booking/create-booking.usecase.ts';
import type { CancelRequest } from '../../../domain/booking/decide-cancellation.ts';
import type { ModifyRequest } from '../../../domain/booking/decide-modification.ts';
import type { HoldOrder } from '../../../domain/booking/prebook.usecase.ts';
import type { PriceCheckRequest } from '../../../domain/booking/price-check.usecase.ts';
import { type Day, parseDay } from '../../../kernel/day.ts';
import { type QuoteId, type RatePlanId, type RoomTypeId, readId } from '../../../kernel/ids.ts';
import type { Currency } from '../../../kernel/money.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { notADate, readStay } from '../../../kernel/stay.ts';
import { askedParty } from '../read-party.ts';
import type { BookingBody } from './bookings.schema.ts';
import type { CancelBody } from './cancel.schema.ts';
import type { ModifyBody } from './modify.schema.ts';
import type { PrebookBody } from './prebook.schema.ts';
import type { PriceCheckBody } from './price-check.schema.ts';
import { readGuest, readGuestChanges } from './read-guest.ts';

/**
 * The functions in this file convert request bodies to domain types, and check the form of the values. They do not
 * check anything that depends on the time, the price or the contract.
 */

export function readPriceCheck(body: PriceCheckBody): Outcome<PriceCheckRequest> {
  const stay = readStay(body.checkIn, body.checkOut);
  if (!stay.ok) return stay;
  const guest = readGuestChanges({ guestPhone: body.guestPhone });
  if (!guest.ok) return guest;
  const { hotelReference, roomTypeId, ratePlanId } = readProduct(body);
  return accept({
    hotelReference,
    roomTypeId,
    ratePlanId,
    stay: stay.value,
    asked: askedTerms(body),
    prebookToken: body.prebookToken ?? null,
    guestPhone: guest.value.phone,
  });
}

export function readPrebook(body: PrebookBody): Outcome<HoldOrder> {
  const order = readOrder(body);
  if (!order.ok) return order;
  return accept({ ...order.value, asked: { ...askedTerms(body), quoteId: idOrNull(body.quoteId) } });
}

export function readBooking(body: BookingBody): Outcome<BookingOrder> {
  const order = readOrder(body);
  if (!order.ok) return order;
  const { hotelReference, roomTypeId, ratePlanId, stay, guest } = order.value;
  return accept({
    hotelReference,
    roomTypeId,
    ratePlanId,
    stay,
    guest,
    asked: askedTerms(body),
    notes: {
      specialRequests: body.specialRequests ?? null,
      channelReference: body.channelReference ?? null,
    },
    quoteId: idOrNull(body.quoteId),
    prebookToken: body.prebookToken ?? null,
    expectedTotal: body.expectedTotal ?? null,
  });
}

/**
 * This function does not check whether the dates fit the booking, because the booking may change before the decision.
 * The desk checks the dates when it decides.
 */
export function readModification(body: ModifyBody): Outcome<ModifyRequest> {
  const problems: FieldProblem[] = [];
  const checkIn = readDay('checkIn', body.checkIn, problems);
  const checkOut = readDay('checkOut', body.checkOut, problems);
  if (problems.length > 0) return refuseInput(problems);
  const guest = readGuestChanges(body);
  if (!guest.ok) return guest;
  return accept({
    checkIn,
    checkOut,
    roomTypeId: idOrNull(body.roomTypeId),
    ratePlanId: idOrNull(body.ratePlanId),
    guestName: guest.value.name,
    guestPhone: guest.value.phone,
    specialRequests: body.specialRequests ?? null,
    dryRun: body.dryRun ?? false,
  });
}

export function readCancellation(body: CancelBody): CancelRequest {
  return { reason: body.reason ?? null, dryRun: body.dryRun ?? false };
}

function askedTerms(body: { roomsCount?: number; adults?: number; children?: number; currency?: Currency }) {
  const { rooms, adults, children } = askedParty(body);
  return { rooms, adults, children, currency: body.currency ?? null };
}

/** Reads the fields that a prebook and a booking have in common. */
function readOrder(body: PrebookBody | BookingBody) {
  const stay = readStay(body.checkIn, body.checkOut);
  if (!stay.ok) return stay;
  const guest = readGuest(body);
  if (!guest.ok) return guest;
  const { hotelReference, roomTypeId, ratePlanId } = readProduct(body);
  return accept({ hotelReference, roomTypeId, ratePlanId, stay: stay.value, guest: guest.value });
}

/** The hotel's id is passed on as text, because partners may send the uuid or the public id. */
function readProduct(body: { hotelId: string; roomTypeId: string; ratePlanId: string }) {
  return {
    hotelReference: body.hotelId,
    roomTypeId: readId<RoomTypeId>(body.roomTypeId),
    ratePlanId: readId<RatePlanId>(body.ratePlanId),
  };
}

function idOrNull<Any extends QuoteId | RoomTypeId | RatePlanId>(text: string | undefined): Any | null {
  return text === undefined ? null : readId<Any>(text);
}

function readDay(field: string, text: string | undefined, problems: FieldProblem[]): Day | null {
  const day = text === undefined ? null : parseDay(text);
  if (text !== undefined && day === null) problems.push(notADate(field));
  return day;
}
