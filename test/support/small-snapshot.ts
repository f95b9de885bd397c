import type { Hotel } from '../../src/domain/catalog/hotel.ts';
import type { RoomType } from '../../src/domain/catalog/room-type.ts';
import { UNOPENED } from '../../src/domain/inventory/night.ts';
import type { Client } from '../../src/domain/partners/client.ts';
import { contractId } from '../../src/domain/partners/contract.ts';
import { pricesFrom, type RatePlan } from '../../src/domain/pricing/rate-plan.ts';
import { type Day, daysFrom } from '../../src/kernel/day.ts';
import { parseRate } from '../../src/kernel/exchange.ts';
import { idOf, ledgerIdOf } from '../../src/kernel/ids.ts';
import type { Currency } from '../../src/kernel/money.ts';
import { Snapshot } from '../../src/snapshot/snapshot.ts';
import { NOW, TODAY } from './given.ts';

export const PARTNER: Client = {
  ...{
    id: idOf('partner'),
    publicId: 'partner',
    name: 'Partner',
    kind: 'PARTNER',
    suppliedHotels: [],
    ledgerId: ledgerIdOf(1),
    lockNumber: 1,
  },
  ...{ contractHolderId: idOf('partner'), rateLimitPerMinute: null, bookingLimitPerMinute: null },
  ...{ isSuspended: false, resetAt: null },
};
const DAYS = 30;

export interface GivenHotel {
  /** The last four digits of the public id. The ids of its room and plan also use these digits. */
  number: string;
  double?: number;
  city?: string;
  currency?: Currency;
  allotment?: number;
  status?: Hotel['status'];
}

/**
 * Returns a snapshot of hotels under contract with the partner. Each hotel has one room type and one plan, open for
 * thirty days.
 */
export function snapshotWith(...hotels: GivenHotel[]): Snapshot {
  const snapshot = new Snapshot();
  snapshot.putRate(parseRate(1310, new Date(NOW - 1_000).toISOString()));
  for (const hotel of hotels) putHotel(snapshot, hotel);
  return snapshot;
}

export function putHotel(snapshot: Snapshot, given: GivenHotel): void {
  const { number, currency = 'IQD', city = 'Karbala', status = 'ACTIVE' } = given;
  const hotel = {
    ...{ id: idOf(`hotel-${number}`), publicId: `HTL-2026-${number}`, nameEn: `Hotel ${number}` },
    ...{
      nameAr: 'فندق',
      city,
      status,
      currency,
      checkInFrom: '14:00',
      sameDayCutoff: '23:59',
      taxBasisPoints: 0,
      serviceBasisPoints: 0,
      chargeChanges: [] as Hotel['chargeChanges'],
    },
  } as Hotel;
  snapshot.hotels.put(hotel);
  snapshot.contracts.put({
    ...{ id: contractId(PARTNER.id, hotel.id), clientId: PARTNER.id, hotelId: hotel.id },
    ...{ commissionBasisPoints: 1000, permissions: ['VIEW', 'BOOK'], paymentCollectedBy: 'HOTEL' },
    ...{ validFrom: '2026-01-01', validUntil: null },
  });
  snapshot.policies.put({
    ...{ id: idOf(`policy-${number}`), hotelId: hotel.id, nameEn: '', nameAr: '', rules: [] },
    noShowPenalty: { type: 'PERCENT', value: 100 },
    active: true,
  });
  snapshot.roomTypes.put({
    ...{ id: idOf(`room-${number}`), hotelId: hotel.id, code: 'DBL', nameEn: 'Room', nameAr: 'غرفة' },
    ...{ maxOccupancy: 3, maxAdults: 3, maxChildren: 2, releaseDays: 0, active: true },
  } as RoomType);
  snapshot.ratePlans.put(planOf(given));
  const calendar = snapshot.calendarOf(idOf(`room-${number}`));
  for (const day of daysFrom(TODAY, DAYS))
    calendar.set(day, { ...UNOPENED, open: true, allotment: given.allotment ?? 5 }, 1);
}

export function planOf({ number, double = 100_000, currency = 'IQD' }: GivenHotel): RatePlan {
  return {
    ...{ id: idOf(`plan-${number}`), hotelId: idOf(`hotel-${number}`), roomTypeId: idOf(`room-${number}`) },
    ...{ code: 'BB', nameEn: 'Bed and breakfast', nameAr: '', pricingModel: 'BED_AND_BREAKFAST' },
    ...{ currency, prices: pricesFrom(double - 1_000, double, 3_000, 1_500), releaseDays: 0, active: true },
    cancellationPolicyId: idOf(`policy-${number}`),
  } as RatePlan;
}

export function closeNight(snapshot: Snapshot, number: string, day: Day): void {
  snapshot
    .calendarOf(idOf(`room-${number}`))
    .set(day, { ...UNOPENED, open: true, allotment: 5, stopSell: true }, 2);
}
