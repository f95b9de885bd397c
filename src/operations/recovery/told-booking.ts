// Reads a booking from a response that was sent to a caller.

/** The parts of a booking that an operator needs to call the partner, the hotel or the guest. */
export interface ToldBooking {
  id: string;
  voucher: string;
  status: string;
  revision: number;
  hotelPhone: string | null;
  checkIn: string;
  checkOut: string;
  rooms: number;
  total: string;
  currency: string;
  guest: string;
  phone: string | null;
  email: string | null;
  reference: string | null;
}

interface Guest {
  name: string;
  phone: string | null;
  email: string | null;
}

interface Body {
  data: {
    booking_id: string;
    voucher_id: string;
    status: string;
    revision: number;
    hotel: { phone?: string | null };
    check_in: string;
    check_out: string;
    rooms_count: number;
    price: { total: string; currency: string };
    guest_manifest?: Guest[];
    guest?: Guest;
    channel_reference: string | null;
  };
}

/**
 * Returns null if the body is empty or incomplete. A stored line has an empty body if its response contains no booking.
 */
export function toldBooking(body: string): ToldBooking | null {
  if (body === '') return null;
  let data: Body['data'];
  try {
    ({ data } = JSON.parse(body) as Body);
  } catch {
    return null;
  }
  const guest = data.guest ?? data.guest_manifest?.[0];
  return {
    id: data.booking_id,
    voucher: data.voucher_id,
    status: data.status,
    revision: data.revision,
    hotelPhone: data.hotel.phone ?? null,
    checkIn: data.check_in,
    checkOut: data.check_out,
    rooms: data.rooms_count,
    total: data.price.total,
    currency: data.price.currency,
    guest: guest?.name ?? '',
    phone: guest?.phone ?? null,
    email: guest?.email ?? null,
    reference: data.channel_reference,
  };
}
