import type pg from 'pg';
import type { BatchResult } from '../desk/run-batch.ts';
import { lastClientEvents } from '../events/client-events.store.ts';
import { textOfStream } from '../events/event.ts';
import { lastEvents } from '../events/events.store.ts';
import { Sequencer } from '../events/sequence-events.usecase.ts';
import { EventWatch } from '../events/watch-events.usecase.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';

type OpenEvents = Pick<Context, 'eventWatch' | 'clientEventWatch' | 'readersMarkedAt' | 'sequencer'> & {
  /** A batch of this process's desk was committed. */
  onBatch: (result: BatchResult) => void;
  /** This process has become the desk. */
  onTaken: () => void;
};

/** What this process does with committed events. The sequencer is not started. */
export function openEvents(
  { environment, frontDesk }: Config,
  pool: pg.Pool,
  isDesk: () => boolean,
  onError: (error: Error) => void,
): OpenEvents {
  const channels = {
    notices: environment === 'production',
    mail: frontDesk.mail !== null,
    messages: frontDesk.gateway !== null,
  };
  const sequencer = new Sequencer({ pool, channels, isDesk, onError });
  return {
    eventWatch: new EventWatch({
      textOf: textOfStream,
      readLast: (streams) => lastEvents(pool, streams),
      onError,
    }),
    clientEventWatch: new EventWatch({
      textOf: (clientId) => clientId,
      readLast: (clientIds) => lastClientEvents(pool, clientIds),
      onError,
    }),
    readersMarkedAt: new Map(),
    sequencer,
    onBatch: ({ state }) => sequencer.wake(state.events.used()),
    onTaken: () => sequencer.scan(),
  };
}
