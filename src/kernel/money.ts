/**
 * Money is a whole number of the currency's minor unit. ISO 4217 gives the dinar three decimals, but no coin
 * below one dinar has circulated for decades: ours has none, and nobody is billed a fils.
 */
export type Minor = number;

export const CURRENCIES = ['IQD', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

const DECIMALS: Record<Currency, number> = { IQD: 0, USD: 2 };

export function formatMoney(amount: Minor, currency: Currency): string {
  const decimals = DECIMALS[currency];
  if (decimals === 0) return String(amount);
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Basis points keep percentages whole inside: 12.5 % is 1250. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100;
}
