// Sends quotes to the desk before a partner can use them.

import type { Quote } from '../../domain/pricing/quote.ts';
import type { DeskLink } from './desk-link.ts';

/**
 * How long a quote waits at most for the desk or the database. The next desk receives the quote before any booking of
 * this process.
 */
const WAIT_MILLISECONDS = 1_000;
/** The next desk receives all quotes up to this age, and older quotes that are not in the database yet. */
const RECENT_MILLISECONDS = 10_000;

export interface QuoteKeeping {
  /** Stores a quote of this process in memory, and soon also in the database. */
  give: (quote: Quote) => void;
  /** Stores a quote of another process in memory. */
  learn: (quote: Quote) => void;
  /** Returns recent quotes, and older quotes that are not in the database yet. */
  givenWithin: (milliseconds: number) => Quote[];
  whenWritten: () => Promise<void>;
}

/** Sends quotes to the desk of another process before the callers receive the quotes. */
export class QuoteSender {
  private readonly quotes: QuoteKeeping;
  private readonly unkept = new Map<number, () => void>();
  private next: { quotes: Quote[]; kept: Promise<void> } | null = null;
  private nextId = 1;

  constructor(quotes: QuoteKeeping) {
    this.quotes = quotes;
  }

  /** Resolves when the desk or the database has the quote, so that every later booking is compared with the quote. */
  send(quote: Quote, link: DeskLink | null): Promise<void> {
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, WAIT_MILLISECONDS);
      const done = () => {
        clearTimeout(patience);
        resolve();
      };
      if (link?.isReady) this.add(quote, link).then(done);
      this.quotes.whenWritten().then(done);
    });
  }

  /** Sends recent quotes to a new desk, because the newest quotes are not in the database yet. */
  sendRecent(link: DeskLink): void {
    this.unkept.clear();
    const quotes = this.quotes.givenWithin(RECENT_MILLISECONDS);
    if (quotes.length > 0) link.sendQuotes(this.nextId++, quotes);
  }

  kept(id: number): void {
    this.unkept.get(id)?.();
    this.unkept.delete(id);
  }

  /** Sends the quotes of one event loop turn together. */
  private add(quote: Quote, link: DeskLink): Promise<void> {
    if (this.next === null) {
      const quotes: Quote[] = [];
      const kept = new Promise<void>((resolve) => {
        setImmediate(() => {
          this.next = null;
          const id = this.nextId++;
          this.unkept.set(id, resolve);
          link.sendQuotes(id, quotes);
        });
      });
      this.next = { quotes, kept };
    }
    this.next.quotes.push(quote);
    return this.next.kept;
  }
}
