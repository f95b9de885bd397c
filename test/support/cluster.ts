import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Config } from '../../src/boot/config.ts';
import type { Command, FinalResponse } from '../../src/domain/booking/command.ts';
import type { DelivererOptions } from '../../src/outgoing/delivery/deliverer.ts';
import { compiled } from './compiled.ts';

/** A command from a test to a process. Commands and responses are plain JSON. */
export type Ask =
  | { ask: 'submit'; commands: Command[] }
  /** Submits bookings one after another, with a pause between them, and reports when each booking was read. */
  | { ask: 'stream'; commands: Command[]; everyMilliseconds: number }
  | { ask: 'decided' }
  | { ask: 'state' }
  | { ask: 'listen' }
  /**
   * From now on, the process opens no connection to a webhook. It responds when it has claimed a delivery and would
   * open a connection.
   */
  | { ask: 'holdSending' }
  | { ask: 'close' };

export interface ProcessState {
  process: string;
  isDesk: boolean;
  isReachable: boolean;
  epoch: number;
}

export interface StreamResult {
  requestId: string;
  /** The command was read between these two times of the machine's monotonic clock. */
  readAfter: number;
  readBefore: number;
  respondedAt: number;
  status: number;
  body: string;
}

/** One decision, at a time on the machine's monotonic clock. */
export interface Decided {
  requestId: string;
  hotelId: string;
  at: number;
}

export interface ProcessOptions {
  databaseUrl: string;
  node?: string;
  /** For control tests: there is no common desk, and each process decides its own bookings. */
  eachForItself?: boolean;
  desk?: Partial<Pick<Config, 'deskHost' | 'deskPort' | 'deskAddress'>>;
  /** The User-Agent of the process's webhooks, so that a receiver can identify the process that sent a webhook. */
  userAgent?: string;
  deliverer?: Pick<DelivererOptions, 'leaseMilliseconds' | 'pollMilliseconds'>;
  /** Variables that Node reads when the process starts. */
  environment?: Record<string, string>;
}

/** One process of a cluster, which runs a separate service. */
export class ClusterProcess {
  readonly child: ChildProcess;
  private readonly waiting = new Map<string, (result: unknown) => void>();

  private constructor(options: ProcessOptions) {
    this.child = fork(compiled('cluster-process'), [JSON.stringify(options)], {
      serialization: 'advanced',
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child.on('message', ({ id, result }: { id: string; result: unknown }) => {
      this.waiting.get(id)?.(result);
      this.waiting.delete(id);
    });
  }

  static async start(options: ProcessOptions): Promise<ClusterProcess> {
    const one = new ClusterProcess(options);
    await new Promise<void>((resolve, reject) => {
      one.waiting.set('ready', () => resolve());
      one.child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    });
    return one;
  }

  submit(commands: Command[]): Promise<FinalResponse[]> {
    return this.ask({ ask: 'submit', commands });
  }

  stream(commands: Command[], everyMilliseconds: number): Promise<StreamResult[]> {
    return this.ask({ ask: 'stream', commands, everyMilliseconds });
  }

  /** Returns the bookings that this process decided, in order. */
  decided(): Promise<Decided[]> {
    return this.ask({ ask: 'decided' });
  }

  state(): Promise<ProcessState> {
    return this.ask({ ask: 'state' });
  }

  /** Opens the API. Resolves with its port. */
  listen(): Promise<number> {
    return this.ask({ ask: 'listen' });
  }

  holdSending(): Promise<void> {
    return this.ask({ ask: 'holdSending' });
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.send({ id: 'close', ask: { ask: 'close' } satisfies Ask });
    await exited;
  }

  async kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const exited = signal === 'SIGKILL' ? once(this.child, 'exit') : null;
    process.kill(this.child.pid!, signal);
    await exited;
  }

  private ask<Result>(ask: Ask): Promise<Result> {
    const id = randomUUID();
    return new Promise((resolve) => {
      this.waiting.set(id, resolve as (result: unknown) => void);
      this.child.send({ id, ask });
    });
  }
}
