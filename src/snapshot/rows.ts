// Converts database rows to domain types.

import { chargeChangesOf } from '../domain/catalog/charges.ts';
import type { Hotel } from '../domain/catalog/hotel.ts';
import type { RoomType } from '../domain/catalog/room-type.ts';
import type { Client, StoredKey } from '../domain/partners/client.ts';
import { type Contract, contractId } from '../domain/partners/contract.ts';
import { type CataloguePolicy, rulesOf } from '../domain/pricing/cancellation/cancellation-policy.ts';
import { type PriceColumns, pricesOf } from '../domain/pricing/price-columns.ts';
import type { RatePlan } from '../domain/pricing/rate-plan.ts';

/**
 * Converts database rows to domain types. Both the first load and the change feed deliver rows in the form of
 * PostgreSQL's to_jsonb. Only this file contains the names of their columns.
 */
// biome-ignore lint/suspicious/noExplicitAny: a row's columns are declared by the migrations, and tests compare.
export type Row = Record<string, any>;

export function hotelOf(row: Row): Hotel {
  return {
    id: row.id,
    lockNumber: row.lock_number,
    publicId: row.public_id,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    nameCkb: row.name_ckb,
    starRating: row.star_rating,
    city: row.city,
    governorate: row.governorate,
    status: row.status,
    currency: row.currency,
    descriptions: row.descriptions,
    address: { ...row.address, ckb: row.address_ckb },
    phone: row.phone,
    latitude: row.latitude,
    longitude: row.longitude,
    amenities: row.amenities,
    images: row.images,
    checkInFrom: row.check_in_from,
    checkOutUntil: row.check_out_until,
    sameDayCutoff: row.same_day_cutoff,
    policies: row.policies,
    taxBasisPoints: row.tax_basis_points,
    serviceBasisPoints: row.service_basis_points,
    chargeChanges: chargeChangesOf(row.charge_changes),
    scenario: row.scenario,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function roomTypeOf(row: Row): RoomType {
  return {
    id: row.id,
    hotelId: row.hotel_id,
    code: row.code,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    nameCkb: row.name_ckb,
    maxOccupancy: row.max_occupancy,
    maxAdults: row.max_adults,
    maxChildren: row.max_children,
    bedConfiguration: row.bed_configuration,
    amenities: row.amenities,
    sizeSqm: row.size_sqm,
    usualAllotment: row.default_allotment,
    releaseDays: row.release_days,
    active: row.active,
  };
}

export function ratePlanOf(row: Row): RatePlan {
  return {
    id: row.id,
    hotelId: row.hotel_id,
    roomTypeId: row.room_type_id,
    code: row.code,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    nameCkb: row.name_ckb,
    pricingModel: row.pricing_model,
    currency: row.currency,
    prices: pricesOf(row as PriceColumns),
    cancellationPolicyId: row.cancellation_policy_id,
    releaseDays: row.release_days,
    active: row.active,
  };
}

export function cancellationPolicyOf(row: Row): CataloguePolicy {
  return {
    id: row.id,
    hotelId: row.hotel_id,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    rules: rulesOf(row.rules),
    noShowPenalty: row.no_show_penalty,
    active: row.active,
  };
}

export function clientOf(row: Row): Client {
  return {
    id: row.id,
    publicId: row.client_id,
    name: row.name,
    kind: row.kind,
    suppliedHotels: row.supplied_hotels,
    ledgerId: row.ledger_id,
    lockNumber: row.lock_number,
    contractHolderId: row.contract_holder_id ?? row.id,
    rateLimitPerMinute: row.rate_limit_per_minute,
    bookingLimitPerMinute: row.booking_limit_per_minute,
    isSuspended: row.suspended_at !== null,
    resetAt: row.reset_at === null ? null : Date.parse(row.reset_at),
  };
}

export function storedKeyOf(row: Row): StoredKey {
  return {
    id: row.id,
    clientId: row.client_id,
    // to_jsonb writes bytea as text: \x and hexadecimal digits.
    hash: Buffer.from(row.hash.slice(2), 'hex'),
    expiresAt: row.expires_at === null ? null : Date.parse(row.expires_at),
    revoked: row.revoked_at !== null,
  };
}

export function contractOf(row: Row): Contract {
  return {
    id: contractId(row.client_id, row.hotel_id),
    clientId: row.client_id,
    hotelId: row.hotel_id,
    commissionBasisPoints: row.commission_basis_points,
    permissions: row.permissions,
    paymentCollectedBy: row.payment_collected_by,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  };
}
