// An operator exports hotels to files that can be imported again.

import { writeFile } from 'node:fs/promises';
import type { Operation } from '../../context.ts';
import { noHotel } from '../../domain/partners/no-hotel.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { readDayPrices, readNights } from './export.store.ts';
import { NIGHTS_CSV_HEADER, nightsCsv, PRICES_CSV_HEADER, pricesCsv } from './export-csv.ts';
import { fileOf } from './file-of-rows.ts';
import type { HotelFile } from './hotel-file.schema.ts';
import { readHotelRows } from './hotel-rows.store.ts';
import { readPublicIds } from './operate-hotels.store.ts';

export interface ExportRequest {
  /** Public ids or uuids. An empty list means all hotels. */
  hotels: string[];
  /** The file to which each part is written. Null if the part is not written. */
  nights: string | null;
  prices: string | null;
}

export interface Export {
  hotels: HotelFile[];
  nights: string;
  prices: string;
}

/** Returns hotel files from which an import would create the same rows. All data is read in one database snapshot. */
export async function exportHotels(
  { pool, today }: Operation,
  request: ExportRequest,
  progress: (done: number, total: number) => void,
): Promise<Outcome<Export, Declined>> {
  const day = today();
  return inTransaction(pool, 'repeatable read', async (tx) => {
    const wanted = request.hotels.length === 0 ? null : await readPublicIds(tx, request.hotels);
    const missing = request.hotels.filter((reference) => wanted?.get(reference) === undefined);
    if (wanted !== null && missing.length > 0) return decline(...missing.map(noHotel));
    const hotels = await readHotelRows(tx, wanted && [...wanted.values()]);
    const result: Export = {
      hotels: hotels.map(fileOf),
      nights: NIGHTS_CSV_HEADER,
      prices: PRICES_CSV_HEADER,
    };
    for (const [index, rows] of hotels.entries()) {
      if (request.nights !== null) result.nights += nightsCsv(rows, await readNights(tx, rows.hotel.id, day));
      if (request.prices !== null)
        result.prices += pricesCsv(rows, await readDayPrices(tx, rows.hotel.id, day));
      progress(index + 1, hotels.length);
    }
    return accept(result);
  });
}

/** Returns one hotel as an object, and several hotels as an object with a list. */
export function hotelsJson(hotels: HotelFile[]): HotelFile | { hotels: HotelFile[] } {
  return hotels.length === 1 ? hotels[0]! : { hotels };
}

/** Writes a text to the file that the operator chose. If this fails, the result describes the reason in one line. */
export async function writeTextFile(path: string, text: string): Promise<Outcome<null, Declined>> {
  try {
    await writeFile(path, text);
    return accept(null);
  } catch (error) {
    return decline(`${path}: cannot be written: ${(error as Error).message}`);
  }
}
