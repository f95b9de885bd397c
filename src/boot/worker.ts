// Runs a worker process, which is a service that receives its connections from the supervisor.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ReportQuestion } from '../operations/metrics/worker-reports.ts';
import { isLimitsMessage } from '../platform/limits/lease-messages.ts';
import { LeasedWindows } from '../platform/limits/leased-windows.ts';
import type { Secrets } from '../platform/secrets/accepted-secrets.ts';
import type { CloseOptions } from './close-service.ts';
import type { Config } from './config.ts';
import { type Service, startService } from './service.ts';
import { SupervisedSiblings } from './siblings.ts';
import { givenCertificate } from './tls/given-certificate.ts';
import type { FromWorker, Membership, ToWorker } from './worker-messages.ts';

/** After SIGTERM, a worker waits this long for the message `stop`, which means that the whole node stops. */
const SIGNAL_MILLISECONDS = 500;

/** Runs one process of a node. Resolves when the process has stopped, with a list of the work that it abandoned. */
export async function runWorker(
  config: Config,
  { node, place }: Membership,
  secrets: Secrets,
  log: Logger,
): Promise<string[]> {
  const limiter = new LeasedWindows({ channel: { send: tell } });
  const siblings = new SupervisedSiblings((id) => tell({ kind: 'catch up', id }));
  giveOwnDeskPort(config, place);
  // If the supervisor ends while this process starts, this process must stop itself, because nobody else stops it.
  let isOrphaned = false;
  process.once('disconnect', () => {
    isOrphaned = true;
  });
  const certificate = await givenCertificate(config, log);
  const service = await startService({
    ...{ config, secrets, databaseUrl: config.databaseUrl!, log, limiter, siblings, node },
    processes: config.workers,
    onDesk: (isDesk) => tell({ kind: 'desk', isDesk }),
    certificate,
  });
  const stopped = new Promise<CloseOptions>((stop) => {
    let finish: () => void = () => {};
    const allDrained = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const whenNodeDrained = () => {
      tell({ kind: 'drained' });
      return allDrained;
    };
    let isLeaving = false;
    const report = reporterOf(service, place);
    process.on('message', (message: ToWorker, socket?: Socket) => {
      if (isLimitsMessage(message)) limiter.receive(message as never);
      else if (message.kind === 'ping') tell({ kind: 'pong' });
      else if (message.kind === 'read certificate') void certificate?.readAgain(true);
      else if (message.kind === 'connection') {
        // This process is leaving, so the supervisor has already passed the connection to another process.
        if (isLeaving) socket?.destroy();
        else accept(service.app.server, message.id, socket);
      } else if (message.kind === 'callers') service.connections.isKept = message.isKept;
      else if (message.kind === 'stop') stop({ databaseGone: message.databaseGone, whenNodeDrained });
      else if (message.kind === 'finish') finish();
      else if (message.kind === 'all caught up') siblings.allCaughtUp(message.id);
      else if (message.kind === 'report') report(message);
      else if (message.kind === 'catch up') {
        const { id, from } = message;
        service.context.feed
          .catchUp()
          .catch(() => {})
          .then(() => tell({ kind: 'caught up', id, from }));
      }
    });
    // This process stops when the supervisor has ended, because nobody else stops it.
    process.on('disconnect', () => {
      finish();
      stop({});
    });
    // If the supervisor has also received the signal, its message `stop` arrives within this time.
    process.on('SIGTERM', () => {
      isLeaving = true;
      tell({ kind: 'leaving' });
      setTimeout(() => stop({}), SIGNAL_MILLISECONDS);
    });
    // Ctrl-C sends SIGINT to every process of the terminal. A worker ignores SIGINT, because the supervisor decides
    // when the worker stops.
    process.on('SIGINT', () => {});
    if (isOrphaned || !process.connected) {
      finish();
      stop({});
    }
  });
  // Connections come from the supervisor, and no caller connects to this port. The server must still listen, because
  // Node does not check timeouts in a server that does not listen.
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  tell({ kind: 'listening', publicUrl: config.publicUrl, version: service.context.version });
  return service.close(await stopped);
}

/** Returns a function that sends the metrics or the checks to the supervisor when the supervisor asks for them. */
function reporterOf({ report, context }: Service, place: number): (question: ReportQuestion) => void {
  if (report === null) return () => {};
  const { version, config, log } = context;
  const metrics = import('../operations/metrics/node-metrics.ts').then(
    ({ WorkerMetrics }) => new WorkerMetrics(report, place, { version, environment: config.environment }),
  );
  return async ({ id, what }) => {
    try {
      tell({
        kind: 'reported',
        id,
        report: what === 'checks' ? report.checks() : await (await metrics).read(),
      });
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'metrics could not be read');
    }
  };
}

/** Gives each process a separate desk port: the configured port, or one of the ports after it. */
function giveOwnDeskPort(config: Config, place: number): void {
  if (config.deskPort !== 0) config.deskPort += place;
  config.deskAddress = config.deskAddress?.replace(/[0-9]+$/, (port) => String(Number(port) + place)) ?? null;
}

/**
 * Serves a connection that the supervisor has passed to this worker. `socket` is undefined if the caller closed the
 * connection before this process received the socket.
 */
function accept(server: Server, id: number, socket: Socket | undefined): void {
  tell({ kind: 'accepted', id });
  if (socket === undefined) return;
  socket.setNoDelay(true);
  server.emit('connection', socket);
  socket.resume();
}

function tell(message: FromWorker): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}
