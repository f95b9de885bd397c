/**
 * Returns an amount for people, with digits in groups of three. The amount stays a text, so that it is never rounded.
 */
export function moneyText(amount: string, currency: string): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`;
}
