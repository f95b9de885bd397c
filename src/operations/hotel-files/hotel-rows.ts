// Converts a hotel file to rows of the database.

import type { HotelStatus } from '../../domain/catalog/hotel.ts';
import type { PriceColumns } from '../../domain/pricing/price-columns.ts';
import type { PricingModel } from '../../domain/pricing/rate-plan.ts';
import { type Currency, parseMoney } from '../../kernel/money.ts';
import { parseTelephone } from '../../kernel/telephone.ts';
import type { HotelFile, PolicyFile, RatePlanFile, RoomTypeFile } from './hotel-file.schema.ts';

type Contact = NonNullable<HotelFile['frontDesk']>[number];

/** The columns that a hotel file sets, with their names in the database. */
export interface HotelRow {
  id: string;
  public_id: string;
  name_en: string;
  name_ar: string;
  name_ckb: string;
  star_rating: number;
  city: string;
  governorate: string;
  status: HotelStatus;
  currency: Currency;
  descriptions: HotelFile['descriptions'];
  address: { en: string; ar: string };
  address_ckb: string | null;
  phone: string;
  latitude: number;
  longitude: number;
  amenities: string[];
  images: { url: string; caption_en: string; caption_ar: string }[];
  languages: string[];
  front_desk: Contact[];
  check_in_from: string;
  check_out_until: string;
  policies: { children: string; payment: string; pets: string; cancellation: string };
  tax_basis_points: number;
  service_basis_points: number;
  auto_open: boolean;
  open_ahead_days: number;
  same_day_cutoff: string;
}

export interface PolicyRow {
  id: string;
  hotel_id: string;
  code: string;
  name_en: string;
  name_ar: string;
  rules: { hours_before_check_in: number; penalty: PolicyFile['noShowPenalty'] }[];
  no_show_penalty: PolicyFile['noShowPenalty'];
  active: boolean;
}

export interface RoomTypeRow {
  id: string;
  hotel_id: string;
  code: string;
  name_en: string;
  name_ar: string;
  name_ckb: string | null;
  max_occupancy: number;
  max_adults: number;
  max_children: number;
  bed_configuration: RoomTypeFile['beds'];
  amenities: string[];
  size_sqm: number;
  default_allotment: number;
  release_days: number;
  active: boolean;
}

export interface PlanRow extends PriceColumns {
  id: string;
  hotel_id: string;
  room_type_id: string;
  code: string;
  name_en: string;
  name_ar: string;
  name_ckb: string | null;
  pricing_model: PricingModel;
  currency: Currency;
  cancellation_policy_id: string;
  release_days: number;
  active: boolean;
}

/** All rows of one hotel that a hotel file describes. */
export interface HotelRows {
  hotel: HotelRow;
  policies: PolicyRow[];
  roomTypes: RoomTypeRow[];
  plans: PlanRow[];
}

/**
 * Returns the rows that a hotel file describes. An existing row is found by its code and keeps its id. A new row
 * receives the id from the file, or a new id.
 */
export function rowsOf(file: HotelFile, stored: HotelRows | null, newId: () => string): HotelRows {
  const hotelId = stored?.hotel.id ?? file.id ?? newId();
  const policies = file.cancellationPolicies.map((policy) => {
    const known = stored?.policies.find((row) => row.code === policy.code);
    return policyRow(policy, known?.id ?? policy.id ?? newId(), hotelId);
  });
  const roomTypes: RoomTypeRow[] = [];
  const plans: PlanRow[] = [];
  for (const room of file.roomTypes) {
    const known = stored?.roomTypes.find((row) => row.code === room.code);
    const row = roomTypeRow(room, known?.id ?? room.id ?? newId(), hotelId);
    roomTypes.push(row);
    for (const plan of room.ratePlans) {
      const same = stored?.plans.find((one) => one.room_type_id === row.id && one.code === plan.code);
      const policy = policies.find((one) => one.code === plan.cancellationPolicy)!;
      plans.push(planRow(plan, same?.id ?? plan.id ?? newId(), row, policy.id));
    }
  }
  return { hotel: hotelRow(file, hotelId, stored?.hotel.status), policies, roomTypes, plans };
}

