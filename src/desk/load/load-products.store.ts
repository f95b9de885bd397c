import type { RoomCommand } from '../../domain/booking/command.ts';
import { chargeChangesOf } from '../../domain/catalog/charges.ts';
import { contractId } from '../../domain/partners/contract.ts';
import { rulesOf } from '../../domain/pricing/cancellation/cancellation-policy.ts';
import { priceColumns, pricesOf } from '../../domain/pricing/price-columns.ts';
import type { ClientId, HotelId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import { type Product, productKey } from '../desk-state.ts';

/** The ids of the contract holder, hotel, room type and rate plan. */
export type ProductIdentity = [ClientId, HotelId, RoomTypeId, RatePlanId];

export function productOf({ client, request }: RoomCommand): ProductIdentity {
  return [client.contractHolderId, request.hotelId, request.roomTypeId, request.ratePlanId];
}

/** Loads hotel, contract, room type, plan and policy for all decisions of a batch, in one statement. */
export async function loadProducts(tx: Queryable, wanted: ProductIdentity[]): Promise<[string, Product][]> {
  const keys = new Map(wanted.map((identity) => [productKey(...identity), identity]));
  if (keys.size === 0) return [];
  const columns = [...keys.values()];
  const result = await tx.query({
    name: 'desk-products',
    text: `select json_agg(s) as products from (
      select k.holder, k.hotel, k.room, k.plan,
        h.public_id, h.name_en, h.name_ar, h.name_ckb, h.phone, h.address, h.address_ckb, h.status, h.currency, h.check_in_from,
        h.tax_basis_points, h.service_basis_points, h.charge_changes, h.scenario, h.same_day_cutoff,
        t.commission_basis_points, t.permissions, t.payment_collected_by, t.valid_from, t.valid_until,
        r.id as r_id, r.code as r_code, r.name_en as r_name_en, r.name_ar as r_name_ar, r.name_ckb as r_name_ckb, r.max_occupancy, r.max_adults,
        r.max_children, r.active as r_active, r.release_days as r_release_days,
        p.id as p_id, p.code as p_code, p.name_en as p_name_en, p.name_ar as p_name_ar, p.name_ckb as p_name_ckb, p.pricing_model,
        p.currency as p_currency, ${priceColumns('p')},
        p.active as p_active, p.release_days as p_release_days, c.id as c_id, c.name_en as c_name_en, c.name_ar as c_name_ar, c.rules, c.no_show_penalty
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as k(holder, hotel, room, plan)
      join hotels h on h.id = k.hotel
      left join contracts t on t.client_id = k.holder and t.hotel_id = h.id
      left join room_types r on r.id = k.room and r.hotel_id = h.id
      left join rate_plans p on p.id = k.plan and p.room_type_id = r.id
      left join cancellation_policies c on c.id = p.cancellation_policy_id) s`,
    values: [0, 1, 2, 3].map((column) => columns.map((row) => row[column]!)),
  });
  const rows: ProductRow[] = result.rows[0].products ?? [];
  return rows.map(
    (row) => [productKey(row.holder, row.hotel, row.room, row.plan), productOfRow(row)] as const,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the columns of the statement just above.
type ProductRow = any;

function productOfRow(row: ProductRow): Product {
  return {
    hotel: {
      id: row.hotel,
      publicId: row.public_id,
      nameEn: row.name_en,
      nameAr: row.name_ar,
      nameCkb: row.name_ckb,
      phone: row.phone,
      address: { ...row.address, ckb: row.address_ckb },
      status: row.status,
      currency: row.currency,
      checkInFrom: row.check_in_from,
      sameDayCutoff: row.same_day_cutoff,
      taxBasisPoints: row.tax_basis_points,
      serviceBasisPoints: row.service_basis_points,
      chargeChanges: chargeChangesOf(row.charge_changes),
      scenario: row.scenario,
    },
    contract:
      row.permissions === null
        ? null
        : {
            id: contractId(row.holder, row.hotel),
            clientId: row.holder,
            hotelId: row.hotel,
            commissionBasisPoints: row.commission_basis_points,
            permissions: row.permissions,
            paymentCollectedBy: row.payment_collected_by,
            validFrom: row.valid_from,
            validUntil: row.valid_until,
          },
    roomType:
      row.r_id === null
        ? null
        : {
            id: row.r_id,
            code: row.r_code,
            nameEn: row.r_name_en,
            nameAr: row.r_name_ar,
            nameCkb: row.r_name_ckb,
            maxOccupancy: row.max_occupancy,
            maxAdults: row.max_adults,
            maxChildren: row.max_children,
            releaseDays: row.r_release_days,
            active: row.r_active,
          },
    plan:
      row.p_id === null
        ? null
        : {
            id: row.p_id,
            hotelId: row.hotel,
            roomTypeId: row.r_id,
            code: row.p_code,
            nameEn: row.p_name_en,
            nameAr: row.p_name_ar,
            nameCkb: row.p_name_ckb,
            pricingModel: row.pricing_model,
            currency: row.p_currency,
            prices: pricesOf(row),
            cancellationPolicyId: row.c_id,
            releaseDays: row.p_release_days,
            active: row.p_active,
          },
    policy:
      row.c_id === null
        ? null
        : {
            id: row.c_id,
            hotelId: row.hotel,
            nameEn: row.c_name_en,
            nameAr: row.c_name_ar,
            rules: rulesOf(row.rules),
            noShowPenalty: row.no_show_penalty,
          },
  };
}
