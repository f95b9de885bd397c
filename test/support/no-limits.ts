import { OwnWindows } from '../../src/platform/limits/own-windows.ts';
import type { Verdict } from '../../src/platform/limits/verdict.ts';

const PLENTY = 1_000_000;

/** A limiter that refuses nothing, for tests that send thousands of requests within a minute. */
export class NoLimits extends OwnWindows {
  override take(caller: string, _limit: number, done: (verdict: Verdict) => void): void {
    super.take(caller, PLENTY, done);
  }
}
