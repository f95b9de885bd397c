// Creates, changes and deletes private hotels. A private hotel is a copy of a demo hotel for one tester.

import { type Day, formatDay } from '../kernel/day.ts';
import type { ClientId, HotelId, LedgerId } from '../kernel/ids.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import { demoId } from './demo-catalogue.ts';
import { CONTRACT_HOLDER } from './demo-world.store.ts';

/** Every private hotel is a copy of this demo hotel, which has four room types and no scenario. */
const TEMPLATE = 'HTL-2026-0003';

export interface PrivateHotel {
  id: HotelId;
  publicId: string;
  nameEn: string;
  nameAr: string;
}

/**
 * Copies the demo hotel with its catalogue. Returns null when another hotel already has the public id of the new hotel.
 */
export async function insertPrivateHotel(
  tx: Transaction,
  ledgerId: LedgerId,
  publicId: string,
): Promise<PrivateHotel | null> {
  const number = publicId.slice(4);
  const names = {
    en: `Test Hotel ${number}`,
    ar: `فندق الاختبار ${number}`,
    ckb: `هۆتێلی تاقیکردنەوە ${number}`,
  };
  const descriptions = {
    en: `${names.en} belongs to one tester. It exists in the sandbox only.`,
    ar: `${names.ar} خاص بمطوّر واحد، وموجود في بيئة الاختبار فقط.`,
    ckb: `${names.ckb} هی یەک تاقیکەرەوەیە و تەنها لە ژینگەی تاقیکردنەوەدا هەیە.`,
  };
  const result = await tx.query(
    `insert into hotels (private_ledger_id, public_id, name_en, name_ar, name_ckb, descriptions, auto_open, star_rating,
       city, governorate, currency, address, address_ckb, phone, latitude, longitude, amenities, images, check_in_from,
       check_out_until, policies, tax_basis_points, service_basis_points, languages)
     select $2, $3, $4, $5, $6, $7, true, star_rating,
       city, governorate, currency, address, address_ckb, phone, latitude, longitude, amenities, images, check_in_from,
       check_out_until, policies, tax_basis_points, service_basis_points, languages
     from hotels where id = $1
     on conflict (public_id) do nothing returning id`,
    [demoId(TEMPLATE), ledgerId, publicId, names.en, names.ar, names.ckb, descriptions],
  );
  if (result.rows.length === 0) return null;
  const id: HotelId = result.rows[0].id;
  await copyCatalogue(tx, id);
  return { id, publicId, nameEn: names.en, nameAr: names.ar };
}

/**
 * Copies policies, room types and plans. Codes are unique only within a hotel, so each copy has the same code as its
 * original.
 */
async function copyCatalogue(tx: Transaction, hotelId: HotelId): Promise<void> {
  const both = [demoId(TEMPLATE), hotelId];
  await tx.query(
    `insert into cancellation_policies (hotel_id, code, name_en, name_ar, rules, no_show_penalty, active)
     select $2, code, name_en, name_ar, rules, no_show_penalty, active from cancellation_policies where hotel_id = $1`,
    both,
  );
  await tx.query(
    `insert into room_types (hotel_id, code, name_en, name_ar, name_ckb, max_occupancy, max_adults, max_children,
       bed_configuration, amenities, size_sqm, default_allotment, active, release_days)
     select $2, code, name_en, name_ar, name_ckb, max_occupancy, max_adults, max_children,
       bed_configuration, amenities, size_sqm, default_allotment, active, release_days
     from room_types where hotel_id = $1`,
    both,
  );
  await tx.query(
    `insert into rate_plans (hotel_id, room_type_id, code, name_en, name_ar, name_ckb, pricing_model, currency,
       single_price, double_price, extra_adult_price, child_price, cancellation_policy_id, active, release_days)
     select $2, own_room.id, p.code, p.name_en, p.name_ar, p.name_ckb, p.pricing_model, p.currency,
       p.single_price, p.double_price, p.extra_adult_price, p.child_price, own_policy.id, p.active, p.release_days
     from rate_plans p
     join room_types room on room.id = p.room_type_id
     join room_types own_room on own_room.hotel_id = $2 and own_room.code = room.code
     join cancellation_policies policy on policy.id = p.cancellation_policy_id
     join cancellation_policies own_policy on own_policy.hotel_id = $2 and own_policy.code = policy.code
     where p.hotel_id = $1`,
    both,
  );
}

/**
 * Adds a contract between the tester's client and the private hotel. The terms are copied from the demo contract of the
 * original hotel.
 */
export async function insertPrivateContract(
  tx: Transaction,
  clientId: ClientId,
  hotelId: HotelId,
): Promise<void> {
  await tx.query(
    `insert into contracts (client_id, hotel_id, commission_basis_points, payment_collected_by, valid_from)
     select $3, $4, commission_basis_points, payment_collected_by, valid_from from contracts
     where client_id = $1 and hotel_id = $2`,
    [demoId('client', CONTRACT_HOLDER), demoId(TEMPLATE), clientId, hotelId],
  );
}

/** Returns the private hotel of a ledger, or null if there is none. */
export async function findPrivateHotel(tx: Queryable, ledgerId: LedgerId): Promise<HotelId | null> {
  const result = await tx.query('select id from hotels where private_ledger_id = $1', [ledgerId]);
  return result.rows[0]?.id ?? null;
}

