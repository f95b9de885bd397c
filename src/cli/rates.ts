// `ihc rates`: sets the prices of single days.

import type { Command } from 'commander';
import { changeOffer } from '../domain/offers/change-offer.usecase.ts';
import type { PricesChange } from '../domain/offers/offer-change.ts';
import type { HotelProducts } from '../domain/offers/offered-hotels.store.ts';
import { parseMoney } from '../kernel/money.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import { changeAfterTrial, daysOf, getHotel, type RangeOptions, weekdays } from './offer-parameters.ts';
import { date, wholeNumber } from './parameters.ts';
import type { Runner } from './run.ts';

interface RatesOptions extends RangeOptions {
  plan?: string[];
  roomType?: string[];
  single?: string;
  double?: string;
  extraAdult?: string;
  child?: string;
  percent?: number;
  usual?: boolean;
}

export function addRatesCommands(program: Command, runner: Runner): void {
  const rates = program.command('rates').description('prices of single days');
  rates
    .command('set')
    .description("set prices of days; without them a day has the plan's usual price")
    .argument('<hotel>', 'public id or uuid')
    .requiredOption('--from <date>', 'the first night', date)
    .requiredOption('--to <date>', 'the last night', date)
    .option('--weekdays <days>', 'only these days, such as thu,fri', weekdays)
    .option('--room-type <code...>', 'only plans of these room types (default: all)')
    .option('--plan <code...>', 'only these plans (default: all)')
    .option('--single <amount>', 'for one adult')
    .option('--double <amount>', 'for two adults')
    .option('--extra-adult <amount>', 'for each further adult')
    .option('--child <amount>', 'for each child')
    .option('--percent <number>', 'of the usual price, 1 to 1000, instead of amounts', wholeNumber)
    .option('--usual', 'back to the usual price, instead of amounts')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      `
Amounts are in the plan's currency: 85000 (IQD) or 95.50 (USD). All four are needed.

Examples:
  ihc rates set HTL-2026-0101 --from 2027-01-01 --to 2027-01-31 --weekdays thu,fri --percent 120
  ihc rates set HTL-2026-0101 --from 2027-03-20 --to 2027-03-22 --room-type DBL --plan BB \\
      --single 90000 --double 110000 --extra-adult 30000 --child 15000
  ihc rates set HTL-2026-0101 --from 2027-01-01 --to 2027-01-31 --usual`,
    )
    .action(
      runner.action<RatesOptions>(async (running, reference) => {
        const { operation, options } = running;
        const hotel = await getHotel(operation.pool, reference);
        if (!hotel.ok) return hotel;
        const prices = pricesOf(hotel.value, options);
        if (!prices.ok) return prices;
        return changeAfterTrial(running, [hotel.value], (one, dryRun) =>
          changeOffer(operation, one, { nights: [], prices: prices.value }, { action: 'rates set', dryRun }),
        );
      }),
    );
}

function pricesOf(hotel: HotelProducts, options: RatesOptions): Outcome<PricesChange[], Declined> {
  const { single, double, extraAdult, child, percent, usual } = options;
  const amounts = [single, double, extraAdult, child];
  const given = amounts.filter((amount) => amount !== undefined).length;
  const ways = (given > 0 ? 1 : 0) + (percent === undefined ? 0 : 1) + (usual ? 1 : 0);
  if (ways !== 1) return decline('name one of: the four amounts, --percent, or --usual');
  if (given > 0 && given < 4)
    return decline('amounts: --single, --double, --extra-adult and --child are all needed');
  if (percent !== undefined && (percent < 1 || percent > 1_000))
    return decline('percent: must be a whole number from 1 to 1000');
  const plans = namedPlans(hotel, options);
  if (!plans.ok) return plans;
  const changes: PricesChange[] = [];
  for (const { id, code, currency } of plans.value) {
    const days = { ratePlanId: id, ...daysOf(options) };
    if (given === 0) changes.push({ ...days, prices: percent === undefined ? null : { percent } });
    else {
      const [one, two, extra, kid] = amounts.map((amount) => parseMoney(amount!, currency));
      if (one == null || two == null || extra == null || kid == null)
        return decline(
          `plan ${code}: amounts must be in ${currency}, ${currency === 'IQD' ? 'without decimals, such as 85000' : 'such as 95.50'}`,
        );
      changes.push({ ...days, prices: { single: one, double: two, extraAdult: extra, child: kid } });
    }
  }
  return accept(changes);
}

function namedPlans(hotel: HotelProducts, options: RatesOptions): Outcome<HotelProducts['plans'], Declined> {
  const roomCodeOf = new Map(hotel.roomTypes.map(({ id, code }) => [id, code]));
  const plans = hotel.plans.filter(
    ({ code, roomTypeId }) =>
      (options.plan?.includes(code) ?? true) &&
      (options.roomType?.includes(roomCodeOf.get(roomTypeId)!) ?? true),
  );
  if (plans.length > 0) return accept(plans);
  const known = hotel.plans.map(({ code, roomTypeId }) => `${roomCodeOf.get(roomTypeId)}/${code}`);
  return decline(`${hotel.publicId} has no such rate plan; it has ${known.join(', ') || 'none'}`);
}
