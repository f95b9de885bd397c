// Gives a service access to the desk. The desk is in this process, or in another process that is reached over a link.

import type { Context } from '../context.ts';
import { applyChanges } from '../desk/apply-batch.ts';
import type { DeskAccess } from '../desk/one-desk/desk-access.ts';
import { readEpoch } from '../desk/one-desk/election.store.ts';
import { OneDesk } from '../desk/one-desk/one-desk.ts';
import type { BatchResult } from '../desk/run-batch.ts';
import { linksFor } from '../domain/vouchers/voucher-qr.ts';
import { responseWriter } from '../http/partner/bookings/write-response.ts';
import { decidedReservationView } from '../http/supply/reservation.view.ts';
import { signingKeysOf } from '../platform/secrets/accepted-secrets.ts';
import { createDesk, logDeskEvent } from './create-desk.ts';
import type { Resources } from './open-resources.ts';
import { readWitnesses } from './presence.store.ts';
import type { OpenDesk, ServiceOptions } from './service-options.ts';

type AccessParts = Pick<Context, 'now' | 'quoteBook' | 'quotes' | 'siblings' | 'counts'> & {
  /** Called when the desk of this process has committed a batch. */
  onBatch: (result: BatchResult) => void;
  /** Called when this process has become the desk. */
  onTaken: () => void;
};

/**
 * Returns the object through which this process uses the desk. All nodes share one desk, which runs in this process or
 * in another one. This function does not start the desk.
 */
export function accessDesk(options: ServiceOptions, resources: Resources, parts: AccessParts): DeskAccess {
  const { config, secrets, log } = options;
  const { process, node, deskName, pool, deskPool, feed, journal, warn } = resources;
  const { now, quoteBook, quotes, siblings, counts, onBatch, onTaken } = parts;
  const write = responseWriter(linksFor({ config, secrets }), decidedReservationView, () => config.publicUrl);
  const observer = counts?.desk ?? null;
  const openDesk: OpenDesk = (tenure, tools) =>
    createDesk(options, { pool: deskPool, feed, quoteBook, write, tenure, tools, observer, onBatch });
  if (options.accessDesk !== undefined) return options.accessDesk(openDesk, write);
  return new OneDesk({
    databaseUrl: options.databaseUrl,
    process,
    node,
    host: config.deskHost,
    port: config.deskPort,
    address: config.deskAddress,
    signingKeys: signingKeysOf(secrets),
    deskName,
    openDesk,
    readEpoch: () => readEpoch(pool),
    write,
    quotes: {
      give: (quote) => {
        quoteBook.add(quote);
        quotes.add(quote);
      },
      learn: (quote) => quoteBook.add(quote),
      givenWithin: (milliseconds) => [
        ...quoteBook.givenSince(now().getTime() - milliseconds),
        ...quotes.notYetWritten(),
      ],
      whenWritten: () => quotes.whenWritten(),
    },
    catchUp: async (whose) => {
      await Promise.all([feed.catchUp(), whose === 'node' ? siblings.catchUp() : null]);
    },
    onChanges: (changes) => {
      feed.hasReached(changes.databaseNow);
      applyChanges(feed.snapshot, changes);
    },
    journal,
    readOthers: () => readWitnesses(pool, process),
    onEvent: (event) => {
      if (counts !== null && event.kind === 'taken') counts.desk.takeovers += 1;
      if (event.kind === 'fault') counts?.desk.responded(event.command.kind, 'fault');
      if (event.kind === 'taken') onTaken();
      if (event.kind === 'taken' || event.kind === 'lost') options.onDesk?.(event.kind === 'taken');
      logDeskEvent(log, event);
    },
    onError: warn,
  });
}
