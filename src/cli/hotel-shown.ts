// Converts hotels and the results of imports to the tables and the JSON that `ihc hotel` prints.

import type { ListedSeason } from '../domain/offers/seasons.store.ts';
import { formatDay } from '../kernel/day.ts';
import { formatMoney, minor } from '../kernel/money.ts';
import { allChanges } from '../operations/hotel-files/compare-hotel.ts';
import type { HotelRows } from '../operations/hotel-files/hotel-rows.ts';
import {
  changeLines,
  countEffects,
  countLines,
  deactivatedLines,
  type ImportReport,
  offerOf,
} from '../operations/hotel-files/import-report.ts';
import type { HotelSummary } from '../operations/hotel-files/operate-hotels.store.ts';
import type { Shown } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

export function importShown(report: ImportReport, dryRun: boolean): Shown {
  const { nights, prices } = offerOf(report);
  const done = report.hotels.length;
  const isWhole = done === report.total;
  const rest = `interrupted: ${done} of ${report.total} hotels are done; run the same command again to complete it`;
  const lines = dryRun ? changeLines(report) : deactivatedLines(report);
  const text = [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    table(countLines(report), ''),
    `nights changed: ${nights}, day prices changed: ${prices}, warnings: ${report.warnings.length}`,
    ...(isWhole ? [] : [rest]),
  ].join('\n');
  return {
    text,
    data: {
      dry_run: dryRun,
      complete: isWhole,
      hotels_done: done,
      hotels_total: report.total,
      counts: countEffects(report),
      nights_changed: nights,
      day_prices_changed: prices,
      warnings: report.warnings,
      changes: report.hotels.flatMap(({ publicId, changes }) =>
        (changes === null ? [] : allChanges(changes))
          .filter(({ effect }) => effect !== 'unchanged')
          .map(({ kind, key, effect, before, after }) => ({
            hotel: publicId,
            kind,
            key,
            effect,
            before,
            after,
          })),
      ),
    },
  };
}

export function summaryData(hotel: HotelSummary) {
  return {
    id: hotel.id,
    public_id: hotel.publicId,
    name: hotel.name,
    city: hotel.city,
    star_rating: hotel.stars,
    status: hotel.status,
    currency: hotel.currency,
    auto_open: hotel.autoOpen,
    room_types: hotel.roomTypes,
    rate_plans: hotel.ratePlans,
    contracts: hotel.contracts,
    open_until: hotel.openUntil,
    open_nights: hotel.openNights,
    updated_at: hotel.updatedAt,
  };
}

export function summaryLine(hotel: HotelSummary) {
  return {
    hotel: hotel.publicId,
    name: hotel.name,
    city: hotel.city,
    stars: hotel.stars,
    status: hotel.status,
    currency: hotel.currency,
    rooms: hotel.roomTypes,
    plans: hotel.ratePlans,
    contracts: hotel.contracts,
    'open until': hotel.openUntil,
  };
}

export function hotelData(hotel: HotelSummary, rows: HotelRows, seasons: ListedSeason[]) {
  return {
    ...summaryData(hotel),
    room_types: rows.roomTypes.map(({ hotel_id: _hotel, ...room }) => room),
    rate_plans: rows.plans.map(({ hotel_id: _hotel, ...plan }) => plan),
    seasons: seasons.map(({ season }) => ({
      name: season.name,
      first: formatDay(season.first),
      last: formatDay(season.last),
      opens: season.opens,
      price_percent: season.pricePercent,
      min_stay: season.minStay,
    })),
  };
}

export function hotelText(hotel: HotelSummary, rows: HotelRows, seasons: ListedSeason[]): string {
  const { rooms: _rooms, plans: _plans, ...summary } = summaryLine(hotel);
  const open = { 'open nights': hotel.openNights, 'opens by itself': hotel.autoOpen ? 'yes' : 'no' };
  const head = fields({ ...summary, ...open, id: hotel.id, changed: shownTime(hotel.updatedAt) });
  const rooms = rows.roomTypes.map((room) => ({
    'room type': room.code,
    name: room.name_en,
    people: room.max_occupancy,
    adults: room.max_adults,
    children: room.max_children,
    'usual allotment': room.default_allotment,
    release: room.release_days,
    active: yesNo(room.active),
  }));
  const codes = new Map(rows.roomTypes.map((room) => [room.id, room.code]));
  const policies = new Map(rows.policies.map((policy) => [policy.id, policy.code]));
  const plans = rows.plans.map((plan) => ({
    'room type': codes.get(plan.room_type_id)!,
    'rate plan': plan.code,
    meals: plan.pricing_model,
    single: formatMoney(minor(plan.single_price), plan.currency),
    double: formatMoney(minor(plan.double_price), plan.currency),
    currency: plan.currency,
    policy: policies.get(plan.cancellation_policy_id)!,
    active: yesNo(plan.active),
  }));
  const listed = seasons.map(({ season }) => ({
    season: season.name,
    from: formatDay(season.first),
    to: formatDay(season.last),
    nights: season.opens === null ? null : season.opens ? 'open' : 'closed',
    price: season.pricePercent === null ? null : `${season.pricePercent} %`,
    'min stay': season.minStay,
  }));
  return [
    head,
    table(rooms, 'no room types'),
    table(plans, 'no rate plans'),
    table(listed, 'no seasons'),
  ].join('\n\n');
}

function yesNo(flag: boolean): string {
  return flag ? 'yes' : 'no';
}
