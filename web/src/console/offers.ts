import type { Data } from './state/session.ts';

export interface Offer {
  hotel: Data;
  room: Data;
  plan: Data;
}

/** The rooms and plans of a hotel, cheapest first. The hotels are sorted in the same way. */
export function offersOf(hotel: Data): Offer[] {
  const offers: Offer[] = hotel.rooms.flatMap((room: Data) =>
    room.rate_plans.map((plan: Data) => ({ hotel, room, plan })),
  );
  return offers.sort((one, other) => Number(one.plan.total) - Number(other.plan.total));
}

/** The offer in the forms. Null if the last search does not contain it. */
export function chosenOffer(hotels: Data[], ratePlanId: string): Offer | null {
  return hotels.flatMap(offersOf).find(({ plan }) => plan.rate_plan_id === ratePlanId) ?? null;
}

export function valuesOf({ hotel, room, plan }: Offer) {
  return { hotelId: hotel.public_id, roomTypeId: room.room_type_id, ratePlanId: plan.rate_plan_id };
}
