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
import type { Config } from './config.ts';
import { CatchUps } from './siblings.ts';
import type { ServedCertificate } from './tls/served-certificate.ts';
import { type FromWorker, membershipVariables, type ToWorker } from './worker-messages.ts';

/** If a worker ends sooner than this after its start, the supervisor pauses before it starts the worker again. */
const SOON_MILLISECONDS = 5_000;
const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
const SWEEP_MILLISECONDS = 30_000;
const PING_MILLISECONDS = 500;
const SILENT_MILLISECONDS = 2_000;
const HANGING_MILLISECONDS = 15_000;
/** A timer that fires this late means that the supervisor was paused. A silent worker may then be healthy. */
const PAUSED_MILLISECONDS = 1_500;

export interface SupervisorOptions {
  config: Config;
  /**
   * The certificate that the supervisor has read. The supervisor gives each new worker the last valid pair, because the
   * files may be invalid when the worker starts.
   */
  certificate: ServedCertificate | null;
  /** The environment variables that the workers receive. */
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
  isDesk: boolean;
  /** False if the supervisor has asked the worker to close the connections of its callers after a response. */
  keepsCallers: boolean;
  isDrained: boolean;
}

/**
 * Runs the worker processes of one node on one port, and starts a new worker when a worker ends. The supervisor serves
 * no requests, so that a fault that ends a worker does not end the node. The supervisor keeps the rate limits, which
 * all workers share.
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
  private readonly catchUps = new CatchUps((id, message) => this.tell(this.members.get(id)?.worker, message));
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

  /** Resolves when every worker accepts requests. Rejects when a worker ends before it accepts requests. */
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
    return this.listening().map(([id, { worker }]) => ({
      worker: id,
      send: (question: ReportQuestion) => this.tell(worker, question),
    }));
  }

  private listening(): [number, Member][] {
    return [...this.members].filter(([, { isListening }]) => isListening);
  }

  /** Ends every worker without waiting for its requests. */
  kill(): void {
    this.isStopping = true;
    for (const { worker } of this.members.values()) worker.kill('SIGKILL');
  }

  /**
   * Reads the certificate files now, in the supervisor and in every worker. Even without this call, every process reads
   * the files every few seconds.
   */
  readCertificateAgain(): void {
    void this.options.certificate?.readAgain(true);
    for (const { worker } of this.members.values()) this.tell(worker, { kind: 'read certificate' });
  }

  /** Starts a worker process, which runs the same program as the supervisor. */
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
    const member: Member = {
      ...{ worker, place, startedAt, heardAt: startedAt },
      ...{ isListening: false, isDesk: false, keepsCallers: true, isDrained: false },
    };
    this.members.set(id, member);
    this.limits.connect(id, { send: (message) => this.tell(worker, message) });
    worker.on('message', (message: FromWorker) => this.receive(id, message));
    worker.on('error', () => {});
    if (certificate !== null) this.tell(worker, { kind: 'certificate', pair: certificate.pair });
    worker.once('exit', (code, signal) => this.lose(id, signal ?? `code ${code}`));
  }

  /**
   * Passes no new connections to the desk's worker while another worker can serve callers. The desk's worker then also
   * closes each connection after its response. Bookings therefore do not wait behind searches.
   */
  private relieveDesk(): void {
    const listening = this.listening();
    const desks = listening.filter(([, { isDesk }]) => isDesk);
    const resting = desks.length === listening.length ? [] : desks.map(([id]) => id);
    this.acceptor.rest(resting);
    for (const [id, member] of listening) {
      const isKept = !resting.includes(id);
      if (member.keepsCallers !== isKept) this.tell(member.worker, { kind: 'callers', isKept });
      member.keepsCallers = isKept;
    }
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
    else if (message.kind === 'desk') {
      member.isDesk = message.isDesk;
      this.relieveDesk();
    } else if (message.kind === 'listening') {
      member.isListening = true;
      const { worker } = member;
      this.acceptor.add({ id, give: (connection, socket) => this.give(worker, connection, socket) });
      this.relieveDesk();
      this.onListening(message);
    } else if (message.kind === 'accepted') this.acceptor.accepted(message.id);
    else if (message.kind === 'leaving') {
      member.isListening = false;
      this.acceptor.remove(id);
      this.relieveDesk();
    } else if (message.kind === 'drained') {
      member.isDrained = true;
      this.finishIfDrained();
    } else if (message.kind === 'catch up') this.catchUps.ask(id, message.id, this.listening());
    else if (message.kind === 'reported') this.reports.receive(id, message);
    else if (message.kind === 'caught up') this.catchUps.caughtUp(message.from, message.id, id);
  }

  /** Gives no new connections to a worker that does not respond, and kills a worker that stays silent. */
  private watch(): void {
    const now = performance.now();
    const wasPaused = now - this.watchedAt > PAUSED_MILLISECONDS;
    this.watchedAt = now;
    for (const [id, member] of this.members) {
      this.tell(member.worker, { kind: 'ping' });
      // After a pause of the whole machine, a worker gets the usual time to respond.
      if (wasPaused || !member.isListening || this.isStopping) member.heardAt = now;
      const silentFor = now - member.heardAt;
      if (silentFor > HANGING_MILLISECONDS) member.worker.kill('SIGKILL');
      else if (silentFor > SILENT_MILLISECONDS) this.acceptor.pause(id);
    }
  }

  private lose(id: number, how: string): void {
    const member = this.members.get(id);
    if (member === undefined) return;
    this.members.delete(id);
    this.acceptor.remove(id);
    this.relieveDesk();
    this.limits.disconnect(id);
    this.reports.lose(id);
    this.catchUps.lose(id);
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

  /**
   * Sends every worker the message `finish` when all workers have sent their responses. No worker stops before all
   * workers have sent their responses, because one worker may be the desk of the others.
   */
  private finishIfDrained(): void {
    const members = [...this.members.values()];
    if (this.isStopping && members.every((member) => member.isDrained))
      for (const { worker } of members) this.tell(worker, { kind: 'finish' });
  }

  /**
   * Sends a message to a worker. If the worker is ending, the message is dropped. The handler of the `exit` event then
   * removes the worker.
   */
  private tell(worker: ChildProcess | undefined, message: ToWorker): void {
    if (worker?.connected) worker.send(message, () => {});
  }
}
