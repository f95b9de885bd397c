import { randomUUID } from 'node:crypto';
import type { TestResponse, TestService } from './service.ts';
import { inDays } from './stay.ts';
import { supplierOf } from './supplier.ts';

export const HOTEL = 'HTL-2026-0001';

export interface UpdateBody {
  ref?: string;
  roomType?: string;
  ratePlan?: string;
  from?: string | number;
  to?: string | number;
  weekdays?: string[];
  set: object;
}

export interface Pushes {
  headers: Record<string, string>;
  /** Sends a message. Days can be given as numbers of days from today; the default is day 30, room type DBL. */
  push: (updates: UpdateBody[], rest?: object, node?: TestService) => Promise<TestResponse>;
  /** Returns what is in force on one day, for the room type or for a plan. */
  inForce: (day: number, plan?: string, room?: string) => Promise<TestResponse['body']>;
}

/** Creates a supplier of the demo hotel, in the ledger of the service's own partner. */
export async function pushesOf(service: TestService, hotel = HOTEL): Promise<Pushes> {
  const headers = await supplierOf(service, [hotel], service.credentials);
  const dayText = (day: string | number) => (typeof day === 'number' ? inDays(day) : day);
  return {
    headers,
    push: (updates, rest = {}, node = service) =>
      node.call('POST', '/supply/v1/ari', {
        headers,
        body: {
          hotelId: hotel,
          messageId: randomUUID(),
          updates: updates.map(({ ref, from = 30, to = from, roomType = 'DBL', ...one }, index) => ({
            ...{ ref: ref ?? String(index), roomType, from: dayText(from), to: dayText(to) },
            ...one,
          })),
          ...rest,
        },
      }),
    inForce: async (day, plan, room = 'DBL') => {
      const url = `/supply/v1/ari?hotelId=${hotel}&from=${inDays(day)}&to=${inDays(day)}&roomTypeId=${room}`;
      const { body } = await service.call('GET', plan === undefined ? url : `${url}&ratePlanId=${plan}`, {
        headers,
      });
      const [type] = body.data.room_types;
      return plan === undefined ? type.days[0] : type.rate_plans[0].days[0];
    },
  };
}

/** Returns the codes of the reasons for each update. An empty list means that the update was applied. */
export function codesOf({ body }: TestResponse): string[][] {
  return body.data.results.map((one: { reasons: { code: string }[] }) => one.reasons.map(({ code }) => code));
}

/** Writes an event as the desk does, with the changes of `booked`. Returns its number. */
export async function recordEvent(
  { context, credentials }: TestService,
  nights: [string, number, number, number][],
  hotel = HOTEL,
): Promise<number> {
  const { ledgerId, id } = context.snapshot.findClient(credentials['x-client-id']!)!;
  const { id: hotelId } = context.snapshot.findHotel(hotel)!;
  const { rows } = await context.pool.query(
    `insert into event_numbers (ledger_id, hotel_id, last) values ($1, $2, 1)
     on conflict (ledger_id, hotel_id) do update set last = event_numbers.last + 1 returning last`,
    [ledgerId, hotelId],
  );
  const last = Math.max(...nights.map(([, , to]) => to));
  await context.pool.query(
    `insert into events (ledger_id, hotel_id, number, at, kind, client_id, booking_id, revision, nights, last_night, booking)
     values ($1, $2, $3, now(), 'booking.confirmed', $4, gen_random_uuid(), 1, $5, date '1970-01-01' + $6::int, '{}')`,
    [ledgerId, hotelId, rows[0].last, id, JSON.stringify(nights), last],
  );
  return rows[0].last;
}
