// `ihc supplier`: manages hotel systems, and the hotels that each system may change.

import type { Command } from 'commander';
import {
  changeSuppliedHotels,
  limitSupplier,
  resumeSupplier,
  suspendSupplier,
} from '../domain/partners/change-supplier.usecase.ts';
import { createSupplier } from '../domain/partners/create-supplier.usecase.ts';
import { readSuppliers, type SupplierRow } from '../domain/partners/operate-suppliers.store.ts';
import { noSupplier } from '../domain/partners/partner-rules.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import { eachOf, numberOrUsual } from './parameters.ts';
import type { Runner, Shown } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

export function addSupplierCommands(program: Command, runner: Runner): void {
  const supplier = program
    .command('supplier')
    .description('suppliers: hotel systems that push rooms and prices and read reservations');
  supplier
    .command('create')
    .description('create a supplier for one or more hotels; it can call only after `ihc key issue`')
    .argument('<client-id>', 'what the system sends in X-Client-Id')
    .requiredOption('--name <name>', 'the name of the system and of its owner, shown in audits')
    .requiredOption('--hotel <id>', 'a hotel of the supplier, public id or uuid; may be repeated', eachOf)
    .option('--partner <client-id>', 'only in sandbox: the partner whose bookings the supplier reads')
    .option('--dry-run', 'show what would be created, and change nothing')
    .addHelpText(
      'after',
      '\nExample:\n  ihc supplier create palm-pms --name "Palm Hotel, Opera" --hotel HTL-2026-0101',
    )
    .action(
      runner.action<{ name: string; hotel: string[]; partner?: string }>(
        async ({ operation, options }, clientId) => {
          const { name, hotel: hotels, partner = null, dryRun = false } = options;
          return shown(await createSupplier(operation, { clientId, name, hotels, partner }, dryRun));
        },
      ),
    );
  supplier
    .command('list')
    .description('list all suppliers')
    .action(
      runner.action(async ({ operation }) => {
        const suppliers = await readSuppliers(operation.pool, null);
        return accept({
          data: suppliers.map(supplierData),
          text: table(suppliers.map(supplierLine), 'no suppliers'),
        });
      }),
    );
  supplier
    .command('show')
    .description('show one supplier and its hotels')
    .argument('<client-id>')
    .action(
      runner.action(async ({ operation }, clientId) => {
        const [found] = await readSuppliers(operation.pool, clientId);
        return shown(found === undefined ? decline(noSupplier(clientId)) : accept(found));
      }),
    );
  supplier
    .command('hotels')
    .description('add hotels to a supplier, or remove them')
    .argument('<client-id>')
    .option('--add <id>', 'a hotel, public id or uuid; may be repeated', eachOf, [])
    .option('--remove <id>', 'a hotel, public id or uuid; may be repeated', eachOf, [])
    .option('--dry-run', 'show the hotels as they would be, and change nothing')
    .addHelpText(
      'after',
      '\nExample:\n  ihc supplier hotels palm-pms --add HTL-2026-0102 --remove HTL-2026-0101',
    )
    .action(
      runner.action<{ add: string[]; remove: string[] }>(async ({ operation, options }, clientId) => {
        const { add, remove, dryRun = false } = options;
        if (add.length === 0 && remove.length === 0) return decline('hotels: give --add or --remove');
        return shown(await changeSuppliedHotels(operation, clientId, { add, remove }, dryRun));
      }),
    );
  supplier
    .command('suspend')
    .description('refuse every request of a supplier, until `ihc supplier resume`')
    .argument('<client-id>')
    .action(
      runner.action(async ({ operation }, clientId) => shown(await suspendSupplier(operation, clientId))),
    );
  supplier
    .command('resume')
    .description('accept the requests of a suspended supplier again')
    .argument('<client-id>')
    .action(
      runner.action(async ({ operation }, clientId) => shown(await resumeSupplier(operation, clientId))),
    );
  supplier
    .command('limit')
    .description('set how many requests per minute a supplier may make for each of its hotels')
    .argument('<client-id>')
    .argument('<requests>', 'a number, or usual', numberOrUsual)
    .addHelpText(
      'after',
      '\nExample:\n  ihc supplier limit palm-pms 120\n  ihc supplier limit palm-pms usual',
    )
    .action(
      runner.action<object, [string, number | 'usual']>(async ({ operation }, clientId, requests) =>
        shown(await limitSupplier(operation, clientId, requests === 'usual' ? null : requests)),
      ),
    );
}

function shown(outcome: Outcome<SupplierRow, Declined>): Outcome<Shown, Declined> {
  if (!outcome.ok) return outcome;
  const { hotels } = outcome.value;
  const list = table(
    hotels.map(({ publicId, name }) => ({ hotel: publicId, name })),
    'no hotels',
  );
  return accept({
    data: supplierData(outcome.value),
    text: `${fields(supplierLine(outcome.value))}\n\n${list}`,
  });
}

function supplierData(supplier: SupplierRow) {
  return {
    client_id: supplier.clientId,
    name: supplier.name,
    status: supplier.suspendedAt === null ? 'ACTIVE' : 'SUSPENDED',
    suspended_at: supplier.suspendedAt,
    limit_per_minute: supplier.limitPerMinute,
    hotels: supplier.hotels.map(({ publicId }) => publicId),
    active_keys: supplier.activeKeys,
    last_used_at: supplier.lastUsedAt,
    created_at: supplier.createdAt,
  };
}

function supplierLine(supplier: SupplierRow) {
  return {
    supplier: supplier.clientId,
    name: supplier.name,
    status: supplier.suspendedAt === null ? 'ACTIVE' : `SUSPENDED since ${shownTime(supplier.suspendedAt)}`,
    limit: supplier.limitPerMinute ?? 'usual',
    hotels: supplier.hotels.length,
    keys: supplier.activeKeys,
    'last used': shownTime(supplier.lastUsedAt),
  };
}
