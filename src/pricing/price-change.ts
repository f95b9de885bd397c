import type { Minor } from '../kernel/money.ts';

/** More than one percent of what was promised, either way. In whole numbers: a quotient would round the edge. */
export function isPriceChange(promised: Minor, today: Minor): boolean {
  return Math.abs(today - promised) * 100 > promised;
}

export function changePercent(promised: Minor, today: Minor): number {
  return Math.round(((today - promised) * 10_000) / promised) / 100;
}
