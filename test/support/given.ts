import type { Booking } from '../../src/domain/booking/booking.ts';
import type { Hold } from '../../src/domain/booking/hold.ts';
import { type CompleteFacts, priceToday, type StayFacts } from '../../src/domain/booking/stay-facts.ts';
import { type Night, UNOPENED } from '../../src/domain/inventory/night.ts';
import { type PlanDay, UNRESTRICTED } from '../../src/domain/inventory/plan-day.ts';
import { cancellationTimeline } from '../../src/domain/pricing/cancellation/cancellation-timeline.ts';
import type { Quote } from '../../src/domain/pricing/quote.ts';
import { pricesFrom, type RatePlan } from '../../src/domain/pricing/rate-plan.ts';
import { spreadParty } from '../../src/domain/pricing/spread-party.ts';
import { addDays, type Day, dayOf } from '../../src/kernel/day.ts';
import { parseRate } from '../../src/kernel/exchange.ts';
import {
  type BookingId,
  type ClientId,
  type HoldId,
  type HotelId,
  idOf,
  ledgerIdOf,
  type PolicyId,
  type QuoteId,
  type RatePlanId,
  type RoomTypeId,
} from '../../src/kernel/ids.ts';
import { minor } from '../../src/kernel/money.ts';
import type { Party } from '../../src/kernel/stay.ts';

/** Common facts for tests of decisions: noon in Baghdad on 1 March 2027, and a stay of two nights in ten days. */
export const NOW = Date.parse('2027-03-01T09:00:00Z');
export const TODAY = dayOf(20_878);
export const STAY = { checkIn: addDays(TODAY, 10), checkOut: addDays(TODAY, 12) };
export const PARTY: Party = { rooms: 1, adults: 2, children: 0 };
export const GUEST = { name: 'زينب', phone: '+9647701234567', email: null };
export const ABOUT = {
  ledgerId: ledgerIdOf(1),
  clientId: idOf<ClientId>('client'),
  hotelId: idOf<HotelId>('hotel'),
  roomTypeId: idOf<RoomTypeId>('room'),
  ratePlanId: idOf<RatePlanId>('plan'),
  stay: STAY,
};

export const NOTHING_ASKED = { rooms: null, adults: null, children: null, currency: null };
export const NO_NOTES = { specialRequests: null, channelReference: null };

export interface Given {
  now?: number;
  today?: Day;
  free?: number;
  double?: number;
  status?: 'ACTIVE' | 'SUSPENDED';
  permissions?: ('VIEW' | 'BOOK')[];
  validUntil?: string | null;
  collectedBy?: 'PARTNER' | 'HOTEL';
  active?: boolean;
  night?: Partial<Night>;
  planDay?: Partial<PlanDay>;
  rules?: { hoursBeforeCheckIn: number; penalty: { type: 'NIGHTS' | 'PERCENT'; value: number } }[];
}

/**
 * Returns facts about a hotel with `free` free rooms per night. The price for two adults is 100,000 dinars unless
 * `double` is given. The hotel collects the payment, and cancellation is free before check-in.
 */
