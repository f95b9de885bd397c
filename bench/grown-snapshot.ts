import type { Hotel } from '../src/domain/catalog/hotel.ts';
import { type Night, UNOPENED } from '../src/domain/inventory/night.ts';
import type { Client } from '../src/domain/partners/client.ts';
import { contractId } from '../src/domain/partners/contract.ts';
import { PRICING_MODELS } from '../src/domain/pricing/rate-plan.ts';
import { addDays, type Day } from '../src/kernel/day.ts';
import { idOf, ledgerIdOf } from '../src/kernel/ids.ts';
import { minor } from '../src/kernel/money.ts';
import { Snapshot } from '../src/snapshot/snapshot.ts';
import { CITIES } from './world.store.ts';

const CITY = 'Karbala';
const CITY_HOTELS = 25;
const ROOM_TYPES = 4;
const PLANS = 3;
const DAYS = 90;
const OTHER_CITIES = CITIES.filter((city) => city !== CITY);

export const PARTNER: Client = {
  id: idOf(uuid(9, 0)),
  publicId: 'bench',
  name: 'bench',
  kind: 'PARTNER',
  suppliedHotels: [],
  ledgerId: ledgerIdOf(1),
  lockNumber: 1,
  contractHolderId: idOf(uuid(9, 0)),
  rateLimitPerMinute: null,
  bookingLimitPerMinute: null,
  isSuspended: false,
  resetAt: null,
};

/**
 * Returns a snapshot of `hotels` hotels, all under contract with one partner. The city in which the benchmark searches
 * always has the same 25 hotels.
 */
export function snapshotOf(hotels: number, today: Day): Snapshot {
  const snapshot = new Snapshot();
  snapshot.clients.put(PARTNER);
  snapshot.putRate({ tenThousandthsOfIqdForUsd: 13_100_000, asOf: '2026-01-01T00:00:00.000Z' });
  for (let number = 1; number <= hotels; number += 1) putHotel(snapshot, number, today);
  return snapshot;
}

function putHotel(snapshot: Snapshot, number: number, today: Day): void {
  const hotel = hotelOf(number);
  snapshot.hotels.put(hotel);
  snapshot.contracts.put({
    id: contractId(PARTNER.id, hotel.id),
    clientId: PARTNER.id,
    hotelId: hotel.id,
    commissionBasisPoints: 1_000,
    permissions: ['VIEW', 'BOOK'],
    paymentCollectedBy: 'PARTNER',
    validFrom: '2026-01-01',
    validUntil: null,
  });
  const policyId = uuid(2, number);
  snapshot.policies.put({
    id: idOf(policyId),
    hotelId: hotel.id,
    nameEn: 'Flexible',
    nameAr: 'مرنة',
    rules: [{ hoursBeforeCheckIn: 24, penalty: { type: 'NIGHTS', value: 1 } }],
    noShowPenalty: { type: 'PERCENT', value: 100 },
    active: true,
  });
  for (let room = 1; room <= ROOM_TYPES; room += 1)
    putRoomType(snapshot, hotel, policyId, number, room, today);
}

function putRoomType(
  snapshot: Snapshot,
  hotel: Hotel,
  policyId: string,
  number: number,
  room: number,
  today: Day,
): void {
  const roomTypeId = uuid(3, number * 10 + room);
  snapshot.roomTypes.put({
    id: idOf(roomTypeId),
    hotelId: hotel.id,
    code: `R${room}`,
    nameEn: `Room ${room}`,
    nameAr: `غرفة ${room}`,
    nameCkb: `ژوور ${room}`,
    maxOccupancy: 1 + room,
    maxAdults: Math.min(1 + room, 4),
    maxChildren: room - 1,
    bedConfiguration: [{ type: 'DOUBLE', count: 1 }],
    amenities: [],
    sizeSqm: 24,
    usualAllotment: 10,
    releaseDays: 0,
    active: true,
  });
  for (let plan = 1; plan <= PLANS; plan += 1) {
    const double = (4_000 + 1_003 * plan + 700 * room + ((number * 37) % 6_007)) * 13;
    snapshot.ratePlans.put({
      id: idOf(uuid(4, number * 100 + room * 10 + plan)),
      hotelId: hotel.id,
      roomTypeId: idOf(roomTypeId),
      code: `P${plan}`,
      nameEn: `Plan ${plan}`,
      nameAr: `خطة ${plan}`,
      nameCkb: `پلان ${plan}`,
      pricingModel: PRICING_MODELS[plan]!,
      currency: hotel.currency,
      prices: {
        single: minor(double - 100),
        double: minor(double),
        extraAdult: minor(3_000),
        child: minor(1_500),
      },
      cancellationPolicyId: idOf(policyId),
      releaseDays: 0,
      active: true,
    });
  }
  const calendar = snapshot.calendarOf(idOf(roomTypeId));
  const open: Night = { ...UNOPENED, open: true, allotment: 4 + ((number + room) % 12) };
  const closed: Night = { ...open, stopSell: true };
  for (let day = 0; day < DAYS; day += 1)
    calendar.set(addDays(today, day), (number + room + day) % 97 === 0 ? closed : open, 1);
}

function hotelOf(number: number): Hotel {
  const city = number <= CITY_HOTELS ? CITY : OTHER_CITIES[number % OTHER_CITIES.length]!;
  const [year, rest] = [2000 + Math.floor(number / 10_000), String(number % 10_000).padStart(4, '0')];
  return {
    id: idOf(uuid(1, number)),
    lockNumber: number,
    publicId: `HTL-${year}-${rest}`,
    nameEn: `Hotel ${number}`,
    nameAr: `فندق ${number}`,
    nameCkb: `هۆتێل ${number}`,
    starRating: 1 + (number % 5),
    city,
    governorate: city,
    status: 'ACTIVE',
    currency: number % 3 === 0 ? 'USD' : 'IQD',
    descriptions: { en: '', ar: '', ckb: '' },
    address: { en: '', ar: '', ckb: null },
    phone: '+9647700000000',
    latitude: 33,
    longitude: 44,
    amenities: [],
    images: [],
    checkInFrom: '14:00',
    checkOutUntil: '12:00',
    sameDayCutoff: '23:59',
    policies: { children: '', payment: '', pets: '', cancellation: '' },
    taxBasisPoints: 500,
    serviceBasisPoints: 1_000,
    chargeChanges: [],
    scenario: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

function uuid(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
