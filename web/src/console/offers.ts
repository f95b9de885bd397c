import type { Data } from './state/session.ts';

export interface Offer {
  hotel: Data;
  room: Data;
  plan: Data;
}

/** The rooms and plans of a hotel in a search result, cheapest first. The service sorts the hotels by price too. */
export function offersOf(hotel: Data): Offer[] {
  const offers: Offer[] = hotel.rooms.flatMap((room: Data) =>
    room.rate_plans.map((plan: Data) => ({ hotel, room, plan })),
  );
  return offers.sort((one, other) => Number(one.plan.total) - Number(other.plan.total));
}

/** The offer whose room type and rate plan are in the forms. Null if the last search did not return this offer. */
export function chosenOffer(hotels: Data[], ratePlanId: string): Offer | null {
  return hotels.flatMap(offersOf).find(({ plan }) => plan.rate_plan_id === ratePlanId) ?? null;
}

export function valuesOf({ hotel, room, plan }: Offer) {
  return { hotelId: hotel.public_id, roomTypeId: room.room_type_id, ratePlanId: plan.rate_plan_id };
}
