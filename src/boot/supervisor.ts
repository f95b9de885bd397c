// Starts the workers of a node, passes connections to them and replaces workers that end.

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { StartRefused } from '../kernel/start-refused.ts';
import { type Check, STARTING, type WorkerChecks } from '../operations/metrics/checks.ts';
import type { Workers } from '../operations/metrics/node-metrics.ts';
import type { MetricsAsJson } from '../operations/metrics/registry.ts';
import { type ReportQuestion, WorkerReports } from '../operations/metrics/worker-reports.ts';
import { isLimitsMessage } from '../platform/limits/lease-messages.ts';
import { LeaseOwner } from '../platform/limits/lease-owner.ts';
import { Acceptor } from './acceptor.ts';
import { type Config, membershipVariables } from './config.ts';
import type { ServedCertificate } from './tls/served-certificate.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** If a worker ends sooner than this after its start, it is started again only after a pause. */
const SOON_MILLISECONDS = 5_000;
const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
const SWEEP_MILLISECONDS = 30_000;
const PING_MILLISECONDS = 500;
const SILENT_MILLISECONDS = 2_000;
const HANGING_MILLISECONDS = 15_000;
/** If our own timer is this late, this process was paused. Then silence does not mean that the workers hang. */
const PAUSED_MILLISECONDS = 1_500;

export interface SupervisorOptions {
  config: Config;
  /**
   * The supervisor reads the certificate too, so that a worker that starts while the files are invalid gets the last
   * valid pair.
   */
  certificate: ServedCertificate | null;
  /** Passed on to the workers. */
  environment: NodeJS.ProcessEnv;
  databaseUrl: string;
  log: Logger;
}

interface Member {
  worker: ChildProcess;
  heardAt: number;
  place: number;
  startedAt: number;
  isListening: boolean;
  isDrained: boolean;
}

/**
 * Runs the processes of one node on one port, and starts a new one when one ends. It serves no requests itself, so that
 * a fault that ends a worker does not end the node. It keeps the rate limits, which the workers share.
 */
