import type { OwnerMessage, WorkerMessage } from '../../src/platform/limits/lease-messages.ts';
import { LeaseOwner } from '../../src/platform/limits/lease-owner.ts';
import { LeasedWindows } from '../../src/platform/limits/leased-windows.ts';
import type { Verdict } from '../../src/platform/limits/verdict.ts';

interface Event {
  at: number;
  order: number;
  run: () => void;
}

export interface Decision {
  worker: number;
  verdict: Verdict;
}

/**
 * A lease owner and its workers on one simulated clock. Each message takes the time that `delay` returns, but messages
 * of one channel stay in order.
 */
export class SimulatedNode {
  now = 1_000_000;
  readonly decisions: Decision[] = [];
  readonly workers = new Map<number, LeasedWindows>();
  readonly owner: LeaseOwner;
  messages = 0;
  private readonly events: Event[] = [];
  private readonly channelFreeAt = new Map<string, number>();
  private readonly silent = new Set<number>();
  private order = 0;

  constructor(
    private readonly delay: () => number,
    Owner: typeof LeaseOwner = LeaseOwner,
  ) {
    this.owner = new Owner({ now: () => this.now, later: this.later });
  }

  addWorker(id: number): LeasedWindows {
    const worker = new LeasedWindows({
      now: () => this.now,
      later: this.later,
      channel: {
        send: (message: WorkerMessage) =>
          this.post(`from ${id}`, () => this.owner.receive(id, copy(message))),
      },
    });
    this.workers.set(id, worker);
    this.owner.connect(id, {
      send: (message: OwnerMessage) =>
        this.post(`to ${id}`, () => {
          if (!this.silent.has(id)) this.workers.get(id)?.receive(copy(message));
        }),
    });
    return worker;
  }

  /** Ends the worker at once. Messages that it sent may still arrive, before or after the owner notices the end. */
  kill(id: number): void {
    this.workers.delete(id);
    this.schedule(this.now + this.delay(), () => this.owner.disconnect(id));
  }

  /** From now on, the worker receives no messages, but it continues to use its slots. */
  silence(id: number): void {
    this.silent.add(id);
  }

  take(id: number, caller: string, limit: number): void {
    this.workers.get(id)?.take(caller, limit, (verdict) => {
      if (this.workers.has(id)) this.decisions.push({ worker: id, verdict });
    });
  }

  /** Moves the clock, and runs everything that becomes due. */
  advance(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (let next = this.takeDue(end); next !== undefined; next = this.takeDue(end)) {
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = end;
  }

  readonly later = (run: () => void, milliseconds: number): (() => void) => {
    let isCancelled = false;
    this.schedule(this.now + milliseconds, () => {
      if (!isCancelled) run();
    });
    return () => {
      isCancelled = true;
    };
  };

  private post(channel: string, deliver: () => void): void {
    this.messages += 1;
    const at = Math.max(this.now + this.delay(), this.channelFreeAt.get(channel) ?? 0);
    this.channelFreeAt.set(channel, at);
    this.schedule(at, deliver);
  }

  private schedule(at: number, run: () => void): void {
    this.order += 1;
    this.events.push({ at, order: this.order, run });
  }

  private takeDue(end: number): Event | undefined {
    let first: Event | undefined;
    for (const event of this.events)
      if (event.at <= end && (first === undefined || isBefore(event, first))) first = event;
    if (first !== undefined) this.events.splice(this.events.indexOf(first), 1);
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Copies a message through JSON, as a channel between processes does. */
function copy<Message>(message: Message): Message {
  return JSON.parse(JSON.stringify(message));
}
