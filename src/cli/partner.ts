// `ihc partner`: creates, lists, suspends and limits partners.

import type { Command } from 'commander';
import { limitPartner, resumePartner, suspendPartner } from '../domain/partners/change-partner.usecase.ts';
import { createPartner } from '../domain/partners/create-partner.usecase.ts';
import { type PartnerRow, readPartners } from '../domain/partners/operate-partners.store.ts';
import { type Limits, noPartner } from '../domain/partners/partner-rules.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import { numberOrUsual, wholeNumber } from './parameters.ts';
import type { Runner, Shown } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

export function addPartnerCommands(program: Command, runner: Runner): void {
  const partner = program.command('partner').description('partners: who may call the API');
  partner
    .command('create')
    .description(
      'create a partner; it can call only after `ihc key issue` and sees hotels after `ihc contract set`',
    )
    .argument('<client-id>', 'what the partner sends in X-Client-Id')
    .requiredOption('--name <name>', "the company's name, shown in audits")
    .option('--limit <requests>', 'looks per minute, if not the usual limit', wholeNumber)
    .option('--booking-limit <requests>', 'booking requests per minute, if not the usual limit', wholeNumber)
    .addHelpText('after', '\nExample:\n  ihc partner create acme --name "Acme Travel" --limit 300')
    .action(
      runner.action<{ name: string; limit?: number; bookingLimit?: number }>(
        async ({ operation, options }, clientId) =>
          shown(
            await createPartner(operation, {
              clientId: clientId,
              name: options.name,
              rateLimitPerMinute: options.limit ?? null,
              bookingLimitPerMinute: options.bookingLimit ?? null,
            }),
          ),
      ),
    );
  partner
    .command('list')
    .description('list all partners')
    .action(
      runner.action(async ({ operation }) => {
        const partners = await readPartners(operation.pool, null);
        return accept({
          data: partners.map(partnerData),
          text: table(partners.map(partnerLine), 'no partners'),
        });
      }),
    );
  partner
    .command('show')
    .description('show one partner')
    .argument('<client-id>')
    .action(
      runner.action(async ({ operation }, clientId) => {
        const [found] = await readPartners(operation.pool, clientId);
        return shown(found === undefined ? decline(noPartner(clientId)) : accept(found));
      }),
    );
  partner
    .command('suspend')
    .description('refuse every call of a partner, until `ihc partner resume`')
    .argument('<client-id>')
    .action(
      runner.action(async ({ operation }, clientId) => shown(await suspendPartner(operation, clientId))),
    );
  partner
    .command('resume')
    .description('accept the calls of a suspended partner again')
    .argument('<client-id>')
    .action(
      runner.action(async ({ operation }, clientId) => shown(await resumePartner(operation, clientId))),
    );
  partner
    .command('limit')
    .description(
      'set how many requests per minute a partner may make: looks, and booking requests (prebook, book, read, modify, cancel)',
    )
    .argument('<client-id>')
    .argument('[requests]', 'a number of looks, or usual for both limits of the service', numberOrUsual)
    .option('--looks <requests>', 'a number, or usual', numberOrUsual)
    .option('--bookings <requests>', 'a number, or usual', numberOrUsual)
    .addHelpText(
      'after',
      '\nExample:\n  ihc partner limit acme --looks 600 --bookings 300\n  ihc partner limit acme --bookings usual\n  ihc partner limit acme usual',
    )
    .action(
      runner.action<LimitOptions, [string, GivenLimit | undefined]>(
        async ({ operation, options }, clientId, requests) => {
          const limits = limitsOf(requests, options);
          return limits.ok ? shown(await limitPartner(operation, clientId, limits.value)) : limits;
        },
      ),
    );
}

type GivenLimit = number | 'usual';

interface LimitOptions {
  looks?: GivenLimit;
  bookings?: GivenLimit;
}

/**
 * Returns the limits that the command sets. A number without an option sets the limit of `looks`, because there was
 * once only one limit, and old scripts still pass it in this way.
 */
function limitsOf(
  requests: GivenLimit | undefined,
  { looks, bookings }: LimitOptions,
): Outcome<Partial<Limits>, Declined> {
  const hasOptions = looks !== undefined || bookings !== undefined;
  if (requests !== undefined && hasOptions)
    return decline('limit: give a number or usual, or the options --looks and --bookings, not both');
  if (requests === 'usual') return accept({ rateLimitPerMinute: null, bookingLimitPerMinute: null });
  if (requests !== undefined) return accept({ rateLimitPerMinute: requests });
  if (!hasOptions) return decline('limit: give --looks, --bookings, or usual');
  return accept({
    ...(looks !== undefined && { rateLimitPerMinute: limitOf(looks) }),
    ...(bookings !== undefined && { bookingLimitPerMinute: limitOf(bookings) }),
  });
}

function limitOf(given: GivenLimit): number | null {
  return given === 'usual' ? null : given;
}

function shown(outcome: Outcome<PartnerRow, Declined>): Outcome<Shown, Declined> {
  return outcome.ok
    ? accept({ data: partnerData(outcome.value), text: fields(partnerLine(outcome.value)) })
    : outcome;
}

function partnerData(partner: PartnerRow) {
  return {
    client_id: partner.clientId,
    name: partner.name,
    status: partner.suspendedAt === null ? 'ACTIVE' : 'SUSPENDED',
    suspended_at: partner.suspendedAt,
    rate_limit_per_minute: partner.rateLimitPerMinute,
    booking_limit_per_minute: partner.bookingLimitPerMinute,
    active_keys: partner.activeKeys,
    contracts: partner.contracts,
    last_used_at: partner.lastUsedAt,
    created_at: partner.createdAt,
  };
}

function partnerLine(partner: PartnerRow) {
  return {
    partner: partner.clientId,
    name: partner.name,
    status: partner.suspendedAt === null ? 'ACTIVE' : `SUSPENDED since ${shownTime(partner.suspendedAt)}`,
    limit: partner.rateLimitPerMinute ?? 'usual',
    'booking limit': partner.bookingLimitPerMinute ?? 'usual',
    keys: partner.activeKeys,
    contracts: partner.contracts,
    'last used': shownTime(partner.lastUsedAt),
  };
}