/**
 * Adds the missing nights of a private hotel from `first` to the day before `today`. A private hotel has no nights
 * before the day of its creation, but a booking that is moved into the past needs all its nights. The added nights are
 * not open for sale.
 */
export async function addPastNights(
  database: Queryable,
  hotelId: HotelId,
  first: Day,
  today: Day,
): Promise<void> {
  await database.query(
    `insert into nights (hotel_id, room_type_id, day, open, allotment)
     select r.hotel_id, r.id, d.day::date, false, r.default_allotment
     from room_types r cross join generate_series($2::date, $3::date - 1, interval '1 day') d(day)
     where r.hotel_id = $1
     on conflict do nothing`,
    [hotelId, formatDay(first), formatDay(today)],
  );
}

/**
 * Copies the current offers of the demo hotel to the private hotel, from today on. Existing nights are updated and not
 * deleted, because a new row would have a lower version number than the night in the memory of the nodes, and the nodes
 * would ignore the new row.
 */
export async function offerFirstDay(tx: Transaction, hotelId: HotelId, today: Day): Promise<void> {
  const values = [demoId(TEMPLATE), hotelId, formatDay(today)];
  await tx.query(
    `insert into nights as n (hotel_id, room_type_id, day, open, allotment, blocked, stop_sell, closed_to_arrival,
       closed_to_departure, min_stay, max_stay)
     select $2, own.id, t.day, t.open, t.allotment, t.blocked, t.stop_sell, t.closed_to_arrival,
       t.closed_to_departure, t.min_stay, t.max_stay
     from nights t join room_types room on room.id = t.room_type_id
     join room_types own on own.hotel_id = $2 and own.code = room.code
     where t.hotel_id = $1 and t.day >= $3
     on conflict (hotel_id, room_type_id, day) do update set open = excluded.open,
       allotment = excluded.allotment, blocked = excluded.blocked, stop_sell = excluded.stop_sell,
       closed_to_arrival = excluded.closed_to_arrival, closed_to_departure = excluded.closed_to_departure,
       min_stay = excluded.min_stay, max_stay = excluded.max_stay
     where (n.open, n.allotment, n.blocked, n.stop_sell, n.closed_to_arrival, n.closed_to_departure, n.min_stay, n.max_stay)
       is distinct from (excluded.open, excluded.allotment, excluded.blocked, excluded.stop_sell,
         excluded.closed_to_arrival, excluded.closed_to_departure, excluded.min_stay, excluded.max_stay)`,
    values,
  );
  const prices = `select own.id as rate_plan_id, t.day, t.single_price, t.double_price, t.extra_adult_price, t.child_price
    from day_prices t join rate_plans plan on plan.id = t.rate_plan_id join room_types room on room.id = plan.room_type_id
    join room_types own_room on own_room.hotel_id = $2 and own_room.code = room.code
    join rate_plans own on own.room_type_id = own_room.id and own.code = plan.code
    where t.hotel_id = $1 and t.day >= $3`;
  await tx.query(
    `with first_day as (${prices})
     delete from day_prices p where p.hotel_id = $2 and p.day >= $3 and not exists (
       select 1 from first_day f where f.rate_plan_id = p.rate_plan_id and f.day = p.day)`,
    values,
  );
  await tx.query(
    `insert into day_prices as p (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
     select $2, f.* from (${prices}) f
     on conflict (rate_plan_id, day) do update set single_price = excluded.single_price,
       double_price = excluded.double_price, extra_adult_price = excluded.extra_adult_price,
       child_price = excluded.child_price
     where (p.single_price, p.double_price, p.extra_adult_price, p.child_price)
       is distinct from (excluded.single_price, excluded.double_price, excluded.extra_adult_price, excluded.child_price)`,
    values,
  );
}

/**
 * Deletes what was added to the hotel after its creation: restrictions of rate plans, seasons, marks of offers, and
 * messages of hotel systems.
 */
export async function forgetOffers(tx: Transaction, hotelId: HotelId): Promise<void> {
  for (const table of ['plan_days', 'offer_marks', 'seasons', 'supply_messages'])
    await tx.query(`delete from ${table} where hotel_id = $1`, [hotelId]);
}

/** Deletes a hotel with everything that it offers. The caller must delete the bookings, holds and clients first. */
export async function deletePrivateHotel(tx: Transaction, hotelId: HotelId): Promise<void> {
  await forgetOffers(tx, hotelId);
  await tx.query('delete from day_prices where hotel_id = $1', [hotelId]);
  await tx.query(
    'delete from price_history where rate_plan_id in (select id from rate_plans where hotel_id = $1)',
    [hotelId],
  );
  // A new private hotel may by chance receive the public id of the deleted hotel. The audit of the new hotel must not
  // contain the changes of the deleted hotel.
  await tx.query('delete from operator_audit where subject = (select public_id from hotels where id = $1)', [
    hotelId,
  ]);
  for (const table of ['nights', 'rate_plans', 'room_types', 'cancellation_policies'])
    await tx.query(`delete from ${table} where hotel_id = $1`, [hotelId]);
  await tx.query('delete from hotels where id = $1', [hotelId]);
}
