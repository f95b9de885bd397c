// `ihc status`: shows the desk, its work, and the processes that use the database now.

import type { Command } from 'commander';
import { readStatus, type ServiceStatus } from '../boot/read-status.ts';
import { accept } from '../kernel/refusal.ts';
import { EXIT, type Runner } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

const HALTED = 'Bookings are halted. See ihc recover list, then end the halt with ihc desk resume.';
const NO_DESK = 'No desk is alive: bookings are not decided. Start a node, or see its log.';

export function addStatusCommand(program: Command, runner: Runner): void {
  program
    .command('status')
    .description('show the processes that run on the database, the desk and what waits')
    .addHelpText(
      'after',
      `
A process is LOST when it has not written its row for more than 10 s. Its row is deleted after 60 s.
Exit codes: 0 a desk is alive and decides, 1 none is (no heartbeat in the last 3 s) or bookings are halted, 2 it could
not run.`,
    )
    .action(
      runner.action<object, []>(async ({ operation }) => {
        const status = await readStatus(operation);
        return accept({
          data: statusData(status),
          text: statusText(status),
          code: status.desk.isAlive && status.desk.haltedAt === null ? EXIT.done : EXIT.declined,
        });
      }),
    );
}

function statusText(status: ServiceStatus): string {
  const { desk, batches, ledger, processes } = status;
  const facts = fields({
    environment: status.environment,
    schema: status.schemaVersion,
    'database size': `${(status.databaseBytes / 2 ** 20).toFixed(1)} MiB`,
    desk: deskLine(status),
    ...(desk.haltedAt !== null && {
      DATA_LOST: `bookings are halted since ${shownTime(desk.haltedAt)}; lost: ${desk.halt}`,
    }),
    'commands waiting': status.commandsWaiting,
    'open batches': batches.open,
    'last batch':
      batches.lastCommittedAt === null ? 'none in the last hour' : shownTime(batches.lastCommittedAt),
    'live holds': ledger.liveHolds,
    'due holds': ledger.dueHolds,
    'bookings today': ledger.bookingsSince,
    nodes: new Set(processes.filter(({ isLost }) => !isLost).map(({ node }) => node)).size,
  });
  const list = table(processes.map(processLine), 'No process is running.');
  return [facts, list, ...(desk.haltedAt === null ? [] : [HALTED]), ...(desk.isAlive ? [] : [NO_DESK])].join(
    '\n\n',
  );
}

function deskLine({ desk, processes }: ServiceStatus): string {
  if (desk.process === null) return 'NONE, there never was one';
  const running = processes.find(({ process }) => process === desk.process);
  const where = `${desk.host}${running === undefined ? '' : ` pid ${running.processId}`}`;
  const since = `epoch ${desk.epoch}, since ${shownTime(desk.takenAt)}`;
  const heartbeat = `heartbeat ${desk.silentFor === null ? 'never' : `${duration(desk.silentFor)} ago`}`;
  return `${desk.isAlive ? '' : 'NONE, the last was '}${where}, ${since}, ${heartbeat}`;
}

function processLine(one: ServiceStatus['processes'][number]) {
  return {
    node: one.node.slice(0, 8),
    host: one.host,
    pid: one.processId,
    version: one.version,
    address: one.address,
    since: shownTime(one.startedAt),
    state: one.isLost ? 'LOST' : one.isStarting ? 'starting' : one.isDesk ? 'desk' : 'serving',
    'feed late': `${one.feedLateMilliseconds} ms`,
    seen: `${duration(one.seenFor)} ago`,
  };
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} days`;
}

function statusData({ desk, batches, ledger, processes, ...status }: ServiceStatus) {
  return {
    environment: status.environment,
    schema_version: status.schemaVersion,
    database_bytes: status.databaseBytes,
    desk: {
      alive: desk.isAlive,
      epoch: desk.epoch,
      process: desk.process,
      host: desk.host,
      address: desk.address,
      since: desk.takenAt,
      halted_at: desk.haltedAt,
      data_lost: desk.halt,
      heartbeat_age_ms: desk.silentFor === null ? null : Math.round(desk.silentFor),
    },
    commands_waiting: status.commandsWaiting,
    batches: { open: batches.open, last_committed_at: batches.lastCommittedAt },
    holds: { live: ledger.liveHolds, due: ledger.dueHolds },
    bookings_today: ledger.bookingsSince,
    processes: processes.map((one) => ({
      process: one.process,
      node: one.node,
      host: one.host,
      pid: one.processId,
      version: one.version,
      address: one.address,
      since: one.startedAt,
      desk: one.isDesk,
      lost: one.isLost,
      starting: one.isStarting,
      feed_late_ms: one.feedLateMilliseconds,
      seen_ms_ago: Math.round(one.seenFor),
    })),
  };
}
