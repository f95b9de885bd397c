// Converts bookings to the form that the hotel page receives.

import type { Reads } from '../../context.ts';
import type { Booking, CancellationRecord } from '../../domain/booking/booking.ts';
import { withProduct } from '../../domain/booking/find-own-booking.usecase.ts';
import { noShowPenalty } from '../../domain/booking/payable.ts';
import { shownMoney } from '../../domain/booking/shown-money.ts';
import { changedFields } from '../../domain/reception/changed-fields.ts';
import type { HotelBookingDetail } from '../../domain/reception/find-hotel-booking.usecase.ts';
import type { HotelBooking as Found, HistoryEntry } from '../../domain/reception/hotel-booking.ts';
import type { HotelDay } from '../../domain/reception/read-day.usecase.ts';
import { UNDO_MILLISECONDS } from '../../domain/reception/steps-in-force.ts';
import { formatDay } from '../../kernel/day.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { formatMoney, type Minor } from '../../kernel/money.ts';
import { nightsOf } from '../../kernel/stay.ts';
import type {
  BookingDetail,
  BookingFacts,
  BookingList,
  Charge,
  DayView,
  HistoryLine,
  HotelBooking,
} from './hotel-api.ts';

export function hotelBookingView(
  context: Reads,
  { booking, event, received, known, undoable }: Found,
): HotelBooking {
  const partner = context.snapshot.clients.find(booking.clientId);
  if (partner === null) throw new Error(`booking ${booking.id} names the unknown client ${booking.clientId}`);
  const instant = (at: number | null) => (at === null ? null : formatInstant(at));
  const changed = known === null ? [] : changedFields(known, booking);
  return {
    id: booking.id,
    voucher_id: booking.voucherId,
    status: booking.status,
    revision: booking.revision,
    event,
    ...factsView(context, booking),
    channel: partner.name,
    channel_reference: booking.channelReference,
    created_at: formatInstant(booking.createdAt),
    updated_at: formatInstant(booking.updatedAt),
    received: { needed: received.needed, at: instant(received.at), by: received.by },
    changed_fields: changed,
    before: known === null || changed.length === 0 ? null : factsView(context, known),
    no_show_charge: chargeView(booking, noShowPenalty(booking)),
    ended: endedView(booking),
    undo: undoView(undoable, context.now().getTime()),
  };
}

function factsView({ snapshot }: Reads, booking: Booking): BookingFacts {
  const { roomType, plan } = withProduct(snapshot, booking).product;
  return {
    guest: { name: booking.guest.name, phone: booking.guest.phone, email: booking.guest.email },
    room_type: { name_en: roomType.nameEn, name_ar: roomType.nameAr, name_ckb: roomType.nameCkb },
    board: plan.pricingModel,
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    nights: nightsOf(booking.stay),
    rooms: booking.party.rooms,
    adults: booking.party.adults,
    children: booking.party.children,
    ...shownMoney(booking),
    collected_by: booking.collectedBy,
    special_requests: booking.specialRequests,
  };
}

/** If the partner collects, the amount is left out, because it would show the hotel what the partner's guest pays. */
function chargeView({ collectedBy, price }: Booking, penalty: Minor): Charge {
  if (penalty === 0) return { owed_by: 'NOBODY', amount: null };
  if (collectedBy === 'PARTNER') return { owed_by: 'PARTNER', amount: null };
  return { owed_by: 'GUEST', amount: formatMoney(penalty, price.currency) };
}

function undoView(step: Found['undoable'], now: number): HotelBooking['undo'] {
  if (step === null) return null;
  const until = step.at + UNDO_MILLISECONDS;
  return until < now ? null : { revision: step.revision, until: formatInstant(until) };
}

function endedView(booking: Booking): HotelBooking['ended'] {
  const { cancelled, noShow } = booking;
  const record: CancellationRecord | null = cancelled ?? noShow;
  if (record === null) return null;
  return {
    at: record.at,
    reason: record.reason,
    by_hotel: cancelled === null || cancelled.notHonoured === true,
    charge: chargeView(booking, record.penalty),
  };
}

function historyLine(
  { snapshot }: Reads,
  { at, actor, person, action, revision, reason }: HistoryEntry,
): HistoryLine {
  const by = person ?? snapshot.findClient(actor)?.name ?? actor;
  return { at: at.toISOString(), action, by, revision, reason };
}

export function bookingDetailView(context: Reads, { found, history }: HotelBookingDetail): BookingDetail {
  return {
    booking: hotelBookingView(context, found),
    history: history.map((entry) => historyLine(context, entry)),
  };
}

export function dayView(context: Reads, { now, today, event, bookings, hasMore }: HotelDay): DayView {
  return {
    now: now.toISOString(),
    today: formatDay(today),
    event,
    bookings: bookings.map((one) => hotelBookingView(context, one)),
    has_more: hasMore,
  };
}

export function bookingListView(context: Reads, bookings: Found[]): BookingList {
  return { bookings: bookings.map((one) => hotelBookingView(context, one)) };
}
