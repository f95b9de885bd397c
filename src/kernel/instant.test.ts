import { expect, it } from 'vitest';
import { beginningProblem, formatInstant, parseInstant } from './instant.ts';

it('formats each instant, also after another and when it is repeated', () => {
  const [one, other] = [Date.parse('2027-03-01T09:00:00.000Z'), Date.parse('2027-03-01T09:00:00.001Z')];
  const texts = [one, one, other, one, 0].map(formatInstant);
  expect(texts).toEqual([
    '2027-03-01T09:00:00.000Z',
    '2027-03-01T09:00:00.000Z',
    '2027-03-01T09:00:00.001Z',
    '2027-03-01T09:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
  ]);
});

it.each([
  ['2026-12-01', '2026-11-30T21:00:00.000Z'],
  ['2026-12-01T00:00+03:00', '2026-11-30T21:00:00.000Z'],
  ['2026-12-01T00:00Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T23:59:59.999-05:30', '2026-12-02T05:29:59.999Z'],
])('reads %s', (text, expected) => {
  expect(formatInstant(parseInstant(text)!)).toBe(expected);
});

it.each([
  '2026-12-01T00:00',
  '2026-02-30',
  '2026-02-30T00:00Z',
  '2026-12-01T24:00Z',
  '2026-12-01T00:60Z',
  '2026-12-01 00:00Z',
  '2026-12-01T00:00+15:00',
  '1999-12-01',
  'now',
  '',
])('refuses %j', (text) => {
  expect(parseInstant(text)).toBe(null);
});

it('begins neither in the past nor more than a year ahead', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  const year = 366 * 86_400_000;
  expect([now, now + year].map((from) => beginningProblem(from, now))).toEqual([null, null]);
  expect(beginningProblem(now - 1, now)).toContain('is in the past');
  expect(beginningProblem(now + year + 1, now)).toContain('at most one year (366 days) ahead');
});
