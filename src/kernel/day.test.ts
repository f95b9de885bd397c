import { describe, expect, it } from 'vitest';
import { dayInBaghdad, formatDay, getDay, instantInBaghdad, parseDay } from './day.ts';

describe('days', () => {
  it('round-trips real days', () => {
    for (const text of ['2000-01-01', '2026-11-15', '2028-02-29', '2199-12-31'])
      expect(formatDay(getDay(text))).toBe(text);
  });

  it.each([
    '0000-01-01',
    '1999-12-31',
    '2200-01-01',
    '2027-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '٢٠٢٧-٠١-٠١',
    ' 2026-01-01',
    '2026-01-01\u0000',
    '',
    'tomorrow',
  ])('refuses %j', (text) => expect(parseDay(text)).toBeNull());

  it('turns over at 21:00Z, which is midnight in Baghdad', () => {
    expect(formatDay(dayInBaghdad(new Date('2026-12-31T20:59:59.999Z')))).toBe('2026-12-31');
    expect(formatDay(dayInBaghdad(new Date('2026-12-31T21:00:00.000Z')))).toBe('2027-01-01');
  });

  it('places a wall-clock time in Baghdad on the UTC line', () => {
    expect(instantInBaghdad(getDay('2027-03-01'), '14:00').toISOString()).toBe('2027-03-01T11:00:00.000Z');
    expect(instantInBaghdad(getDay('2027-03-01'), '01:30').toISOString()).toBe('2027-02-28T22:30:00.000Z');
  });
});
