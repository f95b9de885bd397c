// Rate limits that several nodes share through Redis.

import { Redis } from 'ioredis';
import { monotonicNow } from '../db/monotonic.ts';
import type { Limiter, NodeLimiter } from './limiter.ts';
import { TAKE_SCRIPT } from './redis-script.ts';
import { refusal, secondsUntil, type Verdict, WINDOW_MILLISECONDS } from './verdict.ts';

/** Redis responds within a millisecond. A request must not wait much longer for its rate limit. */
const RESPONSE_MILLISECONDS = 250;
const PROBE_MILLISECONDS = 500;
/** A start waits at most this long for Redis. */
const START_MILLISECONDS = 1_000;
/** A connection without a response for this long is reopened. */
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
  /** Called once when sharing begins, and then at each change. */
  onChange: (sharing: 'SHARED' | 'AWAY', reason: string) => void;
  now?: () => number;
}

/**
 * One window per caller for all nodes, in Redis. Every request is also counted in the node's own window, and both
 * windows must allow it. When Redis goes offline, the node already knows what it has accepted. When Redis comes back
 * without its data, the node's own window still counts. One node therefore never accepts more than the limit.
 */
export class RedisWindows implements Limiter {
  private readonly redis: RedisWithScript;
  private readonly now: () => number;
  /** Callers whose window in Redis is full, and until when. Refusing these callers needs no message to Redis. */
  private readonly full = new Map<string, { limit: number; until: number }>();
  private state: 'SHARED' | 'AWAY' | 'STARTING' = 'STARTING';
  private probeTimer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private onFirstChange = () => {};

  constructor(private readonly options: RedisWindowsOptions) {
    this.now = options.now ?? monotonicNow;
    this.redis = new Redis(options.url, {
      lazyConnect: true,
      // A command must fail at once when Redis is offline. A delayed command would count a request that was already
      // decided.
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

  /** Resolves when Redis has responded, or when it is clear that Redis is offline. Never rejects. */
  async start(): Promise<void> {
    const late = setTimeout(() => this.lose('no answer at the start'), START_MILLISECONDS);
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
      // Counted from the time before the request to Redis. The window in Redis has room at this time or a little later.
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

  /** Calls the script once. `done` runs exactly once, with an error if Redis does not respond in time. */
  private ask(key: string, limit: number, done: Done): void {
    let isOpen = true;
    const settle: Done = (error, reply) => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      if (error) this.lose(error.message);
      done(error, reply);
    };
    const give = () => settle(new Error(`no answer within ${RESPONSE_MILLISECONDS} ms`));
    // After a pause of this process, the timer runs before waiting responses are read. setImmediate lets them come first.
    const timer = setTimeout(() => setImmediate(give), RESPONSE_MILLISECONDS);
    this.redis.takeSlot(key, limit, WINDOW_MILLISECONDS * 1_000, settle);
  }

  /** Runs the script as a probe, because a Redis that responds to PING may still refuse to write. */
  private probe(): void {
    if (this.isStopped) return;
    this.ask(`${this.options.prefix}probe`, 1, (error) => {
      if (!error && !this.isStopped) this.change('SHARED', 'Redis answers');
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
