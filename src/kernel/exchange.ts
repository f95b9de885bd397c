import { type Currency, divideHalfUp, type Minor, minor } from './money.ts';

/**
 * Dinars per dollar, as an integer of ten-thousandths. With an integer, a conversion has the same result on every
 * machine.
 */
export interface ExchangeRate {
  tenThousandthsOfIqdForUsd: number;
  asOf: string;
}

const SCALE = 10_000;
const CENTS = 100;

/** Thrown when an amount must be converted and no exchange rate is in force. */
export class NoExchangeRate extends Error {
  constructor() {
    super('no exchange rate is set: prices cannot be converted');
  }
}

export function convert(amount: Minor, from: Currency, to: Currency, rate: ExchangeRate): Minor {
  if (from === to) return amount;
  if (rate.tenThousandthsOfIqdForUsd === 0) throw new NoExchangeRate();
  return from === 'USD'
    ? minor(divideHalfUp(amount * rate.tenThousandthsOfIqdForUsd, CENTS * SCALE))
    : minor(divideHalfUp(amount * CENTS * SCALE, rate.tenThousandthsOfIqdForUsd));
}

/** Reads a rate that PostgreSQL stores as numeric(12,4). The rate arrives as text or as a JSON number. */
export function parseRate(value: string | number, asOf: string): ExchangeRate {
  return { tenThousandthsOfIqdForUsd: Math.round(Number(value) * SCALE), asOf };
}

export function formatRate(rate: ExchangeRate): string {
  return String(rate.tenThousandthsOfIqdForUsd / SCALE);
}
