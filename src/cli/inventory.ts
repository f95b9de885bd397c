// `ihc inventory`: sets and shows, for each night, the rooms for sale and the restrictions.

import type { Command } from 'commander';
import { changeOffer } from '../domain/offers/change-offer.usecase.ts';
import type { NightFields } from '../domain/offers/offer-change.ts';
import { type OfferedNight, type PlanRestrictions, readOffer } from '../domain/offers/read-offer.store.ts';
import { addDays, type Day } from '../kernel/day.ts';
import { formatMoney, minor } from '../kernel/money.ts';
import { accept, decline } from '../kernel/refusal.ts';
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
import { table } from './terminal.ts';

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
  addShow(inventory, runner);
  inventory
    .command('set')
    .description('set rooms and restrictions of nights; what is not named is not touched')
    .argument('<hotel>', 'public id or uuid')
    .requiredOption('--from <date>', 'the first night', date)
    .requiredOption('--to <date>', 'the last night', date)
    .option('--weekdays <days>', 'only these days, such as thu,fri', weekdays)
    .option('--room-type <code...>', 'only these room types (default: all)')
    .option(
      '--open <yes|no>',
      'yes opens the nights, no closes them; --allotment also opens them. In a hotel with autoOpen, closed nights open again: use --stop-sell yes',
      yesOrNo,
    )
    .option('--allotment <rooms>', 'rooms to sell, 0 to 32767', wholeNumber)
    .option('--blocked <rooms>', 'rooms of the allotment that are not sold, 0 to 32767', wholeNumber)
    .option('--stop-sell <yes|no>', 'stop or resume selling', yesOrNo)
    .option('--cta <yes|no>', 'closed to arrival', yesOrNo)
    .option('--ctd <yes|no>', 'closed to departure', yesOrNo)
    .option('--min-stay <nights>', '1 to 30', wholeNumber)
    .option('--max-stay <nights>', '1 to 30, or 0 for none', wholeNumber)
    .option('--dry-run', 'show what would change, and change nothing')
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

const MOST_DAYS_SHOWN = 366;

function addShow(inventory: Command, runner: Runner): void {
  inventory
    .command('show')
    .description('show nights: rooms, what is sold and held, restrictions, season and prices')
    .argument('<hotel>', 'public id or uuid')
    .option('--from <date>', 'the first night (default: today)', date)
    .option('--to <date>', 'the last night (default: 13 days later)', date)
    .addHelpText('after', '\nExample:\n  ihc inventory show HTL-2026-0101 --from 2027-07-14 --to 2027-07-26')
    .action(
      runner.action<{ from?: Day; to?: Day }>(async ({ operation, options }, reference) => {
        const hotel = await getHotel(operation.pool, reference);
        if (!hotel.ok) return hotel;
        const first = options.from ?? operation.today();
        const last = options.to ?? addDays(first, 13);
        if (last < first || last - first >= MOST_DAYS_SHOWN)
          return decline(
            `--to must not be before --from, and at most ${MOST_DAYS_SHOWN} nights can be shown`,
          );
        const nights = await readOffer(operation.pool, hotel.value.id, first, last);
        return accept({ data: nights.map(nightData), text: table(nights.map(nightLine), 'no room types') });
      }),
    );
}

const leftOf = ({ open, stopSell, allotment, blocked, booked, held }: OfferedNight) =>
  open && !stopSell ? Math.max(0, allotment - blocked - booked - held) : 0;

function nightData(night: OfferedNight) {
  const { roomType, stopSell, minStay, maxStay, prices, ...rest } = night;
  return {
    ...rest,
    room_type: roomType,
    stop_sell: stopSell,
    min_stay: minStay,
    max_stay: maxStay,
    left: leftOf(night),
    double_prices: prices.map(({ plan, double, currency, isUsual, restrictions }) => ({
      plan,
      ...{ double: formatMoney(minor(double), currency), currency, usual: isUsual, restrictions },
    })),
  };
}

function nightLine(night: OfferedNight) {
  const closed = [night.cta ? 'cta' : '', night.ctd ? 'ctd' : ''].filter((flag) => flag !== '');
  return {
    night: night.date,
    'room type': night.roomType,
    sale: !night.open ? 'not open' : night.stopSell ? 'closed' : 'open',
    allotment: night.allotment,
    blocked: night.blocked,
    booked: night.booked,
    held: night.held,
    left: leftOf(night),
    stay: `${night.minStay}–${night.maxStay ?? ''}`,
    closed: closed.join(' ') || null,
    season: night.season,
    'double prices': night.prices
      .map(
        ({ plan, double, currency, restrictions }) =>
          `${plan} ${formatMoney(minor(double), currency)}${restrictionsText(restrictions)}`,
      )
      .join(', '),
  };
}

/** Writes the restrictions of a plan in parentheses. Returns an empty text when the plan has no restrictions. */
function restrictionsText(restrictions: PlanRestrictions | null): string {
  if (restrictions === null) return '';
  const { stop_sell, cta, ctd, min_stay, min_stay_through, max_stay } = restrictions;
  const texts = [
    stop_sell ? 'closed' : '',
    cta ? 'cta' : '',
    ctd ? 'ctd' : '',
    min_stay > 1 || max_stay !== null ? `stay ${min_stay}–${max_stay ?? ''}` : '',
    min_stay_through > 1 ? `through ${min_stay_through}` : '',
  ].filter((text) => text !== '');
  return texts.length === 0 ? '' : ` (${texts.join(' ')})`;
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
