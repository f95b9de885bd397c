// `ihc hotel`: imports, exports, lists and shows hotels, and changes their status.

import { type Command, Option } from 'commander';
import { cityKey } from '../domain/catalog/city.ts';
import type { HotelStatus } from '../domain/catalog/hotel.ts';
import { readSeasons } from '../domain/offers/seasons.store.ts';
import { noHotel } from '../domain/partners/no-hotel.ts';
import { accept, decline } from '../kernel/refusal.ts';
import { changeHotelStatus } from '../operations/hotel-files/change-status.usecase.ts';
import { exportHotels, hotelsJson, writeTextFile } from '../operations/hotel-files/export-hotels.usecase.ts';
import { readHotelRows } from '../operations/hotel-files/hotel-rows.store.ts';
import { importHotels } from '../operations/hotel-files/import-hotels.usecase.ts';
import { readHotelSummaries, readHotelSummary } from '../operations/hotel-files/operate-hotels.store.ts';
import { hotelData, hotelText, importShown, summaryData, summaryLine } from './hotel-shown.ts';
import type { Runner } from './run.ts';
import { table } from './terminal.ts';

const STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const;

export function addHotelCommands(program: Command, runner: Runner): void {
  const hotel = program
    .command('hotel')
    .description('hotels: files in and out, what they offer, their status');
  addImport(hotel, runner);
  addExport(hotel, runner);
  hotel
    .command('list')
    .description('list hotels')
    .option('--city <city>', 'only hotels in this city; any usual spelling')
    .addOption(new Option('--status <status>', 'only hotels with this status').choices(STATUSES))
    .action(
      runner.action<{ city?: string; status?: HotelStatus }>(async ({ operation, options }) => {
        const all = await readHotelSummaries(operation.pool, operation.today(), options.status ?? null);
        const { city } = options;
        const hotels = city === undefined ? all : all.filter((one) => cityKey(one.city) === cityKey(city));
        return accept({
          data: hotels.map(summaryData),
          text: table(hotels.map(summaryLine), 'no hotels'),
        });
      }),
    );
  hotel
    .command('show')
    .description('show one hotel with its room types, rate plans and seasons')
    .argument('<hotel>', 'public id or uuid')
    .action(
      runner.action(async ({ operation }, reference) => {
        const today = operation.today();
        const found = await readHotelSummary(operation.pool, today, reference);
        if (found === null) return decline(noHotel(reference));
        const [rows] = await readHotelRows(operation.pool, [found.publicId]);
        const seasons = await readSeasons(operation.pool, [found.publicId], today);
        return accept({
          data: hotelData(found, rows!, seasons),
          text: hotelText(found, rows!, seasons),
        });
      }),
    );
  hotel
    .command('status')
    .description('set the status of a hotel; only ACTIVE sells, and bookings stay as they are')
    .argument('<hotel>', 'public id or uuid')
    .addArgument(hotel.createArgument('<status>', 'the new status').choices(STATUSES))
    .addHelpText('after', '\nExample:\n  ihc hotel status HTL-2026-0101 SUSPENDED')
    .action(
      runner.action<object, [string, HotelStatus]>(async ({ operation, confirm }, reference, status) => {
        const outcome = await changeHotelStatus(operation, reference, status, confirm);
        if (!outcome.ok) return outcome;
        return accept({ data: summaryData(outcome.value), text: table([summaryLine(outcome.value)], '') });
      }),
    );
}

function addImport(hotel: Command, runner: Runner): void {
  hotel
    .command('import')
    .description('create and change hotels, their nights and day prices, from files')
    .argument('[file...]', 'hotel files (JSON; see docs/hotel-files.md and /schemas/hotel.json)')
    .option('--nights <file>', 'CSV file of nights')
    .option('--prices <file>', 'CSV file of day prices')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      `
All files are checked before anything is written. The same files again change nothing.
Room types, rate plans and policies that a file no longer names are deactivated, never deleted.

Examples:
  ihc hotel import hotels.json --dry-run
  ihc hotel import hotels.json --nights nights.csv --prices prices.csv`,
    )
    .action(
      runner.action<{ nights?: string; prices?: string }, [string[]]>(
        async ({ operation, terminal, options, interrupted }, files) => {
          const { nights = null, prices = null, dryRun = false } = options;
          if (files.length === 0 && nights === null && prices === null)
            return decline('name a hotel file, or --nights, or --prices: see ihc hotel import --help');
          terminal.remind('checking the files …');
          const outcome = await importHotels(
            operation,
            { hotels: files, nights, prices },
            { dryRun, interrupted, progress: (done, total) => terminal.progress(done, total, 'hotels') },
          );
          if (!outcome.ok) return outcome;
          for (const warning of outcome.value.warnings) terminal.say(`warning: ${warning}`);
          return accept(importShown(outcome.value, dryRun));
        },
      ),
    );
}

function addExport(hotel: Command, runner: Runner): void {
  hotel
    .command('export')
    .description('write hotels as files that import again to the same rows')
    .argument('[hotel...]', 'public ids or uuids; all hotels when none is named')
    .option('--out <file>', 'where to write the hotels (JSON); without it they are printed')
    .option('--nights <file>', 'where to write the nights from today on (CSV)')
    .option('--prices <file>', 'where to write the day prices from today on (CSV)')
    .addHelpText(
      'after',
      '\nExample:\n  ihc hotel export HTL-2026-0101 --out hotel.json --nights nights.csv --prices prices.csv',
    )
    .action(
      runner.action<{ out?: string; nights?: string; prices?: string }, [string[]]>(
        async ({ operation, terminal, options }, hotels) => {
          const { out = null, nights = null, prices = null } = options;
          const outcome = await exportHotels(operation, { hotels, nights, prices }, (done, total) =>
            terminal.progress(done, total, 'hotels'),
          );
          if (!outcome.ok) return outcome;
          const data = hotelsJson(outcome.value.hotels);
          const json = JSON.stringify(data, null, 2);
          const parts = [
            [out, `${json}\n`],
            [nights, outcome.value.nights],
            [prices, outcome.value.prices],
          ] as const;
          for (const [path, text] of parts) {
            const written = path === null ? accept(null) : await writeTextFile(path, text);
            if (!written.ok) return written;
          }
          if (out === null) return accept({ data, text: json });
          const count = outcome.value.hotels.length;
          const names = parts.flatMap(([path]) => path ?? []);
          return accept({
            data: { hotels: count, files: names },
            text: `${count} hotels: ${names.join(', ')}`,
          });
        },
      ),
    );
}
