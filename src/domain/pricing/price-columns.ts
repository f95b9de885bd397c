import { type Prices, pricesFrom } from './rate-plan.ts';

/** The price columns of the tables `rate_plans` and `day_prices`. */
export interface PriceColumns {
  single_price: number;
  double_price: number;
  extra_adult_price: number;
  child_price: number;
}

/** Returns the price columns in SQL. `alias` is the name or the alias of the table. */
export function priceColumns(alias: string): string {
  return ['single_price', 'double_price', 'extra_adult_price', 'child_price']
    .map((column) => `${alias}.${column}`)
    .join(', ');
}

export function pricesOf(row: PriceColumns): Prices {
  return pricesFrom(row.single_price, row.double_price, row.extra_adult_price, row.child_price);
}
