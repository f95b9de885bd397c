import type { Command } from 'commander';
import { decline } from '../kernel/answer.ts';
import { changeOffer } from '../offers/change-offer.usecase.ts';
import type { NightFields } from '../offers/offer-change.ts';
import {
  changeAfterTrial,
  daysOf,
  getHotel,
  type RangeOptions,
  weekdays,
  yesOrNo,
} from './offer-parameters.ts';
import { date, wholeNumber } from './parameters.ts';
import type { Runner } from './run.ts';

interface InventoryOptions extends RangeOptions {
  roomType?: string[];
  open?: boolean;
  allotment?: number;
  blocked?: number;
  stopSell?: boolean;
  cta?: boolean;
  ctd?: boolean;
  minStay?: number;
  maxStay?: number;
}

export function addInventoryCommands(program: Command, runner: Runner): void {
  const inventory = program.command('inventory').description('nights: rooms to sell and restrictions');
  inventory
    .command('set')
    .description('set rooms and restrictions of nights; what is not named is not touched')
    .argument('<hotel>', 'public id or uuid')
    .requiredOption('--from <date>', 'the first night', date)
    .requiredOption('--to <date>', 'the last night', date)
    .option('--weekdays <days>', 'only these days, such as thu,fri', weekdays)
    .option('--room-type <code...>', 'only these room types (default: all)')
    .option('--open <yes|no>', 'whether the nights are on sale; an allotment opens them', yesOrNo)
    .option('--allotment <rooms>', 'rooms to sell, 0 to 32767', wholeNumber)
    .option('--blocked <rooms>', 'rooms of the allotment that are not sold here, 0 to 32767', wholeNumber)
    .option('--stop-sell <yes|no>', 'close or reopen nights that are open', yesOrNo)
    .option('--cta <yes|no>', 'closed to arrival', yesOrNo)
    .option('--ctd <yes|no>', 'closed to departure', yesOrNo)
    .option('--min-stay <nights>', '1 to 30', wholeNumber)
    .option('--max-stay <nights>', '1 to 30, or 0 for none', wholeNumber)
    .option('--dry-run', 'say what would change')
    .addHelpText(
      'after',
      `
Examples:
  ihc inventory set HTL-2026-0101 --from 2027-01-01 --to 2027-03-31 --allotment 12
  ihc inventory set HTL-2026-0101 --from 2027-01-01 --to 2027-01-31 --weekdays thu,fri --room-type DBL --min-stay 2
  ihc inventory set HTL-2026-0101 --from 2026-11-20 --to 2026-11-20 --stop-sell yes`,
    )
    .action(
      runner.action<InventoryOptions>(async (running, reference) => {
        const { operation, options } = running;
        const hotel = await getHotel(operation.pool, reference);
        if (!hotel.ok) return hotel;
        const set = fieldsOf(options);
        if (Object.keys(set).length === 0)
          return decline('nothing to set: name at least one of --allotment, --open, --stop-sell …');
        const codes = options.roomType ?? hotel.value.roomTypes.map(({ code }) => code);
        const unknown = codes.filter((code) => !hotel.value.roomTypes.some((one) => one.code === code));
        if (unknown.length > 0)
          return decline(
            `${hotel.value.publicId} has no room type ${unknown.join(', ')}; it has ${hotel.value.roomTypes.map(({ code }) => code).join(', ')}`,
          );
        const rooms = hotel.value.roomTypes.filter(({ code }) => codes.includes(code));
        const nights = rooms.map(({ id }) => ({ roomTypeId: id, ...daysOf(options), set }));
        return changeAfterTrial(running, [hotel.value], (one, dryRun) =>
          changeOffer(operation, one, { nights, prices: [] }, { action: 'inventory set', dryRun }),
        );
      }),
    );
}

function fieldsOf({ open, allotment, blocked, stopSell, cta, ctd, minStay, maxStay }: InventoryOptions) {
  const fields: NightFields = {
    ...(allotment !== undefined && { allotment, open: true }),
    ...(open !== undefined && { open }),
    ...(blocked !== undefined && { blocked }),
    ...(stopSell !== undefined && { stopSell }),
    ...(cta !== undefined && { closedToArrival: cta }),
    ...(ctd !== undefined && { closedToDeparture: ctd }),
    ...(minStay !== undefined && { minStay }),
    ...(maxStay !== undefined && { maxStay }),
  };
  return fields;
}
