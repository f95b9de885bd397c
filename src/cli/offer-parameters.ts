// Reads the parameters that all commands for nights, prices and seasons have, and applies the change of such a command
// to each hotel.

import { InvalidArgumentError } from 'commander';
import { cityKey } from '../domain/catalog/city.ts';
import type { Days, OfferedHotel, OfferReport } from '../domain/offers/offer-change.ts';
import {
  findHotelProducts,
  type HotelProducts,
  readHotelCities,
} from '../domain/offers/offered-hotels.store.ts';
import { noHotel } from '../domain/partners/no-hotel.ts';
import type { Day } from '../kernel/day.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { NOT_CONFIRMED, type Running, type Shown } from './run.ts';
import { count } from './terminal.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Reads days of the week, such as `thu,fri` or `thu fri`. */
export function weekdays(text: string): number[] {
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('must be days such as thu,fri');
  return names.map((name) => {
    const number = WEEKDAYS.findIndex((weekday) => name === weekday || name === weekday.slice(0, 3));
    if (number < 0) throw new InvalidArgumentError(`must be days such as thu,fri, not "${name}"`);
    return number;
  });
}

export function yesOrNo(text: string): boolean {
  if (/^(yes|true|1)$/i.test(text)) return true;
  if (/^(no|false|0)$/i.test(text)) return false;
  throw new InvalidArgumentError(`must be yes or no, not "${text}"`);
}

export interface RangeOptions {
  from: Day;
  to: Day;
  weekdays?: number[];
}

export function daysOf({ from, to, weekdays }: RangeOptions): Days {
  return { first: from, last: to, weekdays: weekdays ?? null };
}

export async function getHotel(
  database: Queryable,
  reference: string,
): Promise<Outcome<HotelProducts, Declined>> {
  const hotel = await findHotelProducts(database, reference);
  return hotel === null ? decline(noHotel(reference)) : accept(hotel);
}

/** Returns the hotels that a command names, by their ids or by their city. */
export async function getHotels(
  database: Queryable,
  named: { hotel?: string[]; city?: string },
): Promise<Outcome<OfferedHotel[], Declined>> {
  if ((named.hotel === undefined) === (named.city === undefined))
    return decline('which hotels? Add --city CITY or --hotel ID, not both');
  if (named.city !== undefined) {
    const wanted = cityKey(named.city);
    const found = (await readHotelCities(database)).filter(({ city }) => cityKey(city) === wanted);
    return found.length === 0 ? decline(`city ${named.city}: no hotel is there`) : accept(found);
  }
  const hotels: OfferedHotel[] = [];
  for (const reference of named.hotel ?? []) {
    const hotel = await getHotel(database, reference);
    if (!hotel.ok) return hotel;
    hotels.push(hotel.value);
  }
  return accept(hotels);
}

/**
 * Applies a change to each hotel, after a dry run for all hotels. If the dry run gives warnings, the operator must
 * confirm the change before the first hotel is changed.
 */
export async function changeAfterTrial(
  { terminal, options, confirm, interrupted }: Running<object>,
  hotels: OfferedHotel[],
  change: (hotel: OfferedHotel, dryRun: boolean) => Promise<Outcome<OfferReport, Declined>>,
): Promise<Outcome<Shown, Declined>> {
  const trials = await each(hotels, (hotel) => change(hotel, true));
  if (!trials.ok) return trials;
  const warnings = trials.value.flatMap(({ hotel, report }) =>
    report.warnings.map((warning) => ({ hotel: hotel.publicId, ...warning })),
  );
  for (const { hotel, message } of warnings) terminal.say(`${hotel}: warning: ${message}`);
  if (options.dryRun) return accept(shown(trials.value));
  if (warnings.length > 0 && !(await confirm('There are warnings. Change it nevertheless?')))
    return decline(NOT_CONFIRMED);
  const done: Changed[] = [];
  for (const hotel of hotels) {
    if (interrupted.aborted) {
      terminal.say(
        `stopped after ${done.length} of ${hotels.length} hotels; run the command again to complete it`,
      );
      break;
    }
    const outcome = await change(hotel, false);
    if (!outcome.ok)
      return decline(...outcome.problems, `${done.length} of ${hotels.length} hotels were changed`);
    done.push({ hotel, report: outcome.value });
    if (hotels.length > 1) terminal.progress(done.length, hotels.length, 'hotels');
  }
  return accept(shown(done));
}

interface Changed {
  hotel: OfferedHotel;
  report: OfferReport;
}

async function each(
  hotels: OfferedHotel[],
  change: (hotel: OfferedHotel) => Promise<Outcome<OfferReport, Declined>>,
): Promise<Outcome<Changed[], Declined>> {
  const changed: Changed[] = [];
  const problems: string[] = [];
  for (const hotel of hotels) {
    const outcome = await change(hotel);
    if (outcome.ok) changed.push({ hotel, report: outcome.value });
    else problems.push(...outcome.problems);
  }
  return problems.length > 0 ? decline(...problems) : accept(changed);
}

function shown(changed: Changed[]): Shown {
  return {
    data: changed.map(({ hotel, report }) => ({ hotel: hotel.publicId, ...report })),
    text: changed
      .flatMap(({ hotel, report }) => [
        ...(report.details ?? []).map((line) => `${hotel.publicId}: ${line}`),
        `${hotel.publicId}: ${count(report.nights, 'night')} and ${count(report.prices, 'day price')} changed`,
      ])
      .join('\n'),
  };
}
