// Wakes requests that wait for an event.

import type { ClientId } from '../../kernel/ids.ts';

const EVERY_MILLISECONDS = 200;
/** Two, because a client that lost its connection asks again before the service notices the loss. */
export const WAITS_OF_CLIENT = 2;

/** What has events: for suppliers a hotel in a ledger, for partners a client. */
export interface WatchOptions<Key> {
  /** Keys with the same text are equal. */
  textOf: (key: Key) => string;
  /** Reads the number of each key's last event, in the order of the argument. */
  readLast: (keys: Key[]) => Promise<number[]>;
  /**
   * How many requests of a client may wait for one key. Null means any number, because waiting pages are limited
   * elsewhere.
   */
  waitsOfClient: number | null;
  onError: (error: Error) => void;
}

export interface WaitFor<Key> {
  clientId: ClientId;
  key: Key;
  /** The last event that the client has received. */
  after: number;
}

interface Waiter<Key> extends WaitFor<Key> {
  end: () => void;
}

/**
 * Requests that wait for an event. While a request waits, one statement every 200 ms reads the last numbers of all
 * waiting keys, because an event may come from any node. Rejected: LISTEN and NOTIFY. A NOTIFY in the desk's
 * transaction takes a lock that serialises all commits of the server.
 */
export class EventWatch<Key> {
  /** Waiting requests by client and key, oldest first. */
  private readonly waiting = new Map<string, Waiter<Key>[]>();
  private timer: NodeJS.Timeout | null = null;
  private isReading = false;
  private isStopped = false;

  constructor(private readonly options: WatchOptions<Key>) {}

  get size(): number {
    let size = 0;
    for (const waiters of this.waiting.values()) size += waiters.length;
    return size;
  }

  /**
   * Returns when the key has an event after the given one, when the time is over, when the caller is gone, or when the
   * service stops. A request beyond the limit ends the client's oldest wait.
   */
  wait(wanted: WaitFor<Key>, milliseconds: number, gone: AbortSignal): Promise<void> {
    if (this.isStopped || gone.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const place = `${wanted.clientId} ${this.options.textOf(wanted.key)}`;
      const waiters = this.waiting.get(place) ?? [];
      const end = () => {
        clearTimeout(limit);
        gone.removeEventListener('abort', end);
        const index = waiters.indexOf(waiter);
        if (index >= 0) waiters.splice(index, 1);
        if (waiters.length === 0 && this.waiting.get(place) === waiters) this.waiting.delete(place);
        resolve();
      };
      const waiter: Waiter<Key> = { ...wanted, end };
      const limit = setTimeout(end, milliseconds);
      gone.addEventListener('abort', end);
      waiters.push(waiter);
      this.waiting.set(place, waiters);
      const { waitsOfClient } = this.options;
      if (waitsOfClient !== null && waiters.length > waitsOfClient) waiters[0]!.end();
      this.schedule();
    });
  }

  /** Ends all waits. Later requests do not wait. */
  stop(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const waiter of this.all()) waiter.end();
  }

  private all(): Waiter<Key>[] {
    return [...this.waiting.values()].flat();
  }

  private schedule(): void {
    if (this.timer !== null || this.isReading || this.isStopped || this.waiting.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.look();
    }, EVERY_MILLISECONDS);
  }

  private async look(): Promise<void> {
    const { textOf, readLast, onError } = this.options;
    this.isReading = true;
    try {
      const waiters = this.all();
      const keys = new Map(waiters.map(({ key }) => [textOf(key), key]));
      const last = await readLast([...keys.values()]);
      const numbers = new Map([...keys.keys()].map((text, index) => [text, last[index]!]));
      for (const waiter of waiters) if (numbers.get(textOf(waiter.key))! > waiter.after) waiter.end();
    } catch (error) {
      // A failed read ends no wait. Each request reads again when its time is over, and then fails by itself.
      onError(error as Error);
    } finally {
      this.isReading = false;
      this.schedule();
    }
  }
}
