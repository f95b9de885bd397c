// Creates the desk of a process from its database, memory, secrets and log.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { applyChanges, changesOf } from '../desk/apply-batch.ts';
import { Desk } from '../desk/desk.ts';
import type { DeskObserver } from '../desk/desk-observer.ts';
import type { DeskEvent, DeskTools } from '../desk/one-desk/options.ts';
import type { BatchResult } from '../desk/run-batch.ts';
import type { Tenure } from '../desk/tenure.ts';
import { type Command, requestIdOf } from '../domain/booking/command.ts';
import type { WriteResponse } from '../domain/booking/decided.ts';
import type { QuoteBook } from '../domain/pricing/quote-book.ts';
import { describeFault } from '../http/common/error-model.ts';
import { formatDay } from '../kernel/day.ts';
import { stageBooking } from '../sandbox/scenarios.ts';
import type { ChangeFeed } from '../snapshot/change-feed.ts';
import type { ServiceOptions } from './service-options.ts';

export type DeskSettings = Pick<ServiceOptions, 'config' | 'log' | 'clockShift' | 'desk'>;

/** Number of batches that run at the same time. */
export const DESK_LANES = 2;

export interface DeskParts {
  pool: pg.Pool;
  /** The memory of this process. Null if the process serves no reads. */
  feed: ChangeFeed | null;
  quoteBook: QuoteBook;
  write: WriteResponse;
  tenure: Tenure | null;
  tools: DeskTools;
  observer: DeskObserver | null;
  /** Called when this desk has committed a batch. It returns without waiting. */
  onBatch: (result: BatchResult) => void;
}

export function createDesk(options: DeskSettings, parts: DeskParts): Desk {
  const { config, log } = options;
  const { pool, feed, quoteBook, write, tenure, tools, observer, onBatch } = parts;
  return new Desk({
    pool,
    tenure,
    findQuotes: (stay, now, namedId) => quoteBook.find(stay, now, namedId),
    clockShift: options.clockShift ?? (() => 0),
    lanes: DESK_LANES,
    batchLimit: 256,
    queueLimit: 10_000,
    waitLimitMilliseconds: 10_000,
    // The server closes a connection on which no data arrives for 60 s. The limit is lower, because the desk also needs
    // time to execute the message after the wait.
    offerWaitLimitMilliseconds: 40_000,
    updatesLimit: 200_000,
    queue: true,
    protections: { lock: true, guard: true },
    write,
    stageBooking: config.environment === 'sandbox' ? stageBooking : (state) => state,
    newBatchId: randomUUID,
    onDecided: () => {},
    observer,
    onFault: (error, command) => logDeskFault(log, error, command),
    onCommitted: (result) => {
      feed?.hasReached(result.state.databaseNow);
      for (const one of result.state.reception.notHonoured) {
        observer?.notHonoured();
        log.warn(
          {
            hotel: one.hotel.publicId,
            booking_id: one.booking.id,
            voucher_id: one.booking.voucherId,
            check_in: formatDay(one.booking.stay.checkIn),
            reported_by: one.command.client.name,
          },
          'a hotel cannot honour a booking: its guest needs another room',
        );
      }
      const changes = changesOf(result);
      if (changes !== null && feed !== null) applyChanges(feed.snapshot, changes);
      if (changes !== null) tools.publish(changes);
      onBatch(result);
    },
    completeUntil: tools.completeUntil,
    hasMoved: tools.hasMoved,
    ...options.desk,
  });
}

export function logDeskEvent(log: Logger, event: DeskEvent): void {
  if (event.kind === 'taken') log.info({ epoch: event.epoch }, 'this process is the desk');
  else if (event.kind === 'lost') log.warn({ reason: event.reason }, 'this process is no longer the desk');
  else if (event.kind === 'linked')
    log.info({ epoch: event.epoch, address: event.address }, 'linked to the desk');
  else if (event.kind === 'unlinked') {
    const { address, host, reason } = event;
    log.warn({ address, host, reason }, 'the desk cannot be reached');
  } else if (event.kind === 'lost batches') {
    const { missing, isHalted } = event;
    log.error({ code: 'DATA_LOST', missing, halted: isHalted }, 'the database has lost commits');
  } else if (event.kind === 'halted')
    log.error({ code: 'DATA_LOST', missing: event.missing }, 'bookings are halted: see ihc recover list');
  else if (event.kind === 'resumed') log.info('bookings are no longer halted');
  else if (event.kind === 'another database')
    log.warn({ batches: event.batches }, 'this is another database than before, so nothing is compared');
  else logDeskFault(log, event.error, event.command);
}

function logDeskFault(log: Logger, error: unknown, command: Command): void {
  log.error(
    { command: command.kind, request_id: requestIdOf(command), err: describeFault(error) },
    'the desk failed',
  );
}
