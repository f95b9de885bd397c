// Connects a command of the operator to the desk. If no node runs, the process of the command becomes the desk.

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { readEpoch } from '../desk/one-desk/election.store.ts';
import { readOnlyJournal } from '../desk/one-desk/journal.ts';
import { OneDesk } from '../desk/one-desk/one-desk.ts';
import type { DeskEvent } from '../desk/one-desk/options.ts';
import type { Command, FinalResponse } from '../domain/booking/command.ts';
import { QuoteBook } from '../domain/pricing/quote-book.ts';
import { linksFor } from '../domain/vouchers/voucher-qr.ts';
import { responseWriter } from '../http/partner/bookings/write-response.ts';
import { decidedReservationView } from '../http/supply/reservation.view.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { createPool } from '../platform/db/pool.ts';
import { type Secrets, signingKeysOf } from '../platform/secrets/accepted-secrets.ts';
import type { Config } from './config.ts';
import { createDesk, DESK_LANES } from './create-desk.ts';
import { readWitnesses } from './presence.store.ts';

const YIELD_MILLISECONDS = 200;
const LOOPBACK = '127.0.0.1';

export interface JoinedDesk {
  submit: (command: Command) => Promise<FinalResponse>;
  /** Returns why the desk cannot be reached, or null if it can be reached. */
  trouble: () => string | null;
  close: () => Promise<void>;
}

/**
 * Connects a command of the operator to the desk. While nodes run, a process of one of the nodes is the desk. If no
 * node runs, this process is the desk until a node starts.
 */
export async function joinDesk(config: Config, secrets: Secrets, databaseUrl: string): Promise<JoinedDesk> {
  const process = randomUUID();
  const deskName = (of: string) => `ihc-desk-${of}`;
  const pool = createPool({
    url: databaseUrl,
    size: DESK_LANES + 1,
    name: deskName(process),
    onError: () => {},
    pipeline: true,
    keyedOnly: true,
  });
  let trouble: string | null = null;
  const quoteBook = new QuoteBook();
  const write = responseWriter(linksFor({ config, secrets }), decidedReservationView, () => config.publicUrl);
  const log = pino({ level: 'silent' });
  // The process of a command reads journals and does not write them. If a service is the desk, it writes the journal
  // lines for the operator's commands.
  const journal = config.journal === null ? null : readOnlyJournal(config.journal.directory);
  const desk = new OneDesk({
    databaseUrl,
    process,
    node: process,
    // If the settings contain an address of the desk, the host may be 0.0.0.0. A node cannot connect to this host.
    host: config.deskAddress === null ? config.deskHost : LOOPBACK,
    port: 0,
    address: null,
    isReluctant: true,
    signingKeys: signingKeysOf(secrets),
    deskName,
    openDesk: (tenure, tools) =>
      createDesk(
        { config, log },
        { pool, feed: null, quoteBook, write, tenure, tools, observer: null, onBatch: () => {} },
      ),
    readEpoch: () => readEpoch(pool),
    write,
    quotes: {
      give: (quote) => quoteBook.add(quote),
      learn: (quote) => quoteBook.add(quote),
      givenWithin: () => [],
      whenWritten: () => Promise.resolve(),
    },
    catchUp: () => Promise.resolve(),
    onChanges: () => {},
    journal,
    readOthers: () => readWitnesses(pool, process),
    onEvent: (event) => {
      trouble = troubleOf(event);
    },
    onError: (error) => {
      trouble = error.message;
    },
  });
  await desk.start();
  const close = async () => {
    await desk.handOver('any process');
    await desk.whenIdle();
    await desk.stop();
    await pool.end();
  };
  if (!desk.isReachable) {
    await close();
    throw new StartRefused(trouble ?? 'no desk was found: is the database slow? Nothing was changed');
  }
  // As soon as a node is linked to this desk, `handOver` passes the desk to the node. Before that, `handOver` does
  // nothing.
  const giving = setInterval(() => {
    desk.handOver('any process');
  }, YIELD_MILLISECONDS);
  return {
    submit: (command) => desk.forward(command),
    trouble: () => trouble,
    close: async () => {
      clearInterval(giving);
      await close();
    },
  };
}

function troubleOf(event: DeskEvent): string | null {
  if (event.kind === 'unlinked')
    return `the desk on ${event.host ?? 'another machine'} (${event.address}) cannot be reached: ${event.reason}`;
  return event.kind === 'fault' ? String((event.error as Error).message) : null;
}