export class Supervisor implements Workers {
  private readonly options: SupervisorOptions;
  private readonly node = randomUUID();
  private readonly members = new Map<number, Member>();
  private readonly limits = new LeaseOwner();
  private readonly acceptor = new Acceptor();
  private readonly reports = new WorkerReports();
  restarts = 0;
  private port = 0;
  private nextId = 1;
  /** For each request to catch up, the workers that have not caught up yet. */
  private readonly catchingUp = new Map<string, Set<number>>();
  private readonly sweeper: NodeJS.Timeout;
  private readonly watcher: NodeJS.Timeout;
  private watchedAt = performance.now();
  isStopping = false;
  private pause = FIRST_PAUSE_MILLISECONDS;
  private onListening: (message: Extract<FromWorker, { kind: 'listening' }>) => void = () => {};
  private onFirstFailure: (error: Error) => void = () => {};
  private onGone: () => void = () => {};

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.sweeper = setInterval(() => this.limits.sweep(), SWEEP_MILLISECONDS);
    this.sweeper.unref();
    this.watcher = setInterval(() => this.watch(), PING_MILLISECONDS);
    this.watcher.unref();
  }

  /** Resolves when every worker accepts requests. Rejects when a worker ends before it accepts them. */
  async start(): Promise<{ publicUrl: string; version: string }> {
    this.port = await this.acceptor.listen(this.options.config);
    this.options.certificate?.start();
    return new Promise((resolve, reject) => {
      this.onFirstFailure = reject;
      this.onListening = (message) => {
        if ([...this.members.values()].every((member) => member.isListening)) {
          this.onFirstFailure = () => {};
          this.onListening = () => {};
          resolve(message);
        }
      };
      for (let place = 0; place < this.options.config.workers; place += 1) this.fork(place);
    });
  }

  /** Lets every worker finish its requests. Resolves when all workers have ended. */
  async stop(databaseGone: boolean): Promise<void> {
    this.isStopping = true;
    clearInterval(this.sweeper);
    clearInterval(this.watcher);
    this.options.certificate?.stop();
    this.acceptor.close();
    const gone = new Promise<void>((resolve) => {
      this.onGone = resolve;
    });
    for (const { worker } of this.members.values()) this.tell(worker, { kind: 'stop', databaseGone });
    if (this.members.size > 0) await gone;
  }

  get configured(): number {
    return this.options.config.workers;
  }

  /** Reads the metrics of every worker that responds in time. */
  async readMetrics(): Promise<MetricsAsJson[]> {
    return [...(await this.reports.ask<MetricsAsJson>('metrics', this.asked())).values()];
  }

  async readChecks(): Promise<WorkerChecks[]> {
    const reports = await this.reports.ask<Check[]>('checks', this.asked());
    const members = [...this.members];
    return Array.from({ length: this.configured }, (_, place) => {
      const [id, member] = members.find(([, one]) => one.place === place) ?? [0, null];
      return { place, checks: member?.isListening ? (reports.get(id) ?? null) : STARTING };
    });
  }

  private asked() {
    return [...this.members]
      .filter(([, { isListening }]) => isListening)
      .map(([id, { worker }]) => ({
        worker: id,
        send: (question: ReportQuestion) => this.tell(worker, question),
      }));
  }

  /** Ends every worker without waiting for its requests. */
  kill(): void {
    this.isStopping = true;
    for (const { worker } of this.members.values()) worker.kill('SIGKILL');
  }

  /** Workers also read the certificate by themselves, every few seconds. */
  readCertificateAgain(): void {
    void this.options.certificate?.readAgain(true);
    for (const { worker } of this.members.values()) this.tell(worker, { kind: 'read certificate' });
  }

  /** Runs this program once more, as a worker. */
  private fork(place: number): void {
    const { certificate, environment } = this.options;
    const worker = fork(process.argv[1]!, {
      env: {
        ...environment,
        PORT: String(this.port),
        DATABASE_URL: this.options.databaseUrl,
        ...membershipVariables({ node: this.node, place }),
      },
    });
    const id = this.nextId++;
    const startedAt = performance.now();
    const member = { worker, place, startedAt, heardAt: startedAt, isListening: false, isDrained: false };
    this.members.set(id, member);
    this.limits.connect(id, { send: (message) => this.tell(worker, message) });
    worker.on('message', (message: FromWorker) => this.receive(id, message));
    worker.on('error', () => {});
    if (certificate !== null) this.tell(worker, { kind: 'certificate', pair: certificate.pair });
    worker.once('exit', (code, signal) => this.lose(id, signal ?? `code ${code}`));
  }

  private give(worker: ChildProcess, connection: number, socket: Socket): void {
    if (worker.connected)
      worker.send(
        { kind: 'connection', id: connection } satisfies ToWorker,
        socket,
        { keepOpen: true },
        () => {},
      );
  }

  private receive(id: number, message: FromWorker): void {
    const member = this.members.get(id);
    if (member === undefined) return;
    member.heardAt = performance.now();
    if (isLimitsMessage(message)) this.limits.receive(id, message as never);
    else if (message.kind === 'pong') this.acceptor.resume(id);
    else if (message.kind === 'listening') {
      member.isListening = true;
      const { worker } = member;
      this.acceptor.add({ id, give: (connection, socket) => this.give(worker, connection, socket) });
      this.onListening(message);
    } else if (message.kind === 'accepted') this.acceptor.accepted(message.id);
    else if (message.kind === 'leaving') {
      member.isListening = false;
      this.acceptor.remove(id);
    } else if (message.kind === 'drained') {
      member.isDrained = true;
      this.finishIfDrained();
    } else if (message.kind === 'catch up') this.catchUp(id, message.id);
    else if (message.kind === 'reported') this.reports.receive(id, message);
    else if (message.kind === 'caught up') this.caughtUp(`${message.from} ${message.id}`, id);
  }

  /** A worker that does not respond gets no new connections. If it stays silent, it is killed. */
  private watch(): void {
    const now = performance.now();
    const wasPaused = now - this.watchedAt > PAUSED_MILLISECONDS;
    this.watchedAt = now;
    for (const [id, { worker, heardAt, isListening }] of this.members) {
      this.tell(worker, { kind: 'ping' });
      const silentFor = isListening && !wasPaused && !this.isStopping ? now - heardAt : 0;
      if (silentFor > HANGING_MILLISECONDS) worker.kill('SIGKILL');
      else if (silentFor > SILENT_MILLISECONDS) this.acceptor.pause(id);
    }
  }

  private lose(id: number, how: string): void {
    const member = this.members.get(id);
    if (member === undefined) return;
    this.members.delete(id);
    this.acceptor.remove(id);
    this.limits.disconnect(id);
    this.reports.lose(id);
    for (const question of [...this.catchingUp.keys()]) this.caughtUp(question, id);
    if (this.isStopping) {
      this.finishIfDrained();
      if (this.members.size === 0) this.onGone();
      return;
    }
    this.restarts += 1;
    this.options.log.error({ worker: member.worker.pid, how }, 'a worker process ended; starting another');
    if (!member.isListening)
      this.onFirstFailure(new StartRefused(`a worker process could not start (${how})`));
    const isSoon = performance.now() - member.startedAt < SOON_MILLISECONDS;
    if (!isSoon) this.pause = FIRST_PAUSE_MILLISECONDS;
    setTimeout(() => this.isStopping || this.fork(member.place), isSoon ? this.pause : 0);
    if (isSoon) this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MILLISECONDS);
  }

  /** One worker is the desk of all workers, so no worker stops before all are drained. */
  private finishIfDrained(): void {
    const members = [...this.members.values()];
    if (this.isStopping && members.every((member) => member.isDrained))
      for (const { worker } of members) this.tell(worker, { kind: 'finish' });
  }

  private catchUp(asker: number, id: number): void {
    const others = [...this.members].filter(([other, { isListening }]) => other !== asker && isListening);
    const question = `${asker} ${id}`;
    this.catchingUp.set(question, new Set(others.map(([other]) => other)));
    for (const [, { worker }] of others) this.tell(worker, { kind: 'catch up', id, from: asker });
    this.caughtUp(question, asker);
  }

  private caughtUp(question: string, worker: number): void {
    const waitingFor = this.catchingUp.get(question);
    if (waitingFor === undefined) return;
    waitingFor.delete(worker);
    if (waitingFor.size > 0) return;
    this.catchingUp.delete(question);
    const [asker, id] = question.split(' ').map(Number);
    const member = this.members.get(asker!);
    if (member !== undefined) this.tell(member.worker, { kind: 'all caught up', id: id! });
  }

  /** A message to a worker that is ending is dropped. Its `exit` event does the rest. */
  private tell(worker: ChildProcess, message: ToWorker): void {
    if (worker.connected) worker.send(message, () => {});
  }
}
