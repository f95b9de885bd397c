// Finds the booking of a voucher.

import { getDay } from '../../kernel/day.ts';
import type { HotelId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import { type Currency, type Minor, minor } from '../../kernel/money.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { BookingStatus } from '../booking/booking.ts';
import { retained } from '../booking/payable.ts';
import type { TimelineStep } from '../pricing/cancellation/cancellation-timeline.ts';
import type { VoucherFacts } from './voucher-facts.ts';

interface VoucherRow {
  voucher_id: string;
  status: BookingStatus;
  revision: number;
  hotel_id: HotelId;
  room_type_id: RoomTypeId;
  rate_plan_id: RatePlanId;
  check_in: string;
  check_out: string;
  rooms_count: number;
  adults: number;
  children: number;
  guest_names: string[];
  currency: Currency;
  total: string;
  least_penalty: string;
  timeline: TimelineStep[];
  payment: { collectedBy: 'PARTNER' | 'HOTEL'; dueAtHotel: Minor };
  cancelled_at: string | null;
  special_requests: string | null;
  channel_reference: string | null;
  updated_at: Date;
}

/** The booking of a voucher in its present state. */
export interface StoredVoucher extends VoucherFacts {
  revision: number;
}

/**
 * Finds the booking of a voucher for any partner, in any ledger. The caller must have checked the signature in the
 * voucher's link, so this function checks nothing else.
 */
export async function findVoucher(database: Queryable, voucherId: string): Promise<StoredVoucher | null> {
  const result = await database.query<VoucherRow>(
    `select b.voucher_id, b.status, b.revision, b.hotel_id, b.room_type_id, b.rate_plan_id, b.check_in, b.check_out,
       b.rooms_count, b.adults, b.children, b.price->>'currency' as currency, b.total, b.least_penalty,
       b.cancellation->'timeline' as timeline, b.payment, b.cancelled->>'at' as cancelled_at, b.special_requests,
       b.channel_reference, b.updated_at,
       array(select g.name from guests g
             where g.ledger_id = b.ledger_id and g.hotel_id = b.hotel_id and g.booking_id = b.id
             order by g.lead desc, g.position) as guest_names
     from vouchers v
     join bookings b on b.ledger_id = v.ledger_id and b.hotel_id = v.hotel_id and b.id = v.booking_id
     where v.voucher_id = $1`,
    [voucherId],
  );
  const row = result.rows[0];
  return row === undefined ? null : factsOf(row);
}

function factsOf(row: VoucherRow): StoredVoucher {
  return {
    voucherId: row.voucher_id,
    status: row.status,
    revision: row.revision,
    hotelId: row.hotel_id,
    roomTypeId: row.room_type_id,
    ratePlanId: row.rate_plan_id,
    stay: { checkIn: getDay(row.check_in), checkOut: getDay(row.check_out) },
    party: { rooms: row.rooms_count, adults: row.adults, children: row.children },
    guestNames: row.guest_names,
    currency: row.currency,
    collectedBy: row.payment.collectedBy,
    dueAtHotel: row.payment.dueAtHotel,
    retained: retained({
      leastPenalty: minor(Number(row.least_penalty)),
      price: { total: minor(Number(row.total)) },
    }),
    timeline: row.timeline,
    cancelledAt: row.cancelled_at,
    specialRequests: row.special_requests,
    channelReference: row.channel_reference,
    updatedAt: row.updated_at.toISOString(),
  };
}
