// Collects quotes and writes many of them in one transaction.

import type pg from 'pg';
import type { ClientId } from '../../kernel/ids.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Quote } from './quote.ts';
import { insertQuotes } from './quotes.store.ts';

const WRITE_AFTER_MILLISECONDS = 50;
const TRY_AGAIN_AFTER_MILLISECONDS = 1_000;

/** Writes quotes to the database shortly after they were created. Each transaction writes many quotes. */
export class QuoteWriter {
  private timer: NodeJS.Timeout | null = null;
  private unwritten: Quote[] = [];
  private writing: Promise<void> = Promise.resolve();
  private waiting: (() => void)[] = [];
  private readonly pool: pg.Pool;
  private readonly onError: (error: Error) => void;

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.pool = pool;
    this.onError = onError;
  }

  add(quote: Quote): void {
    this.unwritten.push(quote);
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER_MILLISECONDS);
  }

  notYetWritten(): readonly Quote[] {
    return this.unwritten;
  }

  /** Resolves when the database has every quote that was added before this call. */
  whenWritten(): Promise<void> {
    return this.unwritten.length === 0 ? this.writing : new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Writes all collected quotes immediately. Resolves after the attempt, even if the attempt failed. */
  async flush(): Promise<void> {
    this.write();
    await this.writing;
  }

  forgetClient(clientId: ClientId): void {
    this.unwritten = this.unwritten.filter((quote) => quote.clientId !== clientId);
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const quotes = this.unwritten;
    const { waiting } = this;
    if (quotes.length === 0) return;
    this.unwritten = [];
    this.waiting = [];
    this.writing = this.writing
      .then(() => inTransaction(this.pool, 'read committed', (tx) => insertQuotes(tx, quotes)))
      .then(
        () => {
          for (const written of waiting) written();
        },
        (error: Error) => {
          this.onError(error);
          this.unwritten.unshift(...quotes);
          this.waiting.unshift(...waiting);
          this.timer ??= setTimeout(() => this.write(), TRY_AGAIN_AFTER_MILLISECONDS);
        },
      );
  }
}
