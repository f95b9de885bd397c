// Checks whether an exchange rate is valid, and whether its change needs a confirmation.

import { type ExchangeRate, formatRate } from '../../kernel/exchange.ts';

const LEAST_DINARS = 100;
const MOST_DINARS = 100_000;
const LARGE_CHANGE_PERCENT = 20;

/** The message for an invalid rate. */
export const A_RATE = `must be from ${LEAST_DINARS} to ${MOST_DINARS} dinars for a dollar, with at most four decimals`;

/** Reads the number of dinars for a dollar, in ten-thousandths of a dinar. Null: the text is not a valid rate. */
export function readRate(text: string): number | null {
  const match = /^([0-9]{3,6})(?:\.([0-9]{1,4}))?$/.exec(text);
  if (match === null) return null;
  const tenThousandths = Number(match[1]! + (match[2] ?? '').padEnd(4, '0'));
  const isAllowed = tenThousandths >= LEAST_DINARS * 10_000 && tenThousandths <= MOST_DINARS * 10_000;
  return isAllowed ? tenThousandths : null;
}

/**
 * Returns a question for the operator if the new rate differs by more than 20 % from the rate that it replaces.
 * Otherwise returns null. Without this question, rooms could be sold at a tenth of their price because of a missing
 * digit.
 */
export function largeChangeQuestion(before: ExchangeRate | null, tenThousandths: number): string | null {
  if (before === null) return null;
  const old = before.tenThousandthsOfIqdForUsd;
  const change = Math.abs(tenThousandths - old);
  if (change * 100 <= old * LARGE_CHANGE_PERCENT) return null;
  const percent = ((tenThousandths - old) * 100) / old;
  const sign = percent > 0 ? '+' : '';
  return `The rate changes from ${formatRate(before)} to ${tenThousandths / 10_000} dinars for a dollar (${sign}${percent.toFixed(1)} %). Is this right?`;
}
