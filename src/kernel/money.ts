// Amounts of money in whole minor units.

declare const minorUnits: unique symbol;

/**
 * Money is an integer in the currency's minor unit. ISO 4217 gives the dinar three decimals, but no coin below one
 * dinar has circulated for decades. Our dinar therefore has no decimals, and no bill contains fils.
 */
export type Minor = number & { readonly [minorUnits]: true };

/** Converts a number to an amount. The database and typed arrays store amounts as such numbers. */
export function minor(amount: number): Minor {
  return amount as Minor;
}

export const NOTHING = minor(0);

export const CURRENCIES = ['IQD', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const DECIMALS: Record<Currency, number> = { IQD: 0, USD: 2 };

export function formatMoney(amount: Minor, currency: Currency): string {
  if (DECIMALS[currency] === 0) return String(amount);
  const size = Math.abs(amount);
  const whole = Math.floor(size / 100);
  const cents = size - whole * 100;
  return `${amount < 0 ? '-' : ''}${whole}.${cents < 10 ? '0' : ''}${cents}`;
}

/**
 * Reads an amount. Returns null if the text is not an amount of the currency. An amount with too many decimals is not
 * rounded: the function returns null.
 */
export function parseMoney(text: string, currency: Currency): Minor | null {
  const decimals = DECIMALS[currency];
  const match = /^([0-9]{1,13})(?:\.([0-9]{1,2}))?$/.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return null;
  return minor(Number(match[1]! + fraction.padEnd(decimals, '0')));
}

export function add(one: Minor, other: Minor): Minor {
  return (one + other) as Minor;
}

export function subtract(from: Minor, amount: Minor): Minor {
  return (from - amount) as Minor;
}

export function times(amount: Minor, count: number): Minor {
  return (amount * count) as Minor;
}

export function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => Minor): Minor {
  return items.reduce((sum, item) => add(sum, amountOf(item)), NOTHING);
}

export function larger(one: Minor, other: Minor): Minor {
  return one > other ? one : other;
}

export function smaller(one: Minor, other: Minor): Minor {
  return one < other ? one : other;
}

/** Converts basis points to percent. Basis points store a percentage as an integer: 12.5 % is stored as 1250. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100;
}

/** The message for an invalid percentage. */
export const A_PERCENTAGE = 'must be from 0 to 100 percent, with at most two decimals, such as 12.5';

/**
 * Reads a percentage as basis points. Returns null if the text is not a number from 0 to 100 with at most two decimals.
 */
export function parsePercent(text: string): number | null {
  const match = /^([0-9]{1,3})(?:\.([0-9]{1,2}))?$/.exec(text);
  if (match === null) return null;
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return basisPoints <= 10_000 ? basisPoints : null;
}

/**
 * Returns a share of an amount, rounded half up. The share is computed in two parts, because the product of amount and
 * basis points can exceed 2^53.
 */
export function shareOf(amount: Minor, basisPoints: number): Minor {
  const whole = Math.floor(amount / 10_000);
  return minor(whole * basisPoints + divideHalfUp((amount - whole * 10_000) * basisPoints, 10_000));
}

/** Divides non-negative integers and rounds the result half up. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  return dividend - quotient * divisor >= divisor / 2 ? quotient + 1 : quotient;
}
