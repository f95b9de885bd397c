import type { OfferReport } from '../offers/offer-change.ts';
import { allChanges, type Effect, type HotelChanges, type Kind } from './compare-hotel.ts';

/** What an import did to one hotel, or would do. */
export interface HotelReport {
  publicId: string;
  /** Null when only lines of CSV files name the hotel. */
  changes: HotelChanges | null;
  offer: OfferReport;
}

export interface ImportReport {
  hotels: HotelReport[];
  /** How many hotels the files name. More than `hotels` when the import was interrupted. */
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

/** How many rows of each kind were created, changed, deactivated or left. */
export function countEffects(report: ImportReport): Record<string, Counts> {
  const counts = Object.fromEntries(
    KINDS.map((kind) => [PLURALS[kind], { created: 0, changed: 0, deactivated: 0, unchanged: 0 }]),
  ) as Record<string, Counts>;
  for (const { changes } of report.hotels)
    for (const { kind, effect } of changes === null ? [] : allChanges(changes))
      counts[PLURALS[kind]]![effect] += 1;
  return counts;
}

/** For people: a table row for each kind. */
export function countLines(report: ImportReport): Record<string, string | number>[] {
  return Object.entries(countEffects(report)).map(([what, counts]) => ({
    '': what,
    ...Object.fromEntries(EFFECTS.map((effect) => [effect, counts[effect]])),
  }));
}

export function offerOf(report: ImportReport): OfferReport {
  return report.hotels.map(({ offer }) => offer).reduce(addOffers, NO_OFFER_CHANGE);
}

/** One line for each row that is different, such as `HTL-2026-0101 room type DBL changed: max_adults 2 → 3`. */
export function changeLines(report: ImportReport): string[] {
  return report.hotels.flatMap(({ publicId, changes, offer }) => [
    ...(changes === null ? [] : allChanges(changes))
      .filter(({ effect }) => effect !== 'unchanged')
      .map(({ kind, key, effect, before, after }) => {
        const what = kind === 'hotel' ? publicId : `${publicId} ${kind} ${key}`;
        const details = effect === 'changed' ? `: ${differences(before!, after!)}` : '';
        return `${what} ${effect}${details}`;
      }),
    ...(offer.nights + offer.prices > 0
      ? [`${publicId} ${offer.nights} nights and ${offer.prices} day prices changed`]
      : []),
  ]);
}

const SHOWN_CHARACTERS = 60;

function differences(before: object, after: object): string {
  const shown = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  };
  return Object.entries(after)
    .map(([name, value]) => `${name} ${shown((before as Record<string, unknown>)[name])} → ${shown(value)}`)
    .join(', ');
}
