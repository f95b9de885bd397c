// Rate limits that several nodes share through Redis.

import { Redis } from 'ioredis';
import { monotonicNow } from '../db/monotonic.ts';
import type { Limiter, NodeLimiter } from './limiter.ts';
import { TAKE_SCRIPT } from './redis-script.ts';
import { refusal, secondsUntil, type Verdict, WINDOW_MILLISECONDS } from './verdict.ts';

/** How long a request waits for Redis. Redis usually responds within a millisecond. */
const RESPONSE_MILLISECONDS = 250;
const PROBE_MILLISECONDS = 500;
/** The start of the service waits at most this long for Redis. */
const START_MILLISECONDS = 1_000;
/** If Redis sends no response for this long, the connection is closed and opened again. */
const SILENT_MILLISECONDS = 5_000;

type Done = (error: Error | null | undefined, reply?: [number, number, number]) => void;
type RedisWithScript = Redis & {
  takeSlot(key: string, limit: number, windowMicroseconds: number, done: Done): void;
};

export interface RedisWindowsOptions {
  url: string;
  /** Deployments that share a Redis server need different prefixes. */
  prefix: string;
  node: NodeLimiter;
  /** Called when it is first known whether sharing works, and then at each change. */
  onChange: (sharing: 'SHARED' | 'AWAY', reason: string) => void;
  now?: () => number;
}

/**
 * Redis stores one window for each caller, and all nodes share this window. Each node also has its own window for the
 * caller. A request is counted in both windows, and both must allow the request. One node therefore never accepts more
 * requests than the limit, even when Redis goes offline or comes back without its data.
 */
export class RedisWindows implements Limiter {
  private readonly redis: RedisWithScript;
  private readonly now: () => number;
  /**
   * The callers whose window in Redis is full, and the time until which the window is full. The node refuses requests
   * of these callers without asking Redis.
   */
  private readonly full = new Map<string, { limit: number; until: number }>();
  private state: 'SHARED' | 'AWAY' | 'STARTING' = 'STARTING';
  private probeTimer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private onFirstChange = () => {};

  constructor(private readonly options: RedisWindowsOptions) {
    this.now = options.now ?? monotonicNow;
    this.redis = new Redis(options.url, {
      lazyConnect: true,
      // A command must fail at once when Redis is offline. If the command were sent later, Redis would count a request
      // that the node has already decided.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: START_MILLISECONDS,
      socketTimeout: SILENT_MILLISECONDS,
      retryStrategy: () => PROBE_MILLISECONDS,
      connectionName: 'ihc-limits',
    }) as RedisWithScript;
    this.redis.defineCommand('takeSlot', { numberOfKeys: 1, lua: TAKE_SCRIPT });
    // Without a listener, an error of the connection would end the process.
    this.redis.on('error', (error) => this.lose(error.message));
    this.redis.on('close', () => this.lose('the connection was closed'));
    this.redis.on('ready', () => this.probe());
  }

  /**
   * Connects to Redis. The promise resolves when Redis has responded, or when it is clear that Redis is offline. It is
   * never rejected.
   */
  async start(): Promise<void> {
    const late = setTimeout(() => this.lose('no response at the start'), START_MILLISECONDS);
    await new Promise<void>((resolve) => {
      this.onFirstChange = resolve;
      // The error event already reports the reason.
      this.redis.connect().catch(() => {});
    });
    clearTimeout(late);
  }

  get sharing(): 'SHARED' | 'AWAY' {
    return this.state === 'SHARED' ? 'SHARED' : 'AWAY';
  }

  take(caller: string, limit: number, done: (verdict: Verdict) => void): void {
    const full = this.fullOf(caller, limit);
    if (full === null)
      this.options.node.take(caller, limit, (own) => {
        if (own.allowed && this.state === 'SHARED') this.takeShared(caller, limit, own, done);
        else done(own);
      });
    else done(full);
  }

  peek(caller: string, limit: number): Verdict {
    return this.fullOf(caller, limit) ?? this.options.node.peek(caller, limit);
  }

  sweep(): void {
    const now = this.now();
    for (const [caller, { until }] of this.full) if (until <= now) this.full.delete(caller);
    this.options.node.sweep();
  }

  get size(): number {
    return this.options.node.size;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.probeTimer !== null) clearTimeout(this.probeTimer);
    this.redis.disconnect();
    await this.options.node.stop();
  }

  private fullOf(caller: string, limit: number): Verdict | null {
    const full = this.state === 'SHARED' ? this.full.get(caller) : undefined;
    if (full === undefined || full.limit !== limit) return null;
    const now = this.now();
    return now < full.until ? refusal(limit, full.until, now) : null;
  }

  private takeShared(caller: string, limit: number, own: Verdict, done: (verdict: Verdict) => void): void {
    this.ask(this.options.prefix + caller, limit, (error, reply) => {
      if (error || reply === undefined) return done(own);
      const [allowed, remaining, waitMicroseconds] = reply;
      // The waiting time is added to `own.at`, which is slightly earlier than the decision in Redis. The window in
      // Redis therefore has room at `until` or slightly later.
      const until = own.at + waitMicroseconds / 1_000;
      if (allowed === 1) {
        const resetSeconds = secondsUntil(until, own.at);
        return done({ ...own, remaining: Math.min(own.remaining, remaining), resetSeconds });
      }
      this.options.node.takeBack(caller, own.at);
      this.full.set(caller, { limit, until });
      done(refusal(limit, until, own.at));
    });
  }

  /** Runs the script once. `done` is called exactly once, with an error if Redis does not respond in time. */
  private ask(key: string, limit: number, done: Done): void {
    let isOpen = true;
    const settle: Done = (error, reply) => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      if (error) this.lose(error.message);
      done(error, reply);
    };
    const give = () => settle(new Error(`no response within ${RESPONSE_MILLISECONDS} ms`));
    // If this process was paused, the timer would run before the process reads the responses that arrived during the
    // pause. Because of `setImmediate`, the process reads these responses first.
    const timer = setTimeout(() => setImmediate(give), RESPONSE_MILLISECONDS);
    this.redis.takeSlot(key, limit, WINDOW_MILLISECONDS * 1_000, settle);
  }

  /**
   * Checks whether Redis works again. The check runs the script, because Redis may respond to PING and still refuse to
   * write.
   */
  private probe(): void {
    if (this.isStopped) return;
    this.ask(`${this.options.prefix}probe`, 1, (error) => {
      if (!error && !this.isStopped) this.change('SHARED', 'Redis responds');
    });
  }

  private lose(reason: string): void {
    if (this.isStopped) return;
    this.change('AWAY', reason);
    this.probeTimer ??= setTimeout(() => {
      this.probeTimer = null;
      this.probe();
    }, PROBE_MILLISECONDS).unref();
  }

  private change(state: 'SHARED' | 'AWAY', reason: string): void {
    if (this.state === state) return;
    this.state = state;
    this.options.onChange(state, reason);
    this.onFirstChange();
  }
}
