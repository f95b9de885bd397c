// Writes one imported hotel in its own transaction.

import { randomUUID } from 'node:crypto';
import type { Operation } from '../../context.ts';
import type { OfferedHotel } from '../../domain/offers/offer-change.ts';
import { readSeasons } from '../../domain/offers/seasons.store.ts';
import type { Day } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import {
  checkAgainstStored,
  compareHotel,
  type HotelChanges,
  isUnchanged,
  type RowChange,
} from './compare-hotel.ts';
import type { HotelFile } from './hotel-file.schema.ts';
import {
  activatePlans,
  lockHotel,
  readHotelRows,
  readIdOwners,
  readLockNumber,
  type StoredHotel,
  writeHotelChanges,
} from './hotel-rows.store.ts';
import { type HotelRows, type PlanRow, rowsOf } from './hotel-rows.ts';
import type { HotelToImport } from './prepare-import.usecase.ts';
import { idsOf } from './read-hotel-file.ts';

export interface WrittenHotel {
  /** Null in a dry run for a hotel that does not exist. */
  hotel: OfferedHotel | null;
  /** All rows of the hotel with their ids, including rows that are no longer active. */
  rows: HotelRows;
  /** The rows before the import. */
  stored: HotelRows;
  /** Null if the hotel occurs only in CSV files. */
  changes: HotelChanges | null;
  /** Rate plans that must not be sold before their day prices are written. */
  waiting: string[];
}

export interface WriteOptions {
  dryRun: boolean;
  action: string;
  /** True if the import writes nights and prices after the hotel. */
  hasLines: boolean;
}

/**
 * Writes the data of one hotel from a hotel file. The transaction locks the hotel, so that the desk decides no booking
 * of the hotel at the same time.
 */
export async function writeHotel(
  operation: Operation,
  { publicId, file, lockNumber }: HotelToImport,
  options: WriteOptions,
): Promise<Outcome<WrittenHotel, Declined>> {
  return commitUnless(options.dryRun, operation.pool, async (tx) => {
    if (lockNumber !== null) await lockHotel(tx, lockNumber);
    const [stored = null] = await readHotelRows(tx, [publicId]);
    if (file === null)
      return stored === null ? decline(`${publicId}: the hotel no longer exists`) : accept(asItIs(stored));
    const problems = checkAgainstStored(
      file,
      stored,
      await readIdOwners(
        tx,
        idsOf(file).map(({ id }) => id),
      ),
    );
    if (problems.length > 0)
      return decline(...problems.map(({ path, message }) => `${publicId}${path}: ${message}`));
    return accept(await write(tx, operation, file, stored, options));
  });
}

async function write(
  tx: Transaction,
  { who, today }: Operation,
  file: HotelFile,
  stored: StoredHotel | null,
  { dryRun, action, hasLines }: WriteOptions,
): Promise<WrittenHotel> {
  const wanted = rowsOf(file, stored, randomUUID);
  const changes = compareHotel(wanted, stored);
  const waits = hasLines || (await hasCurrentSeasons(tx, file.publicId, today()));
  const waiting = waits && !dryRun ? changes.plans.filter(beginsToSell) : [];
  if (!isUnchanged(changes)) {
    const held = new Set(waiting);
    await writeHotelChanges(tx, {
      ...changes,
      plans: changes.plans.map((change) => (held.has(change) ? withoutSale(change) : change)),
    });
    await recordOperatorChanges(tx, [{ who, action, subject: file.publicId, ...audited(changes) }]);
  }
  const isThere = stored !== null || !dryRun;
  const lockNumber = stored?.lockNumber ?? (await readLockNumber(tx, wanted.hotel.id));
  return {
    hotel: isThere ? { id: idOf(wanted.hotel.id), publicId: file.publicId, lockNumber } : null,
    rows: {
      hotel: wanted.hotel,
      policies: changes.policies.map(({ row }) => row),
      roomTypes: together(wanted.roomTypes, stored?.roomTypes),
      plans: together(wanted.plans, stored?.plans),
    },
    stored: stored ?? { hotel: wanted.hotel, policies: [], roomTypes: [], plans: [] },
    changes,
    waiting: waiting.map(({ row }) => row.id),
  };
}

/** Returns true if the hotel has a season that is not over. */
async function hasCurrentSeasons(database: Queryable, publicId: string, today: Day): Promise<boolean> {
  return (await readSeasons(database, [publicId], today)).some(({ isOver }) => !isOver);
}

/** Starts the sale of the rate plans that had to wait for their day prices. */
export async function startSelling(
  operation: Operation,
  { hotel, waiting }: Pick<WrittenHotel, 'hotel' | 'waiting'>,
): Promise<void> {
  if (waiting.length === 0 || hotel === null) return;
  await commitUnless(false, operation.pool, async (tx) => {
    await lockHotel(tx, hotel.lockNumber);
    await activatePlans(tx, waiting);
    return accept(null);
  });
}

function asItIs(stored: StoredHotel): WrittenHotel {
  const { id, public_id: publicId } = stored.hotel;
  const hotel = { id: idOf<OfferedHotel['id']>(id), publicId, lockNumber: stored.lockNumber };
  return { hotel, rows: stored, stored, changes: null, waiting: [] };
}

/**
 * Returns whether a rate plan would be on sale as soon as it is written. If nights are already open, such a plan would
 * be sold at its usual price until its day prices are written.
 */
function beginsToSell({ effect, before, row }: RowChange<PlanRow>): boolean {
  return row.active && (effect === 'created' || before?.active === false);
}

function withoutSale(change: RowChange<PlanRow>): RowChange<PlanRow> {
  return { ...change, row: { ...change.row, active: false } };
}

function together<Row extends { id: string }>(wanted: Row[], stored: Row[] | undefined): Row[] {
  const ids = new Set(wanted.map((row) => row.id));
  return [...wanted, ...(stored ?? []).filter((row) => !ids.has(row.id))];
}

/** Returns the changed columns of each row, by code. */
function audited(changes: HotelChanges): { before: unknown; after: unknown } {
  const side = (name: 'before' | 'after') => ({
    ...changes.hotel[name],
    ...section('cancellation_policies', changes.policies, name),
    ...section('room_types', changes.roomTypes, name),
    ...section('rate_plans', changes.plans, name),
  });
  return { before: changes.hotel.effect === 'created' ? null : side('before'), after: side('after') };
}

function section<Row>(title: string, changes: RowChange<Row>[], name: 'before' | 'after'): object {
  const different = changes.filter(({ effect }) => effect !== 'unchanged');
  if (different.length === 0) return {};
  return { [title]: Object.fromEntries(different.map((change) => [change.key, change[name]])) };
}
