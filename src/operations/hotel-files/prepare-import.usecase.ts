import type { Operation } from '../../context.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { checkAgainstStored } from './compare-hotel.ts';
import type { HotelFile } from './hotel-file.schema.ts';
import { readHotelRows, readIdOwners, type StoredHotel } from './hotel-rows.store.ts';
import { type NightsLine, readNightsCsv } from './nights-csv.ts';
import { checkLines, knownCodes, linesByHotel, type OfferLines } from './offer-lines.ts';
import { type PricesLine, readPricesCsv } from './prices-csv.ts';
import { findRepeated, idsOf, messageAt, type ReadHotel, readHotelFile } from './read-hotel-file.ts';
import { readTextFile } from './read-text-file.usecase.ts';

/** The files that an import reads. */
export interface ImportFiles {
  hotels: string[];
  nights: string | null;
  prices: string | null;
}

/** One hotel of an import, after all checks. */
export interface HotelToImport {
  publicId: string;
  /** Null if the hotel occurs only in CSV files. */
  file: HotelFile | null;
  lines: OfferLines;
  /** Null if the hotel does not exist yet. */
  lockNumber: number | null;
}

export interface PreparedImport {
  hotels: HotelToImport[];
  warnings: string[];
}

/** The maximum number of problems that an import shows. A longer list would help nobody. */
const SHOWN_PROBLEMS = 1_000;

/** Reads and checks all files. Writes nothing. Returns all problems of all files together. */
export async function prepareImport(
  operation: Operation,
  files: ImportFiles,
): Promise<Outcome<PreparedImport, Declined>> {
  const problems: string[] = [];
  const hotels: ReadHotel[] = [];
  for (const path of files.hotels) {
    const text = await readTextFile(path);
    if (!text.ok) problems.push(...text.problems);
    else {
      const read = readHotelFile(path, text.value);
      hotels.push(...read.hotels);
      problems.push(...read.problems);
    }
  }
  problems.push(...findRepeated(hotels));
  const today = operation.today();
  const nights = await readLines<NightsLine>(files.nights, (name, text) => readNightsCsv(name, text, today));
  const prices = await readLines<PricesLine>(files.prices, (name, text) => readPricesCsv(name, text, today));
  problems.push(...nights.problems, ...prices.problems);
  const lines = linesByHotel(nights.lines, prices.lines);

  const named = [...hotels.flatMap(({ sound }) => sound.publicId ?? []), ...lines.keys()];
  const rows = await readHotelRows(operation.pool, [...new Set(named)]);
  const stored = new Map(rows.map((row) => [row.hotel.public_id, row]));
  const ids = hotels.flatMap(({ sound }) => idsOf(sound).map(({ id }) => id));
  const owners = await readIdOwners(operation.pool, ids);
  for (const hotel of hotels)
    for (const one of checkAgainstStored(hotel.sound, storedOf(hotel, stored), owners))
      problems.push(messageAt(hotel, one.path, one.message));

  const names = { nights: files.nights ?? '', prices: files.prices ?? '' };
  // If the schema rejected the public id of a hotel in a file, the CSV lines of this hotel seem to belong to an unknown
  // hotel. In this case, lines of unknown hotels are not reported as additional problems.
  const hasNameless = hotels.some(({ sound }) => sound.publicId === undefined);
  for (const [publicId, ofHotel] of lines) {
    const read = hotels.find(({ sound }) => sound.publicId === publicId);
    const row = stored.get(publicId);
    if (read === undefined && row === undefined) {
      if (!hasNameless) problems.push(unknownHotel(names, publicId, ofHotel));
    } else {
      const codes = knownCodes(read?.sound ?? null, row ?? null);
      problems.push(...checkLines(names, ofHotel, codes, today));
    }
  }
  if (problems.length > 0) return decline(...shortened(problems));
  const complete = hotels.map(({ sound }) => sound as HotelFile);
  return accept({
    hotels: toImport(complete, lines, stored),
    warnings: complete.flatMap((hotel) => warningsAbout(hotel, stored.get(hotel.publicId))),
  });
}

async function readLines<Line>(
  path: string | null,
  read: (name: string, text: string) => { lines: Line[]; problems: string[] },
): Promise<{ lines: Line[]; problems: string[] }> {
  if (path === null) return { lines: [], problems: [] };
  const text = await readTextFile(path);
  return text.ok ? read(path, text.value) : { lines: [], problems: text.problems };
}

function storedOf({ sound }: ReadHotel, stored: Map<string, StoredHotel>): StoredHotel | null {
  return stored.get(sound.publicId ?? '') ?? null;
}

function unknownHotel(
  names: { nights: string; prices: string },
  publicId: string,
  { nights, prices }: OfferLines,
): string {
  const [name, line] = nights.length > 0 ? [names.nights, nights[0]!.line] : [names.prices, prices[0]!.line];
  return `${name} line ${line}, hotel: no hotel ${publicId}, neither in the files nor in the database`;
}

function shortened(problems: string[]): string[] {
  if (problems.length <= SHOWN_PROBLEMS) return problems;
  return [
    ...problems.slice(0, SHOWN_PROBLEMS),
    `there are ${problems.length - SHOWN_PROBLEMS} more problems: correct these first`,
  ];
}

function toImport(
  files: HotelFile[],
  lines: Map<string, OfferLines>,
  stored: Map<string, StoredHotel>,
): HotelToImport[] {
  const byId = new Map<string, HotelFile | null>(files.map((file) => [file.publicId, file]));
  for (const publicId of lines.keys()) if (!byId.has(publicId)) byId.set(publicId, null);
  return [...byId].map(([publicId, file]) => ({
    publicId,
    file,
    lines: lines.get(publicId) ?? { nights: [], prices: [] },
    lockNumber: stored.get(publicId)?.lockNumber ?? null,
  }));
}

function warningsAbout(hotel: HotelFile, stored: StoredHotel | undefined): string[] {
  const warnings: string[] = [];
  const rooms = hotel.roomTypes.filter((room) => room.active !== false);
  if (rooms.length === 0) warnings.push('has no active room type: nothing can be sold');
  for (const room of rooms)
    if (!room.ratePlans.some((plan) => plan.active !== false))
      warnings.push(`room type ${room.code} has no active rate plan: it cannot be sold`);
  if ((hotel.frontDesk ?? []).length === 0)
    warnings.push('has no frontDesk contact: nobody there is told about bookings');
  const taxes = stored && [stored.hotel.tax_basis_points, stored.hotel.service_basis_points];
  const { taxPercent, serviceChargePercent } = hotel.taxes;
  const wanted = [Math.round(taxPercent * 100), Math.round(serviceChargePercent * 100)];
  if (taxes && taxes.join() !== wanted.join())
    warnings.push(
      `taxes change from ${taxes[0]! / 100} % and ${taxes[1]! / 100} % to ${taxPercent} % and ${serviceChargePercent} %${
        stored.chargeChanges > 0 ? '; the changes set with ihc tax set stay as they are' : ''
      }`,
    );
  return warnings.map((warning) => `${hotel.publicId}: ${warning}`);
}