function hotelRow(file: HotelFile, id: string, statusNow: HotelStatus | undefined): HotelRow {
  const { checkInFrom, checkOutUntil, children, payment, pets, cancellation } = file.policies;
  return {
    id,
    public_id: file.publicId,
    name_en: file.names.en,
    name_ar: file.names.ar,
    name_ckb: file.names.ckb,
    star_rating: file.starRating,
    city: file.city,
    governorate: file.governorate,
    status: file.status ?? statusNow ?? 'ACTIVE',
    currency: file.currency,
    descriptions: file.descriptions,
    address: { en: file.address.en, ar: file.address.ar },
    address_ckb: file.address.ckb ?? null,
    phone: parseTelephone(file.phone)!,
    latitude: file.coordinates.latitude,
    longitude: file.coordinates.longitude,
    amenities: file.amenities ?? [],
    images: (file.images ?? []).map(({ url, captions }) => ({
      url,
      caption_en: captions.en,
      caption_ar: captions.ar,
    })),
    languages: file.languages ?? [],
    front_desk: (file.frontDesk ?? []).map((contact) => ({
      ...contact,
      ...(contact.phone !== undefined && { phone: parseTelephone(contact.phone)! }),
    })),
    check_in_from: checkInFrom,
    check_out_until: checkOutUntil,
    policies: { children, payment, pets, cancellation },
    tax_basis_points: Math.round(file.taxes.taxPercent * 100),
    service_basis_points: Math.round(file.taxes.serviceChargePercent * 100),
    auto_open: file.opening?.autoOpen ?? false,
    open_ahead_days: file.opening?.openAheadDays ?? 500,
    same_day_cutoff: file.opening?.sameDayCutoff ?? '23:59',
  };
}

function policyRow(policy: PolicyFile, id: string, hotelId: string): PolicyRow {
  return {
    id,
    hotel_id: hotelId,
    code: policy.code,
    name_en: policy.names.en,
    name_ar: policy.names.ar,
    rules: policy.rules.map(({ hoursBeforeCheckIn, penalty }) => ({
      hours_before_check_in: hoursBeforeCheckIn,
      penalty,
    })),
    no_show_penalty: policy.noShowPenalty,
    active: policy.active ?? true,
  };
}

function roomTypeRow(room: RoomTypeFile, id: string, hotelId: string): RoomTypeRow {
  return {
    id,
    hotel_id: hotelId,
    code: room.code,
    name_en: room.names.en,
    name_ar: room.names.ar,
    name_ckb: room.names.ckb ?? null,
    max_occupancy: room.maxOccupancy,
    max_adults: room.maxAdults,
    max_children: room.maxChildren,
    bed_configuration: room.beds,
    amenities: room.amenities ?? [],
    size_sqm: room.sizeSqm,
    default_allotment: room.usualAllotment,
    release_days: room.releaseDays ?? 0,
    active: room.active ?? true,
  };
}

function planRow(plan: RatePlanFile, id: string, room: RoomTypeRow, policyId: string): PlanRow {
  const price = (text: string) => parseMoney(text, plan.currency)!;
  return {
    id,
    hotel_id: room.hotel_id,
    room_type_id: room.id,
    code: plan.code,
    name_en: plan.names.en,
    name_ar: plan.names.ar,
    name_ckb: plan.names.ckb ?? null,
    pricing_model: plan.pricingModel,
    currency: plan.currency,
    single_price: price(plan.prices.single),
    double_price: price(plan.prices.double),
    extra_adult_price: price(plan.prices.extraAdult),
    child_price: price(plan.prices.child),
    cancellation_policy_id: policyId,
    release_days: plan.releaseDays ?? 0,
    active: plan.active ?? true,
  };
}
