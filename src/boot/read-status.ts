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

/** If the desk sends no heartbeat for this long, another process becomes the desk. */
const ALIVE_MILLISECONDS = 3_000;
/** If a process has not written its row for this long, it is shown as lost. A process writes its row every 2 s. */
const LOST_MILLISECONDS = 10_000;

export interface ServiceStatus {
  environment: Environment;
  schemaVersion: number;
  databaseBytes: number;
  desk: DeskStatus & { isAlive: boolean };
  /** Null when no desk is alive, or when the process of an operator's command is the desk. */
  commandsWaiting: number | null;
  batches: BatchFacts;
  /** `bookingsSince` is the number of bookings that were made today, by Baghdad time. */
  ledger: LedgerFacts;
  processes: (SeenProcess & { isLost: boolean })[];
}

/** Reads the state of the service from the database. */
export async function readStatus({ pool, environment, today }: Operation): Promise<ServiceStatus> {
  const desk = await readDeskStatus(pool);
  const isAlive = desk.isLocked && desk.silentFor !== null && desk.silentFor < ALIVE_MILLISECONDS;
  const seen = await readProcesses(pool);
  // `processes.is_desk` may be out of date, because a process may have written its row before another process became
  // the desk. The table `desk` is current.
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
