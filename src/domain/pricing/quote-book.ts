import type { ClientId } from '../../kernel/ids.ts';
import { isLiveQuote, promiseKey, type Quote, type StayIdentity, stayKey } from './quote.ts';

/**
 * If a client has more quotes than this number, a new quote replaces an older quote with the same promise. All other
 * quotes stay until they expire.
 */
export const QUOTES_A_CLIENT = 5_000;

/**
 * Contains the live quotes of this process and, if this process is the desk, the quotes that other processes sent.
 * Quotes with different totals must all be kept. Each shopper has seen one of these totals and must be warned if this
 * total has changed. The rate limit bounds the number of quotes per client.
 */
export class QuoteBook {
  private readonly clients = new Map<string, Map<string, Quote>>();
  /** For each stay, the newest quote of each promise. */
  private readonly stays = new Map<string, Map<string, Quote>>();

  add(quote: Quote): void {
    let own = this.clients.get(quote.clientId);
    if (own === undefined) {
      own = new Map();
      this.clients.set(quote.clientId, own);
    }
    own.set(quote.id, quote);
    const key = stayKey(quote);
    let promises = this.stays.get(key);
    if (promises === undefined) {
      promises = new Map();
      this.stays.set(key, promises);
    }
    const promise = promiseKey(quote);
    const older = promises.get(promise);
    // Keep the newest quote of each promise. The added quote may be older than the stored quote, because another
    // process may send a quote twice or late.
    if (older !== undefined && older.createdAt >= quote.createdAt) return;
    promises.set(promise, quote);
    if (older !== undefined && own.size > QUOTES_A_CLIENT) own.delete(older.id);
  }

  /**
   * Finds the live quotes for a stay, for any number of guests. The result contains the newest quote of each promise,
   * and also the quote `namedId`.
   */
  find(of: StayIdentity, now: number, namedId: string | null = null): Quote[] {
    const key = stayKey(of);
    const promises = this.stays.get(key);
    if (promises === undefined) return [];
    const found = [...promises.values()];
    const named = namedId === null ? undefined : this.clients.get(of.clientId)?.get(namedId);
    if (named !== undefined && stayKey(named) === key && !found.includes(named)) found.push(named);
    return found.filter((quote) => isLiveQuote(quote, now));
  }

  /** Returns the quotes that were created at or after a time. */
  givenSince(createdAt: number): Quote[] {
    const found: Quote[] = [];
    for (const own of this.clients.values())
      for (const quote of own.values()) if (quote.createdAt >= createdAt) found.push(quote);
    return found;
  }

  /**
   * Removes expired quotes. The quotes are in the order in which they expire, so each loop stops at the first live
   * quote.
   */
  forgetDead(now: number): void {
    for (const own of this.clients.values())
      for (const quote of own.values()) {
        if (quote.expiresAt > now) break;
        this.remove(quote);
      }
  }

  forgetClient(clientId: ClientId): void {
    for (const quote of this.clients.get(clientId)?.values() ?? []) this.remove(quote);
  }

  get size(): number {
    let quotes = 0;
    for (const own of this.clients.values()) quotes += own.size;
    return quotes;
  }

  count(clientId: ClientId): number {
    return this.clients.get(clientId)?.size ?? 0;
  }

  private remove(quote: Quote): void {
    const own = this.clients.get(quote.clientId);
    own?.delete(quote.id);
    if (own?.size === 0) this.clients.delete(quote.clientId);
    const key = stayKey(quote);
    const promises = this.stays.get(key);
    const promise = promiseKey(quote);
    // If the map contains a newer quote of the same promise, keep the newer quote.
    if (promises?.get(promise) !== quote) return;
    promises.delete(promise);
    if (promises.size === 0) this.stays.delete(key);
  }
}
