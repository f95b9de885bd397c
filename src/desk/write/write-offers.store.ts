import type { OfferCommand } from '../../domain/booking/command.ts';
import { auditOfOffer } from '../../domain/offers/audit-offer.ts';
import type { ChangedNight, ChangedPrice } from '../../domain/offers/offer-draft.ts';
import { formatDay } from '../../kernel/day.ts';
import { arrayLiteral } from '../../platform/db/array-literal.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import type { OfferNames, OperatorsOffer } from '../batch-offers.ts';

/**
 * Changes the name of the connection before offers are written. All nodes read these writes from the change feed. If
 * the connection kept the desk's name, the node of the desk would skip the writes.
 */
export function leaveOrigin(tx: Transaction): Promise<unknown> {
  return tx.query({
    name: 'desk-offer-origin',
    text: `select set_config('application_name', current_setting('application_name') || '-offer', true),
      expect_rows(1, 1, '')`,
  });
}

export function writeNights(tx: Transaction, hotelId: string, nights: ChangedNight[]): Promise<unknown> {
  return tx.query({
    name: 'desk-write-nights',
    text: `with written as (
        insert into nights (hotel_id, room_type_id, day, open, allotment, blocked, stop_sell, closed_to_arrival,
          closed_to_departure, min_stay, max_stay)
        select $1::uuid, * from unnest($2::uuid[], $3::date[], $4::bool[], $5::int2[], $6::int2[], $7::bool[], $8::bool[],
          $9::bool[], $10::int2[], $11::int2[])
        on conflict (hotel_id, room_type_id, day) do update set open = excluded.open, allotment = excluded.allotment,
          blocked = excluded.blocked, stop_sell = excluded.stop_sell, closed_to_arrival = excluded.closed_to_arrival,
          closed_to_departure = excluded.closed_to_departure, min_stay = excluded.min_stay, max_stay = excluded.max_stay
        returning 1)
      select expect_rows(count(*), cardinality($2), 'the database did not write every night') from written`,
    values: [
      hotelId,
      arrayLiteral(nights.map(({ roomTypeId }) => roomTypeId)),
      arrayLiteral(nights.map(({ day }) => formatDay(day))),
      arrayLiteral(nights.map(({ after }) => after.open)),
      arrayLiteral(nights.map(({ after }) => after.allotment)),
      arrayLiteral(nights.map(({ after }) => after.blocked)),
      arrayLiteral(nights.map(({ after }) => after.stopSell)),
      arrayLiteral(nights.map(({ after }) => after.closedToArrival)),
      arrayLiteral(nights.map(({ after }) => after.closedToDeparture)),
      arrayLiteral(nights.map(({ after }) => after.minStay)),
      arrayLiteral(nights.map(({ after }) => (after.maxStay === 0 ? null : after.maxStay))),
    ],
  });
}

export function writeDayPrices(tx: Transaction, hotelId: string, prices: ChangedPrice[]): Promise<unknown> {
  return tx.query({
    name: 'desk-write-day-prices',
    text: `with written as (
        insert into day_prices (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
        select $1::uuid, * from unnest($2::uuid[], $3::date[], $4::int4[], $5::int4[], $6::int4[], $7::int4[])
        on conflict (rate_plan_id, day) do update set single_price = excluded.single_price,
          double_price = excluded.double_price, extra_adult_price = excluded.extra_adult_price,
          child_price = excluded.child_price
        returning 1)
      select expect_rows(count(*), cardinality($2), 'the database did not write every price') from written`,
    values: [
      hotelId,
      arrayLiteral(prices.map(({ ratePlanId }) => ratePlanId)),
      arrayLiteral(prices.map(({ day }) => formatDay(day))),
      arrayLiteral(prices.map(({ after }) => after!.single)),
      arrayLiteral(prices.map(({ after }) => after!.double)),
      arrayLiteral(prices.map(({ after }) => after!.extraAdult)),
      arrayLiteral(prices.map(({ after }) => after!.child)),
    ],
  });
}

/** Deletes the prices of days. A day without a row has the usual price of its plan. */
export function deleteDayPrices(tx: Transaction, prices: ChangedPrice[]): Promise<unknown> {
  return tx.query({
    name: 'desk-delete-day-prices',
    text: `with deleted as (
        delete from day_prices d using unnest($1::uuid[], $2::date[]) as k(plan, day)
        where d.rate_plan_id = k.plan and d.day = k.day returning 1)
      select expect_rows(count(*), cardinality($1), 'a price was already deleted') from deleted`,
    values: [
      arrayLiteral(prices.map(({ ratePlanId }) => ratePlanId)),
      arrayLiteral(prices.map(({ day }) => formatDay(day))),
    ],
  });
}

export function endSeason(tx: Transaction, seasonId: string): Promise<unknown> {
  return tx.query({
    name: 'desk-end-season',
    text: `with ended as (
        update seasons set ended_at = clock_timestamp() where id = $1 and ended_at is null returning 1)
      select expect_rows(count(*), 1, 'the season was already ended') from ended`,
    values: [seasonId],
  });
}

export function insertSeason(
  tx: Transaction,
  hotelId: string,
  { season, before }: NonNullable<OperatorsOffer['decision']['newSeason']>,
): Promise<unknown> {
  return tx.query({
    name: 'desk-insert-season',
    text: `with added as (
        insert into seasons (hotel_id, name, first_day, last_day, opens, price_percent, min_stay, before)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning 1)
      select expect_rows(count(*), 1, '') from added`,
    values: [
      hotelId,
      season.name,
      formatDay(season.first),
      formatDay(season.last),
      season.opens,
      season.pricePercent,
      season.minStay,
      JSON.stringify(before),
    ],
  });
}

export function insertOfferAudit(
  tx: Transaction,
  { who, action, subject }: Pick<OfferCommand, 'who' | 'action' | 'subject'>,
  decision: Parameters<typeof auditOfOffer>[0],
  names: OfferNames,
): Promise<unknown> {
  const { before, after } = auditOfOffer(decision, names);
  return tx.query({
    name: 'desk-offer-audit',
    text: `with added as (
        insert into operator_audit (who, action, subject, before, after) values ($1, $2, $3, $4, $5) returning 1)
      select expect_rows(count(*), 1, '') from added`,
    values: [who, action, subject, JSON.stringify(before), JSON.stringify(after)],
  });
}
