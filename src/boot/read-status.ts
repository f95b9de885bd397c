// Reads what `ihc status` shows: processes, desk, batches, ledgers, size of the database.

import type { Operation } from '../context.ts';
import { type DeskStatus, readDeskStatus } from '../desk/one-desk/election.store.ts';
import { instantInBaghdad } from '../kernel/day.ts';
import type { Environment } from '../kernel/environment.ts';
import { schemaVersion } from '../platform/db/migrate.ts';
import { readProcesses, type SeenProcess } from './presence.store.ts';
import {
  type BatchFacts,
  type LedgerFacts,
  readBatchFacts,
  readDatabaseSize,
  readLedgerFacts,
} from './status.store.ts';

/** Another process takes over from a desk that is silent for this long. */
const ALIVE_MILLISECONDS = 3_000;
/** A process writes its row every 2 s. */
const LOST_MILLISECONDS = 10_000;

export interface ServiceStatus {
  environment: Environment;
  schemaVersion: number;
  databaseBytes: number;
  desk: DeskStatus & { isAlive: boolean };
  /** Null when no desk is alive, or when the desk is a command of an operator. */
  commandsWaiting: number | null;
  batches: BatchFacts;
  /** `bookingsSince` is the number of bookings that were made today, by Baghdad time. */
  ledger: LedgerFacts;
  processes: (SeenProcess & { isLost: boolean })[];
}

/** Reads which processes use this database now. */
export async function readStatus({ pool, environment, today }: Operation): Promise<ServiceStatus> {
  const desk = await readDeskStatus(pool);
  const isAlive = desk.isLocked && desk.silentFor !== null && desk.silentFor < ALIVE_MILLISECONDS;
  const seen = await readProcesses(pool);
  // `processes.is_desk` may be old: the process may have written its row before a takeover. The table `desk` is current.
  const isDesk = ({ process }: SeenProcess) => isAlive && process === desk.process;
  return {
    environment,
    schemaVersion: await schemaVersion(pool),
    databaseBytes: await readDatabaseSize(pool),
    desk: { ...desk, isAlive },
    commandsWaiting: seen.find(isDesk)?.waiting ?? null,
    batches: await readBatchFacts(pool),
    ledger: await readLedgerFacts(pool, instantInBaghdad(today(), '00:00')),
    processes: seen.map((one) => ({
      ...one,
      isDesk: isDesk(one),
      isLost: one.seenFor > LOST_MILLISECONDS,
    })),
  };
}
