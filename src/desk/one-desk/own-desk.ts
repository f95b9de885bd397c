// The desk of this process, and what it waits for.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, FinalResponse } from '../../domain/booking/command.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { Desk } from '../desk.ts';
import { QueueOnce } from '../queue-once.ts';
import { DeskMoved, unknownResponse } from '../run-batch.ts';
import type { DeskServer } from './desk-server.ts';
import { hasMoved } from './has-moved.ts';
import type { OneDeskOptions } from './options.ts';
import type { Witness } from './witness.ts';

/** How long a new desk waits for other processes that may know a batch that the database has lost. */
const HEAR_MILLISECONDS = 2_000;
const LOOK_MILLISECONDS = 10;

interface OwnDeskTools {
  server: DeskServer;
  witness: Witness;
  /** Returns true while this process believes that it is the desk of the epoch. */
  isInOffice: () => boolean;
  /**
   * If false, this may not be the database that the processes used before. Commands then wait until the other processes
   * are linked, but not longer than HEAR_MILLISECONDS.
   */
  hasSeenDesk: boolean;
}

/** The desk of this process in one epoch. The desk serves the commands of this process and of linked processes. */
export class OwnDesk {
  readonly epoch: number;
  readonly desk: Desk;
  private readonly once: QueueOnce;
  private readonly server: DeskServer;
  private readonly onEvent: OneDeskOptions['onEvent'];
  private readonly write: OneDeskOptions['write'];
  private isWaiting: boolean;

  constructor(epoch: number, options: OneDeskOptions, tools: OwnDeskTools) {
    const { process, openDesk, readEpoch, write, quotes, onEvent } = options;
    const { server, witness, isInOffice, hasSeenDesk } = tools;
    const hasOthers = () => server.peersOutside(null) > 0;
    this.epoch = epoch;
    this.isWaiting = !hasSeenDesk;
    this.server = server;
    this.onEvent = onEvent;
    this.write = write;
    this.desk = openDesk(
      { epoch, process, batches: 0 },
      {
        completeUntil: () => (this.isWaiting ? Number.NEGATIVE_INFINITY : server.completeUntil()),
        hasMoved: () => hasMoved({ epoch, readEpoch, isDesk: isInOffice, hasOthers }),
        publish: (changes) => server.publish(changes),
      },
    );
    this.once = new QueueOnce(this.desk, write);
    server.begin({
      epoch,
      receive: (command, arrivedAt) => this.receive(command, arrivedAt),
      // The process of an operator's command writes no journal, so the desk records the responses to such a process.
      onResponse: (command, response, isReluctant) => witness.remember(command, response, isReluctant),
      keepQuotes: (others) => {
        for (const quote of others) quotes.learn(quote);
      },
      onMark: () => this.desk.continue(),
    });
    if (this.isWaiting) this.hearOthers(options.readOthers);
  }

  /**
   * Waits until every other process is linked, but not longer than HEAR_MILLISECONDS. A process compares what it
   * remembers with the database before it links itself, and halts the desk if a batch is missing.
   */
  private async hearOthers(readOthers: OneDeskOptions['readOthers']): Promise<void> {
    const until = monotonicNow() + HEAR_MILLISECONDS;
    // Until the database has said which processes run, this desk does not know for whom to wait.
    const known: { others: string[] | null; isReading: boolean } = { others: null, isReading: false };
    const read = async () => {
      known.isReading = true;
      known.others = await readOthers().catch(() => null);
      known.isReading = false;
    };
    while (monotonicNow() < until && (known.others === null || !this.server.areLinked(known.others))) {
      if (known.others === null && !known.isReading) void read();
      await sleep(LOOK_MILLISECONDS);
    }
    this.isWaiting = false;
    this.desk.continue();
  }

  /**
   * Queues the command before it returns. Rejects only with DeskMoved, which means that the desk has not executed the
   * command and will not execute it. After any other error, nobody knows whether the command was executed.
   */
  async receive(command: Command, arrivedAt: number): Promise<FinalResponse> {
    this.server.expectCommand();
    try {
      return await this.once.queueOnce(command, arrivedAt);
    } catch (error) {
      if (error instanceof DeskMoved) throw error;
      this.onEvent({ kind: 'fault', error, command });
      return unknownResponse(this.write, command);
    }
  }
}
