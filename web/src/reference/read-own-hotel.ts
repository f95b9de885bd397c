import type { Credentials } from '../api/keys.ts';
import { rememberedValues, rememberOwnStay } from '../api/remembered.ts';
import { send } from '../api/request.ts';
import type { OwnHotel } from './own-hotel.ts';

/** The reader's private hotel. Null if the reader uses the demo hotels. */
export function ownHotelOf(credentials: Credentials | null): OwnHotel | null {
  if (credentials?.hotel === undefined) return null;
  const { roomTypeId, ratePlanId } = rememberedValues(credentials.clientId);
  const hotelId = credentials.hotel.public_id;
  return roomTypeId === undefined || ratePlanId === undefined
    ? { hotelId }
    : { hotelId, roomTypeId, ratePlanId };
}

/** Loads a rate plan of the reader's private hotel and stores it. Null if that failed. */
export async function readOwnHotel(credentials: Credentials): Promise<OwnHotel | null> {
  const hotelId = credentials.hotel!.public_id;
  const headers = { 'X-Client-Id': credentials.clientId, 'X-Api-Key': credentials.apiKey };
  const response = await send({ method: 'GET', path: `/v1/rates?hotelId=${hotelId}`, headers, body: null });
  const [plan] = response?.body?.data ?? [];
  if (plan === undefined) return null;
  const stay = { roomTypeId: plan.room_type_id as string, ratePlanId: plan.id as string };
  rememberOwnStay(credentials.clientId, stay);
  return { hotelId, ...stay };
}
