// Wakes requests that wait for an event.

import type { ClientId } from '../../kernel/ids.ts';

const EVERY_MILLISECONDS = 200;
/**
 * A client may have two waiting requests for one key, because a client that loses its connection may send a new request
 * before the service notices the loss.
 */
export const WAITS_OF_CLIENT = 2;

/**
 * A `Key` identifies a list of events. For suppliers, the key is a hotel in a ledger. For partners, the key is the
 * client.
 */
export interface WatchOptions<Key> {
  /** Keys with the same text are equal. */
  textOf: (key: Key) => string;
  /** Reads the number of the last event of each key, in the order of `keys`. */
  readLast: (keys: Key[]) => Promise<number[]>;
  /**
   * How many requests of a client may wait for one key. Null means no limit: for hotel pages, live-streams.worker.ts
   * limits the number of open pages.
   */
  waitsOfClient: number | null;
  onError: (error: Error) => void;
}

export interface WaitFor<Key> {
  clientId: ClientId;
  key: Key;
  /** The number of the last event that the client has received. */
  after: number;
}

interface Waiter<Key> extends WaitFor<Key> {
  end: () => void;
}

/**
 * Requests that wait for an event. Any node may write an event, so a statement reads the last event numbers of all keys
 * from the database. The statement runs every 200 ms while requests wait. LISTEN and NOTIFY were rejected, because a
 * NOTIFY in the desk's transaction takes a lock that serialises all commits of the database server.
 */
export class EventWatch<Key> {
  /** The waiting requests of each client and key, oldest first. */
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
   * Resolves when the key has an event with a higher number than `after`, when the time limit of the wait has passed,
   * when the caller has disconnected, or when the service stops. If too many requests of the client wait for this key,
   * the oldest wait ends.
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
      // If a read fails, the requests continue to wait. At the end of its wait, each request reads its events itself.
      // The request fails if the database still does not respond.
      onError(error as Error);
    } finally {
      this.isReading = false;
      this.schedule();
    }
  }
}
