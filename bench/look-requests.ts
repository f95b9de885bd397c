import { addDays, dayOf, formatDay } from '../src/kernel/day.ts';
import { getRequest, postRequest } from './requests.ts';
import type { Credentials, World } from './support.ts';
import { type BookableStay, CITIES, findBookableStays } from './world.store.ts';

const STAYS = 480;
const NIGHTS = 3;
const DAYS_AHEAD = 60;
const PAGE = 50;
/** A page size with which one write can send the whole response. processes.ts explains the reason. */
const SHORT_PAGE = 4;

const PARTIES = [
  { adults: 2, children: 0, roomsCount: 1 },
  { adults: 1, children: 0, roomsCount: 1 },
  { adults: 2, children: 1, roomsCount: 1 },
  { adults: 3, children: 0, roomsCount: 1 },
  { adults: 2, children: 2, roomsCount: 1 },
  { adults: 4, children: 0, roomsCount: 2 },
  { adults: 3, children: 1, roomsCount: 1 },
  { adults: 5, children: 1, roomsCount: 2 },
  { adults: 4, children: 2, roomsCount: 2 },
  { adults: 6, children: 0, roomsCount: 3 },
];
const FRESH_DAYS = 340;
/** The step has no common divisor with the number of searches, so that every search is used once. */
const FRESH_STEP = 10_087;

export interface Look {
  work: string;
  method: 'GET' | 'POST';
  path: string;
  requests: Buffer[];
  repeat: boolean;
}

export interface Looks {
  /** 480 different requests, as for the other reads. */
  search: Look;
  /** No two of these requests are equal. */
  freshSearch: Look;
  shortSearch: Look;
  availability: Look;
  hotels: Look;
  allHotels: Look;
  priceCheck: Look;
}

/** Returns the read requests that are measured. As with real partners, there are many stays and many callers. */
export async function lookRequests(world: World, today: number): Promise<Looks> {
  const stays = await findBookableStays(world.pool, NIGHTS, 20, STAYS);
  const [least, most] = [Math.min(...world.size.partners), Math.max(...world.size.partners)];
  const big = inTurn(world.callersOf(most));
  const small = inTurn(world.callersOf(least));
  const cityHotels = world.size.hotels / CITIES.length;
  const search = (page: number): Look => ({
    work: `search, city of ${cityHotels} hotels, ${NIGHTS} nights, ${page} hotels per page`,
    ...{ method: 'POST', path: '/v1/search', repeat: true },
    requests: stays.map((_, index) =>
      searchRequest(
        big(index),
        {
          destination: CITIES[index % CITIES.length]!,
          checkIn: today + 1 + (index % DAYS_AHEAD),
          nights: NIGHTS,
          party: { adults: 2, children: 0, roomsCount: 1 },
        },
        page,
      ),
    ),
  });
  return {
    search: search(PAGE),
    freshSearch: {
      work: `search, city of ${cityHotels} hotels, ${NIGHTS} nights, ${PAGE} hotels per page, no request repeated`,
      ...{ method: 'POST', path: '/v1/search', repeat: false },
      requests: freshSearches(today).map((about, index) => searchRequest(big(index), about)),
    },
    shortSearch: search(SHORT_PAGE),
    availability: {
      work: 'availability, 14 days',
      ...{ method: 'GET', path: '/v1/availability', repeat: true },
      requests: stays.map((stay, index) => getRequest(availabilityPath(stay, 14), big(index))),
    },
    hotels: {
      work: `hotels, ${PAGE} of a partner's ${most}`,
      ...{ method: 'GET', path: '/v1/hotels', repeat: true },
      requests: stays.map((_, index) => getRequest(`/v1/hotels?limit=${PAGE}`, big(index))),
    },
    allHotels: {
      work: `hotels, all ${least} of a partner`,
      ...{ method: 'GET', path: '/v1/hotels', repeat: true },
      requests: stays.map((_, index) => getRequest('/v1/hotels', small(index))),
    },
    priceCheck: {
      work: `price-check, ${NIGHTS} nights`,
      ...{ method: 'POST', path: '/v1/price-check', repeat: true },
      requests: stays.map((stay, index) => postRequest('/v1/price-check', big(index), stay)),
    },
  };
}

export interface SearchFor {
  destination: string;
  checkIn: number;
  nights: number;
  party: { adults: number; children: number; roomsCount: number };
}

/**
 * Returns every combination of city, party and arrival within 340 days, once. The order mixes cities, parties and
 * dates. The caller does not change the result, because all callers share one partner's contracts.
 */
function freshSearches(today: number): SearchFor[] {
  const total = CITIES.length * PARTIES.length * FRESH_DAYS;
  return Array.from({ length: total }, (_, index) => {
    const place = (index * FRESH_STEP) % total;
    const rest = Math.floor(place / CITIES.length);
    return {
      destination: CITIES[place % CITIES.length]!,
      checkIn: today + 1 + Math.floor(rest / PARTIES.length),
      nights: NIGHTS,
      party: PARTIES[rest % PARTIES.length]!,
    };
  });
}

export function searchRequest(
  caller: Credentials,
  { destination, checkIn, nights, party }: SearchFor,
  limit = PAGE,
): Buffer {
  const dates = { checkIn: formatDay(dayOf(checkIn)), checkOut: formatDay(addDays(dayOf(checkIn), nights)) };
  return postRequest('/v1/search', caller, { destination, ...dates, ...party, limit });
}

export function availabilityPath(stay: BookableStay, days: number): string {
  return `/v1/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=${days}`;
}

function inTurn<Thing>(things: Thing[]): (index: number) => Thing {
  return (index) => things[index % things.length]!;
}
