// Creates the sequencer and the announcer of a process, and the signals that wake them. Starts neither.

import type pg from 'pg';
import type { Events } from '../../context.ts';
import type { BatchResult } from '../../desk/run-batch.ts';
import { type EventStream, textOfStream } from '../../domain/booking/events/event.ts';
import { lastEvents } from '../../domain/booking/events/events.store.ts';
import { lastOfHotels } from '../../domain/reception/receipts.store.ts';
import type { Day } from '../../kernel/day.ts';
import { DeskLoad } from '../../outgoing/delivery/desk-load.ts';
import { HotelAnnouncer } from '../../outgoing/events/announce-hotels.worker.ts';
import { lastClientEvents } from '../../outgoing/events/client-events.store.ts';
import { Sequencer } from '../../outgoing/events/sequence-events.worker.ts';
import { EventWatch, WAITS_OF_CLIENT } from '../../outgoing/events/watch-events.worker.ts';
import { LiveMessages } from '../../outgoing/live-pages/live-messages.usecase.ts';
import { LiveStreams } from '../../outgoing/live-pages/live-streams.worker.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { ChangeFeed } from '../../snapshot/change-feed.ts';
import { hotelsWithOffersIn } from '../../snapshot/changed-hotels.ts';
import type { Config } from '../config.ts';

type OpenEvents = Events & {
  /** Called when the desk of this process has committed a batch. */
  onBatch: (result: BatchResult) => void;
  /** Called when this process has become the desk. */
  onTaken: () => void;
};

interface EventParts {
  pool: pg.Pool;
  feed: ChangeFeed;
  now: () => Date;
  today: () => Day;
  isDesk: () => boolean;
  onError: (error: Error) => void;
}

/**
 * Creates the parts with which this process handles committed events. The sequencer and the announcer do not run until
 * `startDeliveries` starts them.
 */
export function openEvents({ environment, reception }: Config, parts: EventParts): OpenEvents {
  const { pool, feed, now, today, isDesk, onError } = parts;
  const channels = {
    notices: environment === 'production' ? ('all' as const) : ('private' as const),
    mail: reception.mail !== null,
    messages: reception.gateway !== null,
  };
  const deskLoad = new DeskLoad();
  const mustYield = () => deskLoad.mustYield(monotonicNow());
  const sequencer = new Sequencer({ pool, channels, isDesk, mustYield, onError });
  // The feed does not count the changes that the desk of this process makes, so the batches of this desk are counted
  // here.
  let batches = 0;
  const changesHeard = () => feed.changesRead + feed.loads + batches;
  const watch = new EventWatch<EventStream>({
    textOf: textOfStream,
    readLast: async (streams) =>
      (await lastOfHotels(pool, streams)).map(({ event, receipt }) => event + receipt),
    waitsOfClient: null,
    onError,
  });
  const messages = new LiveMessages(pool, today);
  const liveStreams = new LiveStreams({ pool, snapshot: () => feed.snapshot, now, messages, watch, onError });
  feed.onChanges = (changes) =>
    liveStreams.tellCalendar(changes === null ? null : hotelsWithOffersIn(feed.snapshot, changes));
  return {
    hotelWatch: watch,
    liveStreams,
    eventWatch: new EventWatch({
      textOf: textOfStream,
      readLast: (streams) => lastEvents(pool, streams),
      waitsOfClient: WAITS_OF_CLIENT,
      onError,
    }),
    clientEventWatch: new EventWatch({
      textOf: (clientId) => clientId,
      readLast: (clientIds) => lastClientEvents(pool, clientIds),
      waitsOfClient: WAITS_OF_CLIENT,
      onError,
    }),
    readersMarkedAt: new Map(),
    sequencer,
    deskLoad,
    announcer: new HotelAnnouncer({ pool, today, changesHeard, isDesk, onError }),
    onBatch: ({ responses, state }) => {
      batches += 1;
      deskLoad.ran(responses.length, monotonicNow());
      sequencer.wake(state.events.used());
    },
    onTaken: () => sequencer.scan(),
  };
}
