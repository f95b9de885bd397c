import { formatMoney, minor, percentOf } from '../../kernel/money.ts';
import type { HotelFile, PolicyFile, RatePlanFile, RoomTypeFile } from './hotel-file.schema.ts';
import type { HotelRows, PlanRow, PolicyRow, RoomTypeRow } from './hotel-rows.ts';

/** Returns the hotel file from which an import creates these rows. */
export function fileOf({ hotel, policies, roomTypes, plans }: HotelRows): HotelFile {
  return {
    id: hotel.id,
    publicId: hotel.public_id,
    names: { en: hotel.name_en, ar: hotel.name_ar, ckb: hotel.name_ckb },
    starRating: hotel.star_rating,
    city: hotel.city,
    governorate: hotel.governorate,
    status: hotel.status,
    currency: hotel.currency,
    descriptions: pick(hotel.descriptions, ['en', 'ar', 'ckb']),
    address: { ...pick(hotel.address, ['en', 'ar']), ...inKurdish(hotel.address_ckb) },
    phone: hotel.phone,
    coordinates: { latitude: hotel.latitude, longitude: hotel.longitude },
    amenities: hotel.amenities,
    images: hotel.images.map(({ url, caption_en, caption_ar }) => ({
      url,
      captions: { en: caption_en, ar: caption_ar },
    })),
    languages: hotel.languages,
    frontDesk: hotel.front_desk.map(({ name, phone, email, language }) => ({
      name,
      ...(phone !== undefined && { phone }),
      ...(email !== undefined && { email }),
      language,
    })),
    policies: {
      checkInFrom: hotel.check_in_from,
      checkOutUntil: hotel.check_out_until,
      ...pick(hotel.policies, ['children', 'payment', 'pets', 'cancellation']),
    },
    taxes: {
      taxPercent: percentOf(hotel.tax_basis_points),
      serviceChargePercent: percentOf(hotel.service_basis_points),
    },
    opening: {
      autoOpen: hotel.auto_open,
      openAheadDays: hotel.open_ahead_days,
      sameDayCutoff: hotel.same_day_cutoff,
    },
    cancellationPolicies: policies.map(policyFile),
    roomTypes: roomTypes.map((room) => ({
      ...roomTypeFile(room),
      ratePlans: plans
        .filter((plan) => plan.room_type_id === room.id)
        .map((plan) =>
          planFile(plan, policies.find((policy) => policy.id === plan.cancellation_policy_id)!.code),
        ),
    })),
  };
}

/**
 * Puts the keys of a JSON value into a useful order, because people read the file. The database does not keep the order
 * of the keys.
 */
function pick<Name extends string>(from: Record<Name, string>, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? ''])) as Record<Name, string>;
}

/**
 * Returns the Kurdish entry of a text. If there is no Kurdish text, the entry is left out, because an empty text in the
 * file would be an error.
 */
function inKurdish(ckb: string | null): { ckb?: string } {
  return ckb === null ? {} : { ckb };
}

function policyFile(row: PolicyRow): PolicyFile {
  const penalty = ({ type, value }: PolicyFile['noShowPenalty']) => ({ type, value });
  return {
    id: row.id,
    code: row.code,
    names: { en: row.name_en, ar: row.name_ar },
    rules: row.rules.map((rule) => ({
      hoursBeforeCheckIn: rule.hours_before_check_in,
      penalty: penalty(rule.penalty),
    })),
    noShowPenalty: penalty(row.no_show_penalty),
    ...(!row.active && { active: false }),
  };
}

function roomTypeFile(row: RoomTypeRow): Omit<RoomTypeFile, 'ratePlans'> {
  return {
    id: row.id,
    code: row.code,
    names: { en: row.name_en, ar: row.name_ar, ...inKurdish(row.name_ckb) },
    maxOccupancy: row.max_occupancy,
    maxAdults: row.max_adults,
    maxChildren: row.max_children,
    beds: row.bed_configuration.map(({ type, count }) => ({ type, count })),
    amenities: row.amenities,
    sizeSqm: row.size_sqm,
    usualAllotment: row.default_allotment,
    releaseDays: row.release_days,
    ...(!row.active && { active: false }),
  };
}

function planFile(row: PlanRow, policy: string): RatePlanFile {
  const price = (amount: number) => formatMoney(minor(amount), row.currency);
  return {
    id: row.id,
    code: row.code,
    names: { en: row.name_en, ar: row.name_ar, ...inKurdish(row.name_ckb) },
    pricingModel: row.pricing_model,
    currency: row.currency,
    prices: {
      single: price(row.single_price),
      double: price(row.double_price),
      extraAdult: price(row.extra_adult_price),
      child: price(row.child_price),
    },
    cancellationPolicy: policy,
    releaseDays: row.release_days,
    ...(!row.active && { active: false }),
  };
}
