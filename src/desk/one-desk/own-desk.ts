import type { Command, FinalResponse } from '../../domain/booking/command.ts';
import type { Desk } from '../desk.ts';
import { QueueOnce } from '../queue-once.ts';
import { DeskMoved } from '../run-batch.ts';
import type { DeskServer } from './desk-server.ts';
import { hasMoved } from './has-moved.ts';
import type { OneDeskOptions } from './options.ts';

/** The desk of this process in one epoch. The desk serves the commands of this process and of linked processes. */
export class OwnDesk {
  readonly epoch: number;
  readonly desk: Desk;
  private readonly once: QueueOnce;
  private readonly server: DeskServer;
  private readonly onEvent: OneDeskOptions['onEvent'];

  constructor(epoch: number, options: OneDeskOptions, server: DeskServer, isInOffice: () => boolean) {
    const { process, openDesk, readEpoch, write, quotes, onEvent } = options;
    const hasOthers = () => server.peersOutside(null) > 0;
    this.epoch = epoch;
    this.server = server;
    this.onEvent = onEvent;
    this.desk = openDesk(
      { epoch, process },
      {
        completeUntil: () => server.completeUntil(),
        hasMoved: () => hasMoved({ epoch, readEpoch, isDesk: isInOffice, hasOthers }),
        publish: (changes) => server.publish(changes),
      },
    );
    this.once = new QueueOnce(this.desk, write);
    server.begin({
      epoch,
      receive: (command, arrivedAt) => this.receive(command, arrivedAt),
      keepQuotes: (others) => {
        for (const quote of others) quotes.learn(quote);
      },
      onMark: () => this.desk.continue(),
    });
  }

  /** Rejects when the desk has not executed the command and will not. Any error other than DeskMoved is a fault. */
  receive(command: Command, arrivedAt: number): Promise<FinalResponse> {
    this.server.expectCommand();
    const response = this.once.queueOnce(command, arrivedAt);
    response.catch((error) => {
      if (!(error instanceof DeskMoved)) this.onEvent({ kind: 'fault', error, command });
    });
    return response;
  }
}
