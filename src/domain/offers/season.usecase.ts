// Sets, ends and recomputes seasons for operators.

import type { Operation } from '../../context.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { type HowToChange, submitOffer } from './change-offer.usecase.ts';
import type { OfferChange, OfferedHotel, OfferReport } from './offer-change.ts';
import type { Season } from './season.ts';
import { readSeasons } from './seasons.store.ts';

const NO_OTHER_CHANGE: OfferChange = { nights: [], prices: [] };
const LONGEST_NAME = 80;
const LONGEST_STAY = 30;
const HIGHEST_PERCENT = 1_000;

/** Sets a season. If a season with this name exists, the same command replaces it. */
export async function setSeason(
  operation: Operation,
  hotel: OfferedHotel,
  season: Season,
  how: HowToChange,
): Promise<Outcome<OfferReport, Declined>> {
  const problems = problemsOf(season);
  if (problems.length > 0) return decline(...problems);
  return submitOffer(operation, hotel, NO_OTHER_CHANGE, { kind: 'set', season }, how);
}

/**
 * Ends a season and restores the earlier values. A value that somebody has changed since the season was set stays as it
 * is.
 */
export function endSeason(
  operation: Operation,
  hotel: OfferedHotel,
  name: string,
  how: HowToChange,
): Promise<Outcome<OfferReport, Declined>> {
  return submitOffer(operation, hotel, NO_OTHER_CHANGE, { kind: 'end', name }, how);
}

/** Computes a hotel's current seasons again, after its usual prices, room types or plans have changed. */
export async function reapplySeasons(
  operation: Operation,
  hotel: OfferedHotel,
): Promise<Outcome<OfferReport, Declined>> {
  const how = { action: 'season reapply', dryRun: false };
  const report: OfferReport = { nights: 0, prices: 0, warnings: [] };
  for (const { season, isOver } of await readSeasons(operation.pool, [hotel.publicId], operation.today())) {
    if (isOver) continue;
    const change = { kind: 'reapply', name: season.name } as const;
    const outcome = await submitOffer(operation, hotel, NO_OTHER_CHANGE, change, how);
    if (!outcome.ok) return outcome;
    report.nights += outcome.value.nights;
    report.prices += outcome.value.prices;
    report.warnings.push(...outcome.value.warnings);
  }
  return accept(report);
}

function problemsOf({ name, opens, pricePercent, minStay }: Season): string[] {
  const problems: string[] = [];
  if (name.trim() === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    problems.push(`name: must have 1 to ${LONGEST_NAME} characters, without control characters`);
  if (pricePercent !== null && !isWhole(pricePercent, 1, HIGHEST_PERCENT))
    problems.push(`price: must be a whole number of percent from 1 to ${HIGHEST_PERCENT}`);
  if (minStay !== null && !isWhole(minStay, 1, LONGEST_STAY))
    problems.push(`minimum stay: must be a whole number of nights from 1 to ${LONGEST_STAY}`);
  if (opens === null && pricePercent === null && minStay === null)
    problems.push('a season must open or close its nights, or set a price or a minimum stay');
  return problems;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
