import type { ExchangeRate } from '../kernel/exchange.ts';

/** The database's clock and the current exchange rate, read once per batch. */
export interface BatchClock {
  databaseNow: number;
  /** Milliseconds that tests add to the database's time. */
  shift: number;
  rate: ExchangeRate;
  /** The number of the current epoch. An epoch is the time during which one process is the desk. */
  epoch: number;
  /** True while nothing may be decided, because the database has lost commits. */
  isHalted: boolean;
  /**
   * Every new event gets a number that is higher than this number. This number increases when an operator ends a halt.
   */
  numberBase: number;
}
