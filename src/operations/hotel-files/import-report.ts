import type { OfferReport } from '../../domain/offers/offer-change.ts';
import { type Currency, formatMoney, minor, percentOf } from '../../kernel/money.ts';
import { allChanges, type Effect, type HotelChanges, type Kind, type RowChange } from './compare-hotel.ts';

/** The changes that an import made in one hotel, or would make in a dry run. */
export interface HotelReport {
  publicId: string;
  /** Null if the hotel occurs only in CSV files. */
  changes: HotelChanges | null;
  offer: OfferReport;
}

export interface ImportReport {
  hotels: HotelReport[];
  /** The number of hotels in the files. If the import was interrupted, this number is larger than `hotels.length`. */
  total: number;
  warnings: string[];
}

export const NO_OFFER_CHANGE: OfferReport = { nights: 0, prices: 0, warnings: [] };

export function addOffers(one: OfferReport, other: OfferReport): OfferReport {
  return {
    nights: one.nights + other.nights,
    prices: one.prices + other.prices,
    warnings: [...one.warnings, ...other.warnings],
  };
}

const KINDS: Kind[] = ['hotel', 'policy', 'room type', 'rate plan'];
const PLURALS: Record<Kind, string> = {
  hotel: 'hotels',
  policy: 'policies',
  'room type': 'room types',
  'rate plan': 'rate plans',
};
const EFFECTS: Effect[] = ['created', 'changed', 'deactivated', 'unchanged'];

export type Counts = Record<Effect, number>;

/** Counts the rows of each kind that were created, changed, deactivated or left unchanged. */
export function countEffects(report: ImportReport): Record<string, Counts> {
  const counts = Object.fromEntries(
    KINDS.map((kind) => [PLURALS[kind], { created: 0, changed: 0, deactivated: 0, unchanged: 0 }]),
  ) as Record<string, Counts>;
  for (const { changes } of report.hotels)
    for (const { kind, effect } of changes === null ? [] : allChanges(changes))
      counts[PLURALS[kind]]![effect] += 1;
  return counts;
}

/** Returns one line of a table for each kind, such as hotels or policies. */
export function countLines(report: ImportReport): Record<string, string | number>[] {
  return Object.entries(countEffects(report)).map(([what, counts]) => ({
    '': what,
    ...Object.fromEntries(EFFECTS.map((effect) => [effect, counts[effect]])),
  }));
}

export function offerOf(report: ImportReport): OfferReport {
  return report.hotels.map(({ offer }) => offer).reduce(addOffers, NO_OFFER_CHANGE);
}

/** Returns one line for each changed row, such as `HTL-2026-0101 room type DBL changed: maxAdults 2 → 3`. */
export function changeLines(report: ImportReport): string[] {
  return report.hotels.flatMap(({ publicId, changes, offer }) => [
    ...(changes === null ? [] : allChanges(changes))
      .filter(({ effect }) => effect !== 'unchanged')
      .map((change) => lineOf(publicId, change)),
    ...(offer.nights + offer.prices > 0
      ? [`${publicId} ${offer.nights} nights and ${offer.prices} day prices changed`]
      : []),
  ]);
}

/**
 * Lists the room types and rate plans that are no longer sold. The list is always shown, because a wrong code in a file
 * would stop the sale of rooms.
 */
export function deactivatedLines(report: ImportReport): string[] {
  return report.hotels.flatMap(({ publicId, changes }) =>
    (changes === null ? [] : allChanges(changes))
      .filter(({ effect }) => effect === 'deactivated')
      .map((change) => lineOf(publicId, change)),
  );
}

function lineOf(publicId: string, change: RowChange<unknown>): string {
  const { kind, key, effect } = change;
  const what = kind === 'hotel' ? publicId : `${publicId} ${kind} ${key}`;
  return `${what} ${effect}${effect === 'changed' ? `: ${differences(change)}` : ''}`;
}

const SHOWN_CHARACTERS = 60;

function differences({ before, after, row }: RowChange<unknown>): string {
  const { currency } = row as { currency?: Currency };
  const shown = (name: string, value: unknown) => {
    if (PRICES.has(name) && currency !== undefined)
      return `${formatMoney(minor(Number(value)), currency)} ${currency}`;
    if (PERCENTS.has(name)) return `${percentOf(Number(value))} %`;
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  };
  return Object.entries(after as object)
    .map(([name, value]) => {
      const was = (before as Record<string, unknown>)[name];
      return `${FIELD_NAMES[name] ?? name} ${shown(name, was)} → ${shown(name, value)}`;
    })
    .join(', ');
}

const PRICES = new Set(['single_price', 'double_price', 'extra_adult_price', 'child_price']);
const PERCENTS = new Set(['tax_basis_points', 'service_basis_points']);

/** Maps each column to its name in the hotel file. */
const FIELD_NAMES: Record<string, string> = {
  name_en: 'names.en',
  name_ar: 'names.ar',
  name_ckb: 'names.ckb',
  address_ckb: 'address.ckb',
  star_rating: 'starRating',
  latitude: 'coordinates.latitude',
  longitude: 'coordinates.longitude',
  check_in_from: 'policies.checkInFrom',
  check_out_until: 'policies.checkOutUntil',
  tax_basis_points: 'taxes.taxPercent',
  service_basis_points: 'taxes.serviceChargePercent',
  auto_open: 'opening.autoOpen',
  open_ahead_days: 'opening.openAheadDays',
  same_day_cutoff: 'opening.sameDayCutoff',
  front_desk: 'frontDesk',
  no_show_penalty: 'noShowPenalty',
  max_occupancy: 'maxOccupancy',
  max_adults: 'maxAdults',
  max_children: 'maxChildren',
  bed_configuration: 'beds',
  size_sqm: 'sizeSqm',
  default_allotment: 'usualAllotment',
  release_days: 'releaseDays',
  pricing_model: 'pricingModel',
  single_price: 'prices.single',
  double_price: 'prices.double',
  extra_adult_price: 'prices.extraAdult',
  child_price: 'prices.child',
  cancellation_policy_id: 'cancellationPolicy (id)',
};
