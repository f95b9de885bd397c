import { randomUUID } from 'node:crypto';
import type { Credentials } from '../../src/sandbox/create-credentials.usecase.ts';
import { createHotelCredentials } from '../../src/sandbox/create-hotel-credentials.usecase.ts';
import type { PrivateHotel } from '../../src/sandbox/private-hotels.store.ts';
import type { TestService } from './service.ts';
import { inDays, type StayBody } from './stay.ts';

type Headers = Record<string, string>;

/** A tester with a private hotel: the headers of both clients, and stays of the hotel. */
export interface HotelTester {
  hotel: PrivateHotel;
  partner: Headers;
  supplier: Headers;
  /**
   * Returns a stay, by default of two nights. The room type and the board are given by their codes. Days 26 to 39 are
   * ordinary days.
   */
  stay: (changes?: { room?: string; board?: string; from?: number; nights?: number }) => Promise<StayBody>;
}

export async function freshHotel(service: TestService): Promise<HotelTester> {
  // Uses a new address, because tests need more credentials than one address may create per day.
  const created = await createHotelCredentials(service.context, randomUUID());
  if (!created.ok) throw new Error(created.message);
  const { hotel } = created.value;
  const partner = headersOf(created.value.partner);
  const query = `hotelId=${hotel.publicId}`;
  const read = async (path: string) =>
    (await service.call('GET', `/v1/${path}?${query}`, { headers: partner })).body.data as {
      id: string;
      code: string;
      room_type_id: string;
    }[];
  return {
    hotel,
    partner,
    supplier: headersOf(created.value.supplier),
    stay: async ({ room = 'DBL', board = 'BB', from = 30, nights = 2 } = {}) => {
      const roomTypeId = (await read('room-types')).find(({ code }) => code === room)!.id;
      const plans = await read('rates');
      const plan = plans.find(({ code, room_type_id }) => code === board && room_type_id === roomTypeId)!;
      return {
        hotelId: hotel.publicId,
        roomTypeId,
        ratePlanId: plan.id,
        checkIn: inDays(from),
        checkOut: inDays(from + nights),
      };
    },
  };
}

function headersOf({ clientId, apiKey }: Credentials): Headers {
  return { 'x-client-id': clientId, 'x-api-key': apiKey };
}
