/** Money for people: digits in groups of three. Amounts are decimal text and stay text, so that none is rounded. */
export function moneyText(amount: string, currency: string): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`;
}
