// An operator imports hotels, nights and prices.

import type { Operation } from '../../context.ts';
import { changeOffer } from '../../domain/offers/change-offer.usecase.ts';
import type { OfferReport } from '../../domain/offers/offer-change.ts';
import { reapplySeasons } from '../../domain/offers/season.usecase.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { StartRefused } from '../../kernel/start-refused.ts';
import { releaseImportLock, tryImportLock } from './hotel-rows.store.ts';
import { addOffers, type HotelReport, type ImportReport, NO_OFFER_CHANGE } from './import-report.ts';
import { offerChangeOf } from './offer-change-of.ts';
import { countLineDays, linesWithout, type OfferLines } from './offer-lines.ts';
import { type HotelToImport, type ImportFiles, prepareImport } from './prepare-import.usecase.ts';
import { startSelling, type WrittenHotel, writeHotel } from './write-hotel.usecase.ts';

export interface ImportOptions {
  dryRun: boolean;
  /** Aborting this signal ends the import after the current hotel. */
  interrupted: AbortSignal;
  progress: (done: number, total: number) => void;
}

const ACTION = 'hotel import';

/**
 * Imports hotels, and their nights and day prices. The import checks all files before it writes anything. Then it
 * writes each hotel in a separate transaction. If an import ends early, every hotel that it has written is complete,
 * and the same command imports the remaining hotels.
 */
export async function importHotels(
  operation: Operation,
  files: ImportFiles,
  options: ImportOptions,
): Promise<Outcome<ImportReport, Declined>> {
  // A session lock needs a connection that nothing else uses during the import.
  const connection = await operation.pool.connect();
  let isLost = false;
  const lose = () => {
    isLost = true;
  };
  connection.once('end', lose);
  try {
    if (!(await tryImportLock(connection)))
      return decline('another import is running on this database: wait until it has ended');
    const prepared = await prepareImport(operation, files);
    if (!prepared.ok) return prepared;
    const problems = await tryStays(operation, prepared.value.hotels, options);
    if (problems.length > 0) return decline(...problems);
    return await importAll(operation, prepared.value, options, () => isLost);
  } finally {
    connection.off('end', lose);
    // If the connection was lost, PostgreSQL has already released the import lock.
    const isFree = !isLost && (await releaseImportLock(connection).catch(() => false));
    connection.release(!isFree);
  }
}

/**
 * Finds contradictions between stays in a file and stays in the database. For example, a minimum stay in a file may be
 * longer than a maximum stay in the database. Only the desk can find such a contradiction. Therefore each existing
 * hotel whose lines set only one of the two values is first imported in a dry run.
 */
async function tryStays(
  operation: Operation,
  hotels: HotelToImport[],
  options: ImportOptions,
): Promise<string[]> {
  const problems: string[] = [];
  for (const hotel of hotels) {
    const isOneSided = hotel.lines.nights.some(
      ({ set: { minStay, maxStay } }) => (minStay === undefined) !== (maxStay === undefined),
    );
    if (hotel.lockNumber === null || !isOneSided || options.interrupted.aborted) continue;
    const trial = await importHotel(operation, hotel, { ...options, dryRun: true });
    if (!trial.ok) problems.push(...trial.problems);
  }
  return problems;
}

async function importAll(
  operation: Operation,
  { hotels, warnings }: { hotels: HotelToImport[]; warnings: string[] },
  options: ImportOptions,
  hasLostLock: () => boolean,
): Promise<Outcome<ImportReport, Declined>> {
  const report: ImportReport = { hotels: [], total: hotels.length, warnings: [...warnings] };
  for (const hotel of hotels) {
    if (options.interrupted.aborted) break;
    const rest = `${report.hotels.length} of ${hotels.length} hotels were complete before this; the same command completes the rest`;
    // If the lock was lost, another import may already be running.
    if (hasLostLock()) throw new StartRefused(`the database connection was lost; ${rest}`);
    const outcome = await importHotel(operation, hotel, options).catch((error) => {
      if (error instanceof StartRefused) throw new StartRefused(`${error.message}; ${rest}`);
      throw error;
    });
    if (!outcome.ok) return decline(...outcome.problems, rest);
    report.hotels.push(outcome.value);
    report.warnings.push(
      ...outcome.value.offer.warnings.map(({ message }) => `${hotel.publicId}: ${message}`),
    );
    options.progress(report.hotels.length, hotels.length);
  }
  return accept(report);
}

/** Writes the catalogue first, then prices, then nights, so that a night is never open before its price is written. */
async function importHotel(
  operation: Operation,
  hotel: HotelToImport,
  options: ImportOptions,
): Promise<Outcome<HotelReport, Declined>> {
  const { dryRun } = options;
  const { nights, prices } = hotel.lines;
  const hasLines = nights.length + prices.length > 0;
  const written = await writeHotel(operation, hotel, { dryRun, action: ACTION, hasLines });
  if (!written.ok) return written;
  // Seasons are written before the CSV lines. A CSV line therefore always overrides a season, even when the import runs
  // again.
  const seasons = await followSeasons(operation, written.value, options);
  if (!seasons.ok) return seasons;
  const offer = await changeLines(operation, hotel.lines, written.value, options);
  if (!offer.ok) return offer;
  await startSelling(operation, written.value);
  return accept({
    publicId: hotel.publicId,
    changes: written.value.changes,
    offer: addOffers(offer.value, seasons.value),
  });
}

async function changeLines(
  operation: Operation,
  lines: OfferLines,
  { hotel, rows, stored }: WrittenHotel,
  { dryRun }: ImportOptions,
): Promise<Outcome<OfferReport, Declined>> {
  const change = offerChangeOf(lines, dryRun ? stored : rows, operation.today());
  // A dry run does not write new room types and plans, so the desk cannot count the changes of their nights and prices.
  // If lines are about such a room type or plan, all days of these lines are therefore counted as changes.
  const added = dryRun ? countLineDays(linesWithout(lines, stored)) : { nights: 0, prices: 0 };
  if (hotel === null || change.nights.length + change.prices.length === 0)
    return accept({ ...added, warnings: [] });
  const outcome = await changeOffer(operation, hotel, change, { action: ACTION, dryRun });
  return outcome.ok ? accept(addOffers(outcome.value, { ...added, warnings: [] })) : outcome;
}

/**
 * Computes the hotel's seasons again after the hotel was written, because the stored nights and day prices contain the
 * effects of seasons. This is also done if the import changed nothing, because an earlier import may have stopped
 * before this step.
 */
async function followSeasons(
  operation: Operation,
  { hotel, changes }: WrittenHotel,
  { dryRun }: ImportOptions,
): Promise<Outcome<OfferReport, Declined>> {
  if (dryRun || hotel === null || changes === null) return accept(NO_OFFER_CHANGE);
  return reapplySeasons(operation, hotel);
}
