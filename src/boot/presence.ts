import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { fingerprintsOf } from '../secrets/accepted-secrets.ts';
import type { Context } from './context.ts';
import { deletePresence, type Presence, writePresence } from './presence.store.ts';

const EVERY_MILLISECONDS = 2_000;
/** The column is an int4. */
const MOST_MILLISECONDS = 2 ** 31 - 1;

export interface ProcessIdentity {
  process: string;
  node: string;
  server: Server;
}

/** Writes the row of this process every 2 s, for `ihc status` and for the replacement of secrets. */
export function startPresence(context: Context, identity: ProcessIdentity): { stop: () => Promise<void> } {
  const startedAt = new Date(context.now().getTime() - (performance.now() - context.startedAt));
  let writing: Promise<void> | null = null;
  let isFailing = false;
  const beat = () => {
    writing ??= attempt(async () => {
      await writePresence(context.pool, presenceOf(context, identity, startedAt));
      isFailing = false;
    }).finally(() => {
      writing = null;
    });
  };
  // A database that is away is logged once, not every two seconds.
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const fault = { step: 'write the row of this process', reason: (error as Error).message };
      if (!isFailing) context.log.warn(fault, 'housekeeping step failed');
      isFailing = true;
    }
  };
  beat();
  const timer = setInterval(beat, EVERY_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await writing;
      await attempt(() => deletePresence(context.pool, identity.process));
    },
  };
}

function presenceOf(
  context: Context,
  { process: id, node, server }: ProcessIdentity,
  startedAt: Date,
): Presence {
  return {
    process: id,
    node,
    host: hostname(),
    processId: process.pid,
    version: context.version,
    address: addressOf(context, server),
    startedAt,
    isDesk: context.desk.isDesk,
    feedLateMilliseconds: Math.min(Math.round(context.feed.age()), MOST_MILLISECONDS),
    waiting: context.desk.waiting,
    accepts: [
      ...fingerprintsOf('pepper', context.secrets),
      ...fingerprintsOf('signing_key', context.secrets),
    ],
  };
}

/** A worker's own server listens on a port that no caller knows. Its settings have the port of the node. */
function addressOf({ config }: Context, server: Server): string {
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : 0;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `${host}:${config.port === 0 ? chosen : config.port}`;
}
