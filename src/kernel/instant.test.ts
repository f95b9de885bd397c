import { expect, it } from 'vitest';
import { formatInstant } from './instant.ts';

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
