import type { Logger } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RepeatedWarning } from './repeated-warning.ts';

let lines: string[];
let warning: RepeatedWarning;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const write = ({ count = 0 }: { count?: number }, text: string) => lines.push(`${text} ${count}`);
  warning = new RepeatedWarning({ warn: write, info: write } as unknown as Logger, 'late');
});
afterEach(() => vi.useRealTimers());

it('logs at the start, once a minute and at the end', () => {
  for (let second = 0; second <= 100; second += 1) {
    warning.occurred(new Error('no database'));
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual(['late 0', 'late 61']);
  vi.advanceTimersByTime(5_000);
  expect(lines.at(-1)).toBe('late: over 101');
  warning.occurred(new Error('again'));
  expect(lines.at(-1)).toBe('late 0');
});

it('logs one fault once', () => {
  warning.occurred(new Error('no database'));
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual(['late 0']);
});
