// `ihc tax`: sets and lists the tax and the service charge of hotels.

import type { Command } from 'commander';
import type { ChargedHotelRow } from '../domain/catalog/charges.store.ts';
import { chargesAt, type HotelCharges } from '../domain/catalog/charges.ts';
import {
  chargesData,
  listCharges,
  type SetCharges,
  setCharges,
} from '../domain/catalog/set-charges.usecase.ts';
import { formatInstant } from '../kernel/instant.ts';
import { percentOf } from '../kernel/money.ts';
import { accept, decline } from '../kernel/refusal.ts';
import { changesText } from './changes-text.ts';
import { instant, percentage } from './parameters.ts';
import { NOT_CONFIRMED, type Runner, type Shown } from './run.ts';
import { shownTime, table } from './terminal.ts';

interface SetOptions {
  hotel?: string;
  all?: boolean;
  tax: number;
  service: number;
  from?: number;
}

export function addTaxCommands(program: Command, runner: Runner): void {
  const tax = program
    .command('tax')
    .description('tax and service charge of hotels, and from when they apply');
  tax
    .command('set')
    .description('set tax and service charge; quotes, holds and bookings keep those that they have')
    .option('--hotel <id>', 'public id or uuid')
    .option('--all', 'every hotel')
    .requiredOption('--tax <percent>', '0 to 100, with at most two decimals', percentage)
    .requiredOption('--service <percent>', '0 to 100, with at most two decimals', percentage)
    .option(
      '--from <instant>',
      'a date (00:00 in Baghdad) or an instant, at most a year ahead (default: now)',
      instant,
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  ihc tax set --hotel HTL-2026-0001 --tax 5 --service 10\n  ihc tax set --all --tax 7.5 --service 10 --from 2027-01-01 --dry-run',
    )
    .action(
      runner.action<SetOptions, []>(async ({ operation, options, confirm }) => {
        const { hotel, all, from, dryRun } = options;
        if ((hotel === undefined) === (all !== true)) return decline('give either --hotel or --all');
        const charges = { taxBasisPoints: options.tax, serviceBasisPoints: options.service };
        const wanted = { hotel: hotel ?? null, from: from ?? null, ...charges };
        if (all && !(await confirm('Set tax and service charge of every hotel?')))
          return decline(NOT_CONFIRMED);
        const outcome = await setCharges(operation, wanted, dryRun ?? false);
        return outcome.ok ? accept(shownSet(outcome.value)) : outcome;
      }),
    );
  tax
    .command('list')
    .description('list what is in force and what is scheduled')
    .option('--hotel <id>', 'only this hotel: public id or uuid')
    .action(
      runner.action<{ hotel?: string }, []>(async ({ operation, options }) => {
        const hotels = await listCharges(operation, options.hotel ?? null);
        if (!hotels.ok) return hotels;
        const now = operation.now().getTime();
        return accept({
          data: hotels.value.map((hotel) => hotelData(hotel, now)),
          text: table(
            hotels.value.flatMap((hotel) => hotelLines(hotel, now)),
            'no hotels',
          ),
        });
      }),
    );
}

function shownSet({ from, changes }: SetCharges): Shown {
  const changed = changes.filter(({ isChanged }) => isChanged);
  const rows = changed.map(({ hotel, before, after }) => ({
    hotel: hotel.publicId,
    name: hotel.nameEn,
    before: shownCharges(before),
    after: shownCharges(after),
    from: shownTime(new Date(from)),
  }));
  return {
    data: changes.map(({ hotel, before, after, isChanged }) => ({
      hotel: hotel.publicId,
      ...chargesData(after),
      from: formatInstant(from),
      before: chargesData(before),
      changed: isChanged,
    })),
    text: changesText(rows, `${changed.length} changed, ${changes.length - changed.length} unchanged`),
  };
}

function hotelData(hotel: ChargedHotelRow, now: number) {
  return {
    hotel: hotel.publicId,
    name: hotel.nameEn,
    ...chargesData(chargesAt(hotel, now)),
    scheduled: scheduledOf(hotel, now).map((change) => ({
      from: formatInstant(change.from),
      ...chargesData(change),
    })),
  };
}

function hotelLines(hotel: ChargedHotelRow, now: number) {
  const line = (charges: HotelCharges, from: number | null) => ({
    hotel: hotel.publicId,
    name: hotel.nameEn,
    tax: `${percentOf(charges.taxBasisPoints)} %`,
    service: `${percentOf(charges.serviceBasisPoints)} %`,
    'in force': from === null ? 'now' : `from ${shownTime(new Date(from))}`,
  });
  return [
    line(chargesAt(hotel, now), null),
    ...scheduledOf(hotel, now).map((change) => line(change, change.from)),
  ];
}

function scheduledOf(hotel: ChargedHotelRow, now: number) {
  return hotel.chargeChanges.filter(({ from }) => from > now);
}

function shownCharges(charges: HotelCharges): string {
  return `tax ${percentOf(charges.taxBasisPoints)} %, service ${percentOf(charges.serviceBasisPoints)} %`;
}
