import { type Quote, type StayIdentity, stayKey } from './quote.ts';

export const QUOTES_A_CLIENT = 5_000;

/** The quotes this node has given and that still hold, at most 5,000 a client: the oldest make room. */
export class QuoteBook {
  private readonly clients = new Map<string, Map<string, Quote>>();
  private readonly stays = new Map<string, Quote[]>();
  private unwritten: Quote[] = [];

  add(quote: Quote): void {
    let own = this.clients.get(quote.clientId);
    if (own === undefined) {
      own = new Map();
      this.clients.set(quote.clientId, own);
    }
    own.set(quote.id, quote);
    const key = stayKey(quote);
    const same = this.stays.get(key);
    if (same === undefined) this.stays.set(key, [quote]);
    else same.push(quote);
    this.unwritten.push(quote);
    if (own.size > QUOTES_A_CLIENT) this.remove(own.values().next().value!);
  }

  /** Live quotes for a stay, whatever their party. */
  find(of: StayIdentity, now: number): Quote[] {
    return (this.stays.get(stayKey(of)) ?? []).filter((quote) => quote.expiresAt > now);
  }

  /** Hands over the quotes that are not in the database yet. */
  takeUnwritten(): Quote[] {
    const taken = this.unwritten;
    this.unwritten = [];
    return taken;
  }

  /** Quotes leave in the order they came, which is the order in which they die. */
  forgetDead(now: number): void {
    for (const own of this.clients.values())
      for (const quote of own.values()) {
        if (quote.expiresAt > now) break;
        this.remove(quote);
      }
  }

  forgetClient(clientId: string): void {
    for (const quote of this.clients.get(clientId)?.values() ?? []) this.remove(quote);
    this.unwritten = this.unwritten.filter((quote) => quote.clientId !== clientId);
  }

  count(clientId: string): number {
    return this.clients.get(clientId)?.size ?? 0;
  }

  private remove(quote: Quote): void {
    const own = this.clients.get(quote.clientId);
    own?.delete(quote.id);
    if (own?.size === 0) this.clients.delete(quote.clientId);
    const key = stayKey(quote);
    const rest = (this.stays.get(key) ?? []).filter((other) => other.id !== quote.id);
    if (rest.length === 0) this.stays.delete(key);
    else this.stays.set(key, rest);
  }
}
