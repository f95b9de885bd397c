import type pg from 'pg';
import { inTransaction } from '../db/pool.ts';
import type { Quote } from './quote.ts';
import type { QuoteBook } from './quote-book.ts';
import { insertQuotes } from './quotes.store.ts';

const WRITE_AFTER_MILLISECONDS = 50;

/** Writes quotes to the database shortly after they were given, many per transaction. */
export class QuoteWriter {
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private readonly book: QuoteBook;
  private readonly pool: pg.Pool;
  private readonly onError: (error: Error) => void;

  constructor(book: QuoteBook, pool: pg.Pool, onError: (error: Error) => void) {
    this.book = book;
    this.pool = pool;
    this.onError = onError;
  }

  /** Keeps the quote in memory at once; the caller does not wait for the database. */
  add(quote: Quote): void {
    this.book.add(quote);
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER_MILLISECONDS);
  }

  async flush(): Promise<void> {
    this.write();
    await this.writing;
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const quotes = this.book.takeUnwritten();
    if (quotes.length === 0) return;
    this.writing = this.writing
      .then(() => inTransaction(this.pool, 'read committed', (tx) => insertQuotes(tx, quotes)))
      // This node still has them in memory. Other nodes do not.
      .catch(this.onError);
  }
}