export function facts(given: Given = {}): StayFacts {
  const { free = 3, double = 100_000, status = 'ACTIVE', permissions = ['VIEW', 'BOOK'], rules = [] } = given;
  const prices = pricesFrom(80_000, double, 30_000, 15_000);
  const active = given.active ?? true;
  return {
    ...{ now: given.now ?? NOW, today: given.today ?? TODAY, pricedAt: NOW },
    hotel: {
      ...{ id: ABOUT.hotelId, publicId: 'HTL-2026-0001', nameEn: 'Hotel', nameAr: 'فندق' },
      ...{ nameCkb: 'هۆتێل', phone: '+9647700000000' },
      ...{
        address: { en: '', ar: '', ckb: null },
        status,
        currency: 'IQD',
        checkInFrom: '14:00',
        scenario: null,
      },
      sameDayCutoff: '23:59',
      ...{ taxBasisPoints: 500, serviceBasisPoints: 1000, chargeChanges: [] },
    },
    contract: {
      ...{
        id: 'client/hotel',
        clientId: ABOUT.clientId,
        hotelId: ABOUT.hotelId,
        commissionBasisPoints: 1000,
        permissions,
      },
      ...{ paymentCollectedBy: given.collectedBy ?? 'HOTEL', validFrom: '2026-01-01' },
      validUntil: given.validUntil ?? null,
    },
    roomType: {
      ...{ id: ABOUT.roomTypeId, code: 'DBL', nameEn: 'Room', nameAr: 'غرفة', nameCkb: 'ژوور', active },
      ...{ maxOccupancy: 3, maxAdults: 3, maxChildren: 2, releaseDays: 0 },
    },
    plan: {
      ...{
        id: ABOUT.ratePlanId,
        hotelId: ABOUT.hotelId,
        roomTypeId: ABOUT.roomTypeId,
        code: 'BB',
        currency: 'IQD',
        prices,
        releaseDays: 0,
        active,
      },
    } as RatePlan,
    policy: {
      ...{ id: idOf<PolicyId>('policy'), hotelId: ABOUT.hotelId, nameEn: '', nameAr: '', rules },
      noShowPenalty: { type: 'PERCENT', value: 100 },
    },
    rate: parseRate(1310, '2027-01-01T00:00:00.000Z'),
    nightOn: () => ({ ...UNOPENED, open: true, allotment: 10, ...given.night }),
    planDayOn: () => ({ ...UNRESTRICTED, ...given.planDay }),
    freeOn: () => free,
    priceOn: () => prices,
  };
}

export function priceAt(double: number, party = PARTY, currency: 'IQD' | 'USD' = 'IQD') {
  const known = facts({ double }) as CompleteFacts;
  return priceToday(known, STAY, spreadParty(party, known.roomType)!, currency);
}

export function quote(id: string, changes: Partial<Quote> & { double?: number } = {}): Quote {
  const { double = 100_000, ...rest } = changes;
  return {
    ...{ ...ABOUT, id: idOf<QuoteId>(id), party: PARTY, price: priceAt(double, rest.party), fromHold: false },
    ...{ createdAt: NOW - 60_000, expiresAt: NOW + 60_000 },
    ...rest,
  };
}

export function hold(changes: Partial<Hold> = {}): Hold {
  return {
    ...{
      ...ABOUT,
      id: idOf<HoldId>('hold'),
      token: 'pb_1',
      party: PARTY,
      guest: GUEST,
      asked: null,
      price: priceAt(70_000),
    },
    ...{
      policyId: idOf<PolicyId>('held policy'),
      timeline: [{ from: '2027-03-01T08:59:00.000Z', penalty: minor(7) }],
    },
    ...{ collectedBy: 'PARTNER', status: 'ACTIVE', bookingId: null },
    ...{ createdAt: NOW - 60_000, expiresAt: NOW + 60_000 },
    ...changes,
  };
}

/** Returns a confirmed booking that was made a day ago. */
export function booking(changes: Partial<Booking> = {}, given: Given = {}): Booking {
  const { policy, hotel, contract } = facts(given) as CompleteFacts;
  const price = changes.price ?? priceAt(given.double ?? 100_000);
  const made = NOW - 86_400_000;
  const { checkIn } = changes.stay ?? STAY;
  const collectedBy = changes.collectedBy ?? contract.paymentCollectedBy;
  return {
    ...{
      ...ABOUT,
      id: idOf<BookingId>('booking'),
      voucherId: 'IHC-2027-AAAAAA',
      status: 'CONFIRMED',
      party: PARTY,
      guest: GUEST,
    },
    ...{
      price,
      policyId: idOf<PolicyId>('policy'),
      collectedBy,
      dueAtHotel: collectedBy === 'HOTEL' ? price.total : minor(0),
    },
    timeline: cancellationTimeline(policy, price, checkIn, hotel.checkInFrom, new Date(made)),
    ...{
      priceChange: null,
      leastPenalty: minor(0),
      cancelled: null,
      noShow: null,
      releasedFrom: null,
      ...NO_NOTES,
    },
    ...{ revision: 1, createdAt: made, updatedAt: made },
    ...changes,
  };
}

export const NON_REFUNDABLE = [
  { hoursBeforeCheckIn: 17_520, penalty: { type: 'PERCENT' as const, value: 100 } },
];
