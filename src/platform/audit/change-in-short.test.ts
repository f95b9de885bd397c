import { expect, it } from 'vitest';
import { changeInShort } from './change-in-short.ts';

it('names only the fields that changed', () => {
  expect(changeInShort({ name: 'Acme', limit: null }, { name: 'Acme', limit: 300 })).toBe('limit: – -> 300');
});

it('shows what is new and what has ended', () => {
  expect(changeInShort(null, { name: 'Acme' })).toBe('name: – -> Acme');
  expect(changeInShort({ from: '2026-03-01' }, null)).toBe('from: 2026-03-01 -> –');
});

it('shows values that are no objects', () => {
  expect(changeInShort(1_310, 1_320)).toBe('1310 -> 1320');
  expect(changeInShort(null, ['a', 'b'])).toBe('– -> ["a","b"]');
});

it('is one line of limited length', () => {
  const long = changeInShort({ text: 'one\ntwo' }, { text: 'x'.repeat(500), list: Array(200).fill('y') });
  expect(long.startsWith('text: one two -> xxx')).toBe(true);
  expect(long).toMatch(/…$/);
  expect(long.length).toBeLessThanOrEqual(160);
});

it('shows the first range of days, and how many more there are', () => {
  const range = { what: 'room type DBL', from: '2027-07-15', to: '2027-07-27' };
  const day = { what: 'rate plan DBL/BB', from: '2027-07-15', to: '2027-07-15' };
  expect(
    changeInShort(
      { days: [{ ...range, minStay: 1 }, day] },
      { days: [{ ...range, minStay: 3 }, day], season: { name: 'Arbaeen' } },
    ),
  ).toBe(
    'room type DBL 2027-07-15 to 2027-07-27: minStay 1 -> 3 (and 1 more), season: – -> {"name":"Arbaeen"}',
  );
});

it('says when nothing is different', () => {
  expect(changeInShort({ name: 'Acme' }, { name: 'Acme' })).toBe('–');
  expect(changeInShort(null, null)).toBe('–');
});
