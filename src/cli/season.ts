// `ihc season`: sets, lists and ends seasons, which are named ranges of days such as a pilgrimage week.

import { type Command, Option } from 'commander';
import { endSeason, setSeason } from '../domain/offers/season.usecase.ts';
import { readSeasons } from '../domain/offers/seasons.store.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { accept } from '../kernel/refusal.ts';
import { changeAfterTrial, getHotels } from './offer-parameters.ts';
import { date, wholeNumber } from './parameters.ts';
import type { Runner } from './run.ts';
import { table } from './terminal.ts';

interface Where {
  hotel?: string[];
  city?: string;
}

interface SeasonOptions extends Where {
  from: Day;
  to: Day;
  open?: boolean;
  closed?: boolean;
  price?: number;
  minStay?: number;
}

export function addSeasonCommands(program: Command, runner: Runner): void {
  const season = program.command('season').description('named ranges of days, such as a pilgrimage week');
  season
    .command('set')
    .description(
      'open or close nights, set prices and a minimum stay; a season of the same name of the hotel is replaced',
    )
    .argument('<name>', 'such as "Arbaeen 1449"')
    .option('--hotel <id...>', 'these hotels')
    .option('--city <city>', 'all hotels of a city')
    .requiredOption('--from <date>', 'the first night', date)
    .requiredOption('--to <date>', 'the last night', date)
    .option('--open', 'open the nights and remove stop sell')
    .addOption(new Option('--closed', 'set stop sell on the nights').conflicts('open'))
    .option('--price <percent>', 'percent of the usual price, 1 to 1000', wholeNumber)
    .option('--min-stay <nights>', '1 to 30', wholeNumber)
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      `
Examples:
  ihc season set "Arbaeen 1449" --city Karbala --from 2027-07-14 --to 2027-07-26 --open --price 160 --min-stay 3
  ihc season set "Renovation" --hotel HTL-2026-0101 --from 2027-02-01 --to 2027-02-28 --closed`,
    )
    .action(
      runner.action<SeasonOptions>(async (running, name) => {
        const { operation, options } = running;
        const hotels = await getHotels(operation.pool, options);
        if (!hotels.ok) return hotels;
        const wanted = {
          name,
          first: options.from,
          last: options.to,
          opens: options.open ? true : options.closed ? false : null,
          pricePercent: options.price ?? null,
          minStay: options.minStay ?? null,
        };
        return changeAfterTrial(running, hotels.value, (hotel, dryRun) =>
          setSeason(operation, hotel, wanted, { action: 'season set', dryRun }),
        );
      }),
    );
  season
    .command('list')
    .description('list the seasons that nobody has ended')
    .option('--hotel <id...>', 'only of these hotels')
    .action(
      runner.action<Where>(async ({ operation, options }) => {
        const listed = await readSeasons(operation.pool, options.hotel ?? null, operation.today());
        const lines = listed.map(({ publicId, season: one, isOver }) => ({
          hotel: publicId,
          season: one.name,
          from: formatDay(one.first),
          to: formatDay(one.last),
          nights: one.opens === null ? null : one.opens ? 'open' : 'closed',
          price: one.pricePercent === null ? null : `${one.pricePercent} %`,
          'min stay': one.minStay,
          state: isOver ? 'over' : 'current',
        }));
        return accept({ data: listed.map(seasonData), text: table(lines, 'no seasons') });
      }),
    );
  season
    .command('end')
    .description('put back what a season has changed, from today on; what was changed since stays')
    .argument('<name>')
    .option('--hotel <id...>', 'these hotels')
    .option('--city <city>', 'all hotels of a city')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', '\nExample:\n  ihc season end "Renovation" --hotel HTL-2026-0101')
    .action(
      runner.action<Where>(async (running, name) => {
        const { operation, options } = running;
        const hotels = await getHotels(operation.pool, options);
        if (!hotels.ok) return hotels;
        // Some hotels may not have this season. Either an interrupted run of this command has already ended the season,
        // or the hotel was added to the city after the season was set.
        const listed = await readSeasons(operation.pool, null, operation.today());
        const having = new Set(
          listed.filter((one) => one.season.name === name).map(({ publicId }) => publicId),
        );
        const wanted = hotels.value.filter(({ publicId }) => having.has(publicId));
        for (const { publicId } of wanted.length === 0 ? [] : hotels.value)
          if (!having.has(publicId)) running.terminal.say(`${publicId}: has no season "${name}"`);
        return changeAfterTrial(running, wanted.length === 0 ? hotels.value : wanted, (hotel, dryRun) =>
          endSeason(operation, hotel, name, { action: 'season end', dryRun }),
        );
      }),
    );
}

function seasonData({ publicId, season, isOver }: Awaited<ReturnType<typeof readSeasons>>[number]) {
  return {
    hotel: publicId,
    name: season.name,
    from: formatDay(season.first),
    to: formatDay(season.last),
    opens: season.opens,
    price_percent: season.pricePercent,
    min_stay: season.minStay,
    is_over: isOver,
  };
}
