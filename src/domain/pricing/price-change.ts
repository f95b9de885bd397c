import type { Minor } from '../../kernel/money.ts';

/**
 * Whether the price changed by more than one percent of the promised price, up or down. Uses integer arithmetic,
 * because a quotient could be rounded exactly at the limit.
 */
export function isPriceChange(promised: Minor, today: Minor): boolean {
  return Math.abs(today - promised) * 100 > promised;
}

export function changePercent(promised: Minor, today: Minor): number {
  return Math.round(((today - promised) * 10_000) / promised) / 100;
}
