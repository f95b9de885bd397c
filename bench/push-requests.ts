import { randomUUID } from 'node:crypto';
import { addDays, dayInBaghdad, formatDay } from '../src/kernel/day.ts';
import type { PushedHotel } from './ari.store.ts';
import { postRequest } from './requests.ts';
import type { Credentials } from './support.ts';

/** Each message has new prices, so that every day is written. */
let turn = 0;

/** Returns a message with prices and restrictions of a hotel's first rate plans. Each update covers `step` days. */
export function planMessage(
  supplier: Credentials,
  { publicId, plans }: PushedHotel,
  size: { plans: number; days: number; step: number },
): Buffer {
  turn += 1;
  const today = dayInBaghdad(new Date());
  const updates = plans.slice(0, size.plans).flatMap(({ roomType, ratePlan }, at) =>
    Array.from({ length: Math.ceil(size.days / size.step) }, (_, index) => {
      const first = index * size.step;
      const last = Math.min(first + size.step, size.days) - 1;
      const price = 10_000 + turn * 100 + at + index;
      return {
        ref: `${at}-${index}`,
        ...{ roomType, ratePlan },
        ...{ from: formatDay(addDays(today, first)), to: formatDay(addDays(today, last)) },
        set: {
          prices: { single: String(price), double: String(price + 500), extraAdult: '3000', child: '1500' },
          // The restrictions allow every stay of two nights, because bookings continue during the measurement.
          ...{ minStay: 1 + (turn % 2), minStayThrough: 1 + ((turn + 1) % 2), maxStay: 20 + (turn % 2) },
        },
      };
    }),
  );
  return messageRequest(supplier, publicId, updates);
}

/** Returns a message with the number of rooms of each room type on consecutive days. */
export function roomsMessage(
  supplier: Credentials,
  { publicId, plans }: PushedHotel,
  size: { first: number; days: number; rooms: number; sentAt?: string },
): Buffer {
  const today = dayInBaghdad(new Date());
  const types = [...new Set(plans.map(({ roomType }) => roomType))];
  const updates = types.flatMap((roomType) =>
    Array.from({ length: size.days }, (_, index) => {
      const day = formatDay(addDays(today, size.first + index));
      return { ref: `${roomType}-${day}`, roomType, from: day, to: day, set: { allotment: size.rooms } };
    }),
  );
  return messageRequest(supplier, publicId, updates);
}

function messageRequest(supplier: Credentials, hotelId: string, updates: object[]): Buffer {
  return postRequest('/supply/v1/ari', supplier, { hotelId, messageId: randomUUID(), updates });
}
