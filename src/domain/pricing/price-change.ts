import type { Minor } from '../../kernel/money.ts';

/**
 * Whether the price differs by more than one percent from the promised price. The comparison uses integers. With a
 * division, a difference of exactly one percent could be rounded wrongly.
 */
export function isPriceChange(promised: Minor, today: Minor): boolean {
  return Math.abs(today - promised) * 100 > promised;
}

export function changePercent(promised: Minor, today: Minor): number {
  return Math.round(((today - promised) * 10_000) / promised) / 100;
}
