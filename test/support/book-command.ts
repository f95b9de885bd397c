import { randomBytes, randomUUID } from 'node:crypto';
import type { Service } from '../../src/boot/service.ts';
import type { BookCommand } from '../../src/domain/booking/command.ts';
import { drawVoucherSuffix } from '../../src/domain/booking/voucher.ts';
import { getDay } from '../../src/kernel/day.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { NO_NOTES, NOTHING_ASKED } from './given.ts';
import type { StayBody } from './stay.ts';

/** Returns a booking command as the desk receives it, for tests of the desk without HTTP. */
export function bookCommand(
  service: Service,
  credentials: Record<string, string>,
  stay: StayBody,
  changes: Omit<Partial<BookCommand>, 'request'> & { request?: Partial<BookCommand['request']> } = {},
): BookCommand {
  const client = service.context.snapshot.findClient(credentials['x-client-id']!)!;
  const hotel = service.context.snapshot.findHotel(stay.hotelId)!;
  const { request, ...rest } = changes;
  return {
    kind: 'book',
    hotelLedger: { ledgerId: client.ledgerId, hotelId: hotel.id, hotelLockNumber: hotel.lockNumber },
    client: {
      id: client.id,
      name: client.publicId,
      contractHolderId: client.contractHolderId,
      lockNumber: client.lockNumber,
      resetAt: client.resetAt,
    },
    requestId: 'test',
    warnings: null,
    idempotency: null,
    voucherSuffixes: [1, 2, 3].map(() => drawVoucherSuffix(randomBytes)),
    ...rest,
    request: {
      bookingId: idOf(randomUUID()),
      ledgerId: client.ledgerId,
      clientId: client.id,
      hotelId: hotel.id,
      roomTypeId: idOf(stay.roomTypeId),
      ratePlanId: idOf(stay.ratePlanId),
      stay: { checkIn: getDay(stay.checkIn), checkOut: getDay(stay.checkOut) },
      asked: NOTHING_ASKED,
      guest: { name: 'Guest', phone: '+9647701234567', email: null },
      notes: NO_NOTES,
      quoteId: null,
      prebookToken: null,
      expectedTotal: null,
      ...request,
    },
  };
}

export async function setAllotment(service: Service, stay: StayBody, allotment: number): Promise<void> {
  await service.context.pool.query(
    'update nights set allotment = $2, blocked = 0 where room_type_id = $1 and day >= $3 and day < $4',
    [stay.roomTypeId, allotment, stay.checkIn, stay.checkOut],
  );
  await service.context.feed.catchUp();
}

export async function countBooked(service: Service, stay: StayBody): Promise<number> {
  const result = await service.context.pool.query(
    'select coalesce(max(booked), 0)::int as booked from night_counters where room_type_id = $1 and day = $2',
    [stay.roomTypeId, stay.checkIn],
  );
  return result.rows[0].booked;
}
