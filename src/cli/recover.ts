// `ihc recover`: lists and exports the changes that were confirmed to callers and that the database has lost.

import type { Command } from 'commander';
import type { Operation } from '../context.ts';
import { accept } from '../kernel/refusal.ts';
import { type LostThing, listDecidedAfterLoss, listLost } from '../operations/recovery/list-lost.usecase.ts';
import { EXIT, type Runner } from './run.ts';
import { count, table } from './terminal.ts';

interface RecoverOptions {
  journal?: string[];
}

const JOURNAL = '--journal <folder...>';
const JOURNAL_TEXT = 'folders with journals, also of other nodes (default: IHC_JOURNAL_DIR)';

export function addRecoverCommands(program: Command, runner: Runner): void {
  const recover = program
    .command('recover')
    .description('bookings that callers were told of and the database has lost');
  recover
    .command('list')
    .description('list what is lost: bookings, changes, cancellations, and messages to be sent again')
    .option(JOURNAL, JOURNAL_TEXT)
    .addHelpText(
      'after',
      `
It reads the journals of the nodes, and what processes remembered. Bookings that a partner has sent again are left out.
Journals are kept for 24 h. A second table shows the changes that were decided after the loss and before the halt.
Exit codes: 0 nothing is lost, 1 something is, 2 it could not run.

Example:
  ihc recover list --journal /var/lib/ihc/journal /tmp/journal-of-node-b`,
    )
    .action(
      runner.action<RecoverOptions, []>(async ({ operation, options }) => {
        const lost = await lostThings(operation, options);
        const decided = await listDecidedAfterLoss(operation);
        const decidedText =
          decided.length === 0
            ? ''
            : `\n\nDecided after the loss and before the halt. These are in the database:\n${table(decided.map(lineOf), '')}`;
        return accept({
          data: { lost: lost.map(fieldsOf), decided_after_loss: decided.map(fieldsOf) },
          text: `${table(lost.map(lineOf), 'nothing is lost')}\n\n${count(lost.length, 'response')} lost${decidedText}`,
          code: lost.length === 0 ? EXIT.done : EXIT.declined,
        });
      }),
    );
  recover
    .command('export')
    .description('print what is lost as CSV, or as JSON with --json')
    .option(JOURNAL, JOURNAL_TEXT)
    .addHelpText('after', '\nExample:\n  ihc recover export > lost.csv')
    .action(
      runner.action<RecoverOptions, []>(async ({ operation, options }) => {
        const rows = (await lostThings(operation, options)).map(fieldsOf);
        return accept({ data: rows, text: csvOf(rows) });
      }),
    );
}

function lostThings(operation: Operation, { journal }: RecoverOptions): Promise<LostThing[]> {
  return listLost(operation, journal ?? operation.journals);
}

function lineOf({ at, kind, hotel, partner, message, who, booking }: LostThing) {
  return {
    time: at,
    what: kind,
    partner: partner ?? who ?? '',
    hotel: hotel ?? '',
    voucher: booking?.voucher ?? '',
    stay: booking === null ? '' : `${booking.checkIn} to ${booking.checkOut}`,
    total: booking === null ? '' : `${booking.total} ${booking.currency}`,
    guest: booking === null ? '' : `${booking.guest} ${booking.phone ?? ''}`,
    message: message ?? '',
  };
}

const COLUMNS = [
  ...['at', 'kind', 'partner', 'operator', 'hotel_id', 'hotel_phone', 'booking_id', 'voucher_id', 'status'],
  ...['revision', 'check_in', 'check_out', 'rooms', 'total', 'currency', 'guest', 'phone', 'email'],
  ...['channel_reference', 'idempotency_key', 'message_id'],
] as const;

function fieldsOf({ at, kind, hotel, partner, key, message, who, booking }: LostThing) {
  const row: Record<(typeof COLUMNS)[number], string | number | null> = {
    ...{ at, kind, partner, operator: who, hotel_id: hotel, hotel_phone: booking?.hotelPhone ?? null },
    ...{
      booking_id: booking?.id ?? null,
      voucher_id: booking?.voucher ?? null,
      status: booking?.status ?? null,
    },
    ...{ revision: booking?.revision ?? null, check_in: booking?.checkIn ?? null },
    ...{ check_out: booking?.checkOut ?? null, rooms: booking?.rooms ?? null, total: booking?.total ?? null },
    ...{ currency: booking?.currency ?? null, guest: booking?.guest ?? null, phone: booking?.phone ?? null },
    ...{ email: booking?.email ?? null, channel_reference: booking?.reference ?? null },
    ...{ idempotency_key: key, message_id: message },
  };
  return row;
}

function csvOf(rows: ReturnType<typeof fieldsOf>[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  return [COLUMNS.join(','), ...lines].join('\n');
}

/**
 * Writes a cell of a CSV file. The apostrophe at the beginning prevents a spreadsheet from executing a guest's name as
 * a formula.
 */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && !/^\+[0-9 ]+$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
