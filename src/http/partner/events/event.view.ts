import type { Booking } from '../../../domain/booking/booking.ts';
import { withProduct } from '../../../domain/booking/find-own-booking.usecase.ts';
import { VOUCHER_STATUSES } from '../../../domain/booking/voucher.ts';
import type { LinksOf } from '../../../domain/vouchers/voucher-qr.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { type ClientEvent, publicEventId } from '../../../outgoing/events/client-event.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { foundBookingView } from '../bookings/booking.view.ts';
import type { EventView } from './events.schema.ts';

/** Returns an event as its partner receives it, in responses and in the body of webhooks. */
export function eventView(snapshot: Snapshot, linksOf: LinksOf, event: ClientEvent): EventView {
  const { id, kind, at, hotelId, event: change } = event;
  return {
    id: publicEventId(id),
    type: kind,
    timestamp: formatInstant(at),
    data: {
      hotel_id: hotelId,
      ...(change !== null && {
        booking: foundBookingView(withProduct(snapshot, change.booking), linksOf),
      }),
      ...(change !== null && change.before !== null && { before: beforeView(change.before) }),
    },
  };
}

function beforeView({ status, revision }: Booking): NonNullable<EventView['data']['before']> {
  return { status, voucher_status: VOUCHER_STATUSES[status], revision };
}
