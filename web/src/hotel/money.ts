import { moneyText } from '../parts/money.ts';
import { isolated } from './isolated.ts';
import type { ShellWords } from './words/shell-en.ts';

/** An amount with the name of its currency in the language of the page. The amount can stand inside a sentence. */
export function amountText(amount: string, currency: string, { currencies }: ShellWords): string {
  return isolated(moneyText(amount, currencies[currency] ?? currency));
}
