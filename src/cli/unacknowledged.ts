// `ihc delivery unacknowledged` lists bookings that nobody at the hotel has acknowledged. `ihc delivery acknowledge`
// acknowledges a booking for the hotel.

import type { Command } from 'commander';
import { addDays, type Day, formatDay } from '../kernel/day.ts';
import { accept } from '../kernel/refusal.ts';
import { groupTelephone } from '../kernel/telephone.ts';
import { acknowledgeByOperator } from '../outgoing/hotel-notices/acknowledge-by-operator.usecase.ts';
import { type OpenNotice, readOpenNotices } from '../outgoing/hotel-notices/operate-notices.store.ts';
import { patienceEnd } from '../outgoing/hotel-notices/remind.usecase.ts';
import { wholeNumberFrom } from './parameters.ts';
import type { Runner } from './run.ts';
import { count, shownTime, table } from './terminal.ts';

export function addUnacknowledgedCommands(delivery: Command, runner: Runner): void {
  delivery
    .command('unacknowledged')
    .description('list bookings that a front desk has not acknowledged, arrivals of today and tomorrow first')
    .option('--all', 'also those of the last 30 minutes')
    .option('--limit <count>', 'how many bookings, from 1 to 10000', wholeNumberFrom(1, 10_000), 100)
    .addHelpText(
      'after',
      '\nExamples:\n  ihc delivery unacknowledged\n  ihc --json delivery unacknowledged --all',
    )
    .action(
      runner.action<{ all?: boolean; limit: number }, []>(async ({ operation, options }) => {
        const today = operation.today();
        const open = await readOpenNotices(operation.pool, {
          until: options.all ? operation.now() : patienceEnd(operation.now()),
          today: formatDay(today),
          arrival: formatDay(addDays(today, 1)),
          limit: options.limit,
        });
        return accept({
          data: open.map((one) => noticeData(one, today)),
          text: table(
            open.map((one) => noticeLine(one, today)),
            'every front desk has acknowledged its bookings',
          ),
        });
      }),
    );
  delivery
    .command('acknowledge')
    .description('record that a front desk knows of a booking, after a telephone call')
    .argument('<booking>', 'the id of the booking, or the number of its voucher')
    .addHelpText('after', '\nExample:\n  ihc delivery acknowledge IHC-2026-7KQ2MD')
    .action(
      runner.action(async ({ operation }, reference) => {
        const outcome = await acknowledgeByOperator(operation, reference);
        if (!outcome.ok) return outcome;
        const { hotel, bookingId, revision, acknowledged } = outcome.value;
        return accept({
          data: { hotel_id: hotel, booking_id: bookingId, revision, acknowledged },
          text:
            acknowledged === 0
              ? `hotel ${hotel} had acknowledged booking ${bookingId} already`
              : `hotel ${hotel}: ${count(acknowledged, 'notice')} of booking ${bookingId} acknowledged, up to revision ${revision}`,
        });
      }),
    );
}

const KINDS: Partial<Record<OpenNotice['kind'], string>> = {
  'booking.confirmed': 'NEW',
  'booking.modified': 'CHANGED',
  'booking.cancelled': 'CANCELLED',
  'booking.not_honoured': 'CANCELLED',
};

function arrivalIn(checkIn: Day, today: Day): string {
  if (checkIn <= today) return 'TODAY';
  return checkIn === today + 1 ? 'TOMORROW' : 'LATER';
}

function noticeData({ hotel, booking, kind, since, remindedAt, deliveries }: OpenNotice, today: Day) {
  return {
    hotel_id: hotel.publicId,
    hotel_name: hotel.name,
    city: hotel.city,
    hotel_phone: hotel.phone,
    booking_id: booking.id,
    voucher_id: booking.voucherId,
    guest_name: booking.guest.name,
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    arrival: arrivalIn(booking.stay.checkIn, today),
    kind: KINDS[kind] ?? kind,
    since,
    reminded_at: remindedAt,
    deliveries,
  };
}

function noticeLine({ hotel, booking, kind, since, deliveries }: OpenNotice, today: Day) {
  const arrival = arrivalIn(booking.stay.checkIn, today);
  const day = formatDay(booking.stay.checkIn);
  return {
    arrival: arrival === 'LATER' ? day : `${day} ${arrival}`,
    kind: KINDS[kind] ?? kind,
    hotel: `${hotel.publicId} ${hotel.name}`,
    phone: groupTelephone(hotel.phone),
    guest: booking.guest.name,
    voucher: booking.voucherId,
    since: shownTime(since),
    deliveries:
      Object.entries(deliveries)
        .map(([state, number]) => `${number} ${state}`)
        .join(', ') || 'none',
  };
}
