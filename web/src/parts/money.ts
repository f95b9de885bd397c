/** An amount for people, with digits in groups of three. Amounts stay decimal text, so that none is rounded. */
export function moneyText(amount: string, currency: string): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`;
}
