// `ihc contract`: sets, lists and ends contracts. A contract allows a partner to see or book a hotel, on given terms.

import type { Command } from 'commander';
import { readContractFile } from '../domain/partners/contract-file.ts';
import {
  CONTRACT_COLUMNS,
  type ContractColumn,
  type ContractLine,
  type ContractTerms,
  contractData,
} from '../domain/partners/contract-lines.ts';
import {
  type ContractChange,
  endContract,
  listContracts,
  setContracts,
} from '../domain/partners/set-contracts.usecase.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { percentOf } from '../kernel/money.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import { readWithin } from '../operations/hotel-files/read-text-file.usecase.ts';
import { changesText } from './changes-text.ts';
import { date } from './parameters.ts';
import type { Runner, Shown } from './run.ts';
import { fields, table } from './terminal.ts';

const MOST_FILE_BYTES = 10_000_000;

interface SetOptions {
  partner?: string;
  hotel?: string;
  commission?: string;
  permissions?: string;
  collectedBy?: string;
  from?: string;
  until?: string;
  csv?: string;
}

export function addContractCommands(program: Command, runner: Runner): void {
  const contract = program
    .command('contract')
    .description('contracts: which hotels a partner may see and book, and under which terms');
  contract
    .command('set')
    .description('set the contract of a partner and a hotel, or those of a CSV file, all or none')
    .option('--partner <client-id>')
    .option('--hotel <id>', 'public id or uuid')
    .option('--commission <percent>', '0 to 100, with at most two decimals')
    .option('--permissions <list>', 'view, book or both, such as view,book')
    .option('--collected-by <who>', 'who collects the money of the guest: partner or hotel')
    .option('--from <date>', 'the first day, in Baghdad')
    .option('--until <date>', 'the last day, in Baghdad (default: no end)')
    .option('--csv <file>', `a file with the columns ${CONTRACT_COLUMNS.join()}`)
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      `
A contract is replaced whole: what is not given is not kept. In a CSV cell, permissions are separated by a space, + or |.

Examples:
  ihc contract set --partner acme --hotel HTL-2026-0001 --commission 12.5 --permissions view,book \\
    --collected-by partner --from 2026-12-01
  ihc contract set --csv contracts.csv --dry-run`,
    )
    .action(
      runner.action<SetOptions, []>(async ({ operation, options }) => {
        const lines = options.csv === undefined ? readOptions(options) : await readFileLines(options);
        if (!lines.ok) return lines;
        const changes = await setContracts(operation, lines.value, options.dryRun ?? false);
        return changes.ok ? accept(shownChanges(changes.value)) : changes;
      }),
    );
  contract
    .command('list')
    .description('list contracts')
    .option('--partner <client-id>', 'only those of this partner')
    .option('--hotel <id>', 'only those of this hotel: public id or uuid')
    .action(
      runner.action<{ partner?: string; hotel?: string }, []>(async ({ operation, options }) => {
        const { partner = null, hotel = null } = options;
        const contracts = await listContracts(operation, partner, hotel);
        if (!contracts.ok) return contracts;
        const today = formatDay(operation.today());
        return accept({
          data: contracts.value.map((one) => ({
            partner: one.partner.clientId,
            ...contractData(one),
            hotel_name: one.hotelName,
            state: stateOf(one, today),
          })),
          text: table(
            contracts.value.map((one) => ({ ...contractLine(one), state: stateOf(one, today) })),
            'no contracts',
          ),
        });
      }),
    );
  contract
    .command('end')
    .description('end a contract: the partner can still read and cancel its bookings')
    .requiredOption('--partner <client-id>')
    .requiredOption('--hotel <id>', 'public id or uuid')
    .option('--on <date>', 'the last day, in Baghdad (default: today)', date)
    .addHelpText(
      'after',
      '\nExample:\n  ihc contract end --partner acme --hotel HTL-2026-0001 --on 2026-12-31',
    )
    .action(
      runner.action<{ partner: string; hotel: string; on?: Day }, []>(async ({ operation, options }) => {
        const lastDay = options.on ?? operation.today();
        const ended = await endContract(operation, options.partner, options.hotel, lastDay);
        if (!ended.ok) return ended;
        const { after } = ended.value;
        return accept({
          data: { partner: after.partner.clientId, ...contractData(after) },
          text: fields(contractLine(after)),
        });
      }),
    );
}

/** Reads one contract from options. `--until` is optional. */
function readOptions(options: SetOptions): Outcome<ContractLine[], Declined> {
  const given: Partial<Record<ContractColumn, string | undefined>> = {
    ...options,
    collected_by: options.collectedBy,
  };
  const missing = CONTRACT_COLUMNS.filter((column) => column !== 'until' && given[column] === undefined);
  if (missing.length > 0) return decline(`give ${missing.map(optionOf).join(', ')}, or --csv with a file`);
  const cells = Object.fromEntries(CONTRACT_COLUMNS.map((column) => [column, given[column]?.trim() ?? '']));
  return accept([{ cells: cells as ContractLine['cells'], place: optionOf }]);
}

async function readFileLines(options: SetOptions): Promise<Outcome<ContractLine[], Declined>> {
  const file = options.csv!;
  const others = CONTRACT_COLUMNS.filter((column) =>
    column === 'collected_by' ? options.collectedBy !== undefined : options[column] !== undefined,
  );
  if (others.length > 0)
    return decline(`give either --csv or single options, not both: ${others.map(optionOf).join(', ')}`);
  try {
    const bytes = await readWithin(file, MOST_FILE_BYTES);
    if (bytes === null) return decline(`${file}: has more than ${MOST_FILE_BYTES} bytes, which is the limit`);
    return readContractFile(bytes);
  } catch (error) {
    return decline(`${file}: cannot be read: ${(error as Error).message}`);
  }
}

function optionOf(column: ContractColumn): string {
  return `--${column.replace('_', '-')}`;
}

function shownChanges(changes: ContractChange[]): Shown {
  const kindOf = ({ before, isChanged }: ContractChange) =>
    before === null ? 'NEW' : isChanged ? 'CHANGED' : 'UNCHANGED';
  const changed = changes.filter(({ isChanged }) => isChanged);
  const count = (kind: string) => changes.filter((change) => kindOf(change) === kind).length;
  const summary = `${count('NEW')} new, ${count('CHANGED')} changed, ${count('UNCHANGED')} unchanged`;
  const rows = changed.map((change) => ({ ...contractLine(change.after), change: kindOf(change) }));
  return {
    data: changes.map((change) => ({
      partner: change.after.partner.clientId,
      ...contractData(change.after),
      change: kindOf(change),
      before: change.before === null ? null : contractData(change.before),
    })),
    text: changesText(rows, summary),
  };
}

function contractLine(contract: ContractTerms) {
  return {
    partner: contract.partner.clientId,
    hotel: contract.hotel.publicId,
    commission: `${percentOf(contract.commissionBasisPoints)} %`,
    permissions: contract.permissions.join(),
    'collected by': contract.collectedBy,
    from: contract.validFrom,
    until: contract.validUntil,
  };
}

function stateOf({ validFrom, validUntil }: ContractTerms, today: string): string {
  if (today < validFrom) return 'FUTURE';
  return validUntil !== null && validUntil < today ? 'ENDED' : 'IN_FORCE';
}
