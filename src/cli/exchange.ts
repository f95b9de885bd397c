// `ihc exchange`: sets and lists exchange rates, in dinars per dollar.

import { type Command, InvalidArgumentError } from 'commander';
import { readRates } from '../domain/pricing/exchange-rates.store.ts';
import { A_RATE, readRate } from '../domain/pricing/exchange-rules.ts';
import { rateData, setExchangeRate } from '../domain/pricing/set-exchange-rate.usecase.ts';
import { formatRate } from '../kernel/exchange.ts';
import { accept, decline } from '../kernel/refusal.ts';
import { instant } from './parameters.ts';
import { NOT_CONFIRMED, type Runner } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

export function addExchangeCommands(program: Command, runner: Runner): void {
  const exchange = program.command('exchange').description('the exchange rate, and from when it applies');
  exchange
    .command('set')
    .description(
      'set how many dinars a dollar costs; quotes, holds and bookings keep the rate that they have',
    )
    .argument('<dinars-per-dollar>', '100 to 100000, with at most four decimals', rate)
    .option(
      '--from <instant>',
      'a date (00:00 in Baghdad) or an instant, at most a year ahead (default: now)',
      instant,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  ihc exchange set 1310\n  ihc exchange set 1320.5 --from 2026-12-01T00:00+03:00',
    )
    .action(
      runner.action<{ from?: number }, [number]>(async ({ operation, options, confirm }, dinars) => {
        const wanted = { tenThousandthsOfIqdForUsd: dinars, from: options.from ?? null };
        let outcome = await setExchangeRate(operation, { ...wanted, confirmed: null });
        if (outcome.ok && outcome.value.kind === 'question') {
          const { question } = outcome.value;
          if (!(await confirm(question))) return decline(NOT_CONFIRMED);
          outcome = await setExchangeRate(operation, { ...wanted, confirmed: question });
        }
        if (!outcome.ok) return outcome;
        if (outcome.value.kind === 'question')
          return decline('the rate was changed by somebody else meanwhile: nothing was changed, try again');
        const { rate, before, isChanged } = outcome.value;
        return accept({
          data: { ...rateData(rate), before: before === null ? null : rateData(before), changed: isChanged },
          text: fields({
            'dinars for a dollar': formatRate(rate),
            from: shownTime(new Date(rate.asOf)),
            before: before === null ? null : formatRate(before),
            changed: isChanged ? 'yes' : 'no: this rate is already in force',
          }),
        });
      }),
    );
  exchange
    .command('list')
    .description('list all rates, the newest first')
    .action(
      runner.action<object, []>(async ({ operation }) => {
        const rates = await readRates(operation.pool);
        const now = operation.now().toISOString();
        const inForce = rates.find(({ asOf }) => asOf <= now);
        const stateOf = (asOf: string) =>
          asOf > now ? 'SCHEDULED' : asOf === inForce?.asOf ? 'IN_FORCE' : 'PAST';
        return accept({
          data: rates.map((one) => ({ ...rateData(one), state: stateOf(one.asOf) })),
          text: table(
            rates.map((one) => ({
              'dinars for a dollar': formatRate(one),
              from: shownTime(new Date(one.asOf)),
              state: stateOf(one.asOf),
            })),
            'no exchange rate: prices cannot be converted',
          ),
        });
      }),
    );
}

function rate(text: string): number {
  const tenThousandths = readRate(text);
  if (tenThousandths === null) throw new InvalidArgumentError(`${A_RATE}, not "${text}"`);
  return tenThousandths;
}
