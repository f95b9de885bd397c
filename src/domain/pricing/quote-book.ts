import type { ClientId } from '../../kernel/ids.ts';
import { isLiveQuote, promiseKey, type Quote, type StayIdentity, stayKey } from './quote.ts';

/**
 * If a client has more quotes than this, a quote is dropped when a newer quote promises the same. Other quotes stay
 * until they expire.
 */
export const QUOTES_A_CLIENT = 5_000;

/**
 * The live quotes that this process gave, and the quotes that other processes sent to its desk. A live quote stays,
 * unless a newer quote has the same party, currency and total. Quotes with another total must stay, because a shopper
 * who saw that total must be warned. The rate limit also limits the number of quotes per client.
 */
export class QuoteBook {
  private readonly clients = new Map<string, Map<string, Quote>>();
  /** The newest quote of each promise, keyed by stay. */
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
    // Another process may send a quote twice, or late.
    if (older !== undefined && older.createdAt >= quote.createdAt) return;
    promises.set(promise, quote);
    if (older !== undefined && own.size > QUOTES_A_CLIENT) own.delete(older.id);
  }

  /** Finds live quotes for a stay, for any party: the newest quote of each promise, and the named quote. */
  find(of: StayIdentity, now: number, namedId: string | null = null): Quote[] {
    const key = stayKey(of);
    const promises = this.stays.get(key);
    if (promises === undefined) return [];
    const found = [...promises.values()];
    const named = namedId === null ? undefined : this.clients.get(of.clientId)?.get(namedId);
    if (named !== undefined && stayKey(named) === key && !found.includes(named)) found.push(named);
    return found.filter((quote) => isLiveQuote(quote, now));
  }

  /** Live quotes that were given since a time. */
  givenSince(createdAt: number): Quote[] {
    const found: Quote[] = [];
    for (const own of this.clients.values())
      for (const quote of own.values()) if (quote.createdAt >= createdAt) found.push(quote);
    return found;
  }

  /** Quotes are stored in the order in which they expire, so the loop stops at the first live quote. */
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
    // A newer quote of the same promise may already have replaced this quote.
    if (promises?.get(promise) !== quote) return;
    promises.delete(promise);
    if (promises.size === 0) this.stays.delete(key);
  }
}
