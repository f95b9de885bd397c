import { expect, it } from 'vitest';
import { LatencyWindow } from './latency.ts';

it('reports the last minute, and makes a report at most once a second', () => {
  const window = new LatencyWindow();
  for (let sample = 1; sample <= 100; sample += 1) window.record(1_000, sample);
  const first = window.report(2_000);
  expect(first).toMatchObject({ requests: 100, p50_ms: 51, p95_ms: 96, p99_ms: 100 });
  window.record(2_100, 500);
  expect(window.report(2_999)).toBe(first);
  expect(window.report(3_000).requests).toBe(101);
  expect(window.report(61_500).requests).toBe(1);
  expect(window.report(70_000)).toMatchObject({ requests: 0, p50_ms: 0 });
});
