// `ihc delivery`: lists deliveries to webhooks and receptions, and sends them again.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { findHotels } from '../domain/partners/contracts.store.ts';
import { noHotel } from '../domain/partners/no-hotel.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import { CHANNELS, type Channel, DELIVERY_STATES } from '../outgoing/delivery/delivery.ts';
import {
  type ListedState,
  readDeliveries,
  readDelivery,
} from '../outgoing/delivery/operate-deliveries.store.ts';
import { noDelivery, retryDead, retryDeliveries } from '../outgoing/delivery/retry-deliveries.usecase.ts';
import { deliveryData, deliveryLine, shownData, shownText } from './delivery-shown.ts';
import { wholeNumberFrom } from './parameters.ts';
import { NOT_CONFIRMED, type Runner, type Shown } from './run.ts';
import { table } from './terminal.ts';
import { addUnacknowledgedCommands } from './unacknowledged.ts';

const LISTED = DELIVERY_STATES.map((state) => state.toLowerCase());
const CHANNEL_NAMES = CHANNELS.map((channel) => channel.toLowerCase());

interface ListOptions {
  state?: string;
  channel?: string;
  hotel?: string;
  limit: number;
}

interface RetryOptions {
  dead?: boolean;
  channel?: string;
  destination?: string;
}

export function addDeliveryCommands(program: Command, runner: Runner): void {
  const delivery = program
    .command('delivery')
    .description('deliveries: what is sent to the webhooks of partners and to front desks');
  addList(delivery, runner);
  delivery
    .command('show')
    .description('show one delivery with its event, its booking and whom to call')
    .argument('<id>', 'the number that `ihc delivery list` shows', deliveryId)
    .action(
      runner.action<object, [number]>(async ({ operation }, id) => {
        const found = await readDelivery(operation.pool, id);
        if (found === null) return decline(noDelivery(id));
        return accept({ data: shownData(found), text: shownText(found) });
      }),
    );
  addRetry(delivery, runner);
  addUnacknowledgedCommands(delivery, runner);
}

function addList(delivery: Command, runner: Runner): void {
  delivery
    .command('list')
    .description('list dead deliveries, then those that have failed and are tried again, the oldest first')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(LISTED))
    .addOption(channelOption())
    .option('--hotel <id>', 'only deliveries for this hotel, public id or uuid')
    .option('--limit <count>', 'how many, from 1 to 10000', wholeNumberFrom(1, 10_000), 50)
    .addHelpText(
      'after',
      '\nExamples:\n  ihc delivery list\n  ihc delivery list --state pending --channel webhook',
    )
    .action(
      runner.action<ListOptions, []>(async ({ operation, options }) => {
        const { hotel, limit, state } = options;
        const named = hotel === undefined ? null : (await findHotels(operation.pool, [hotel])).get(hotel);
        if (named === undefined) return decline(noHotel(hotel!));
        const found = await readDeliveries(operation.pool, {
          state: (state?.toUpperCase() ?? 'TROUBLE') as ListedState,
          channel: channelOf(options.channel),
          hotelId: named?.id ?? null,
          limit,
        });
        return accept({
          data: found.map(deliveryData),
          text: table(found.map(deliveryLine), 'no such deliveries'),
        });
      }),
    );
}

function addRetry(delivery: Command, runner: Runner): void {
  delivery
    .command('retry')
    .description('send dead deliveries again, now and for 72 hours')
    .argument('[ids...]', 'the numbers that `ihc delivery list` shows', eachDelivery)
    .option('--dead', 'all dead deliveries; asks first')
    .addOption(channelOption())
    .option('--destination <destination>', 'with --dead: only this one, as `ihc delivery show` prints it')
    .addHelpText(
      'after',
      '\nExamples:\n  ihc delivery retry 4711 4712\n  ihc delivery retry --dead --channel hotel_email',
    )
    .action(
      runner.action<RetryOptions, [number[]?]>(
        async ({ operation, options, confirm, interrupted }, ids = []) => {
          const { dead = false, destination = null } = options;
          const channel = channelOf(options.channel);
          if (dead === ids.length > 0) return decline('retry: give ids or --dead, and not both');
          if (!dead && (channel !== null || destination !== null))
            return decline('retry: --channel and --destination need --dead');
          if (!dead) return retried(await retryDeliveries(operation, ids));
          const ask = (found: number) => confirm(`Send ${deliveries(found)} again?`);
          const outcome = await retryDead(operation, { channel, destination }, ask, interrupted);
          return outcome === null ? decline(NOT_CONFIRMED) : retried(outcome);
        },
      ),
    );
}

function retried(outcome: Outcome<number[], Declined>): Outcome<Shown, Declined> {
  if (!outcome.ok) return outcome;
  const ids = outcome.value;
  const text = ids.length === 0 ? 'no dead deliveries' : `${deliveries(ids.length)} due now`;
  return accept({ data: { retried: ids }, text });
}

const deliveries = (number: number) => (number === 1 ? '1 delivery' : `${number} deliveries`);

function channelOption(): Option {
  return new Option('--channel <channel>', 'only deliveries on this channel').choices(CHANNEL_NAMES);
}

function channelOf(name: string | undefined): Channel | null {
  return name === undefined ? null : (name.toUpperCase() as Channel);
}

/** Reads the id of a delivery. Ids are bigint, but every id with at most 15 digits fits into a number. */
function deliveryId(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text))
    throw new InvalidArgumentError(`must be the number of a delivery, not "${text}"`);
  return Number(text);
}

function eachDelivery(text: string, before: number[] = []): number[] {
  return [...before, deliveryId(text)];
}
