import { expect, it } from 'vitest';
import { DrawnBytes } from './drawn-bytes.ts';

const bytes = (length: number) => Buffer.alloc(length, length);

function kept(drawn: DrawnBytes, keys: string): string {
  return [...keys].filter((key) => drawn.find(key) !== null).join('');
}

it('keeps exactly the bytes of its limit, and drops the oldest for one more', () => {
  const drawn = new DrawnBytes(10);
  drawn.keep('a', bytes(6));
  drawn.keep('b', bytes(4));
  expect(kept(drawn, 'ab')).toBe('ab');
  expect(drawn.find('a')).toEqual(bytes(6));
  drawn.keep('c', bytes(1));
  expect(kept(drawn, 'abc')).toBe('ac');
});

it('drops the one that nobody has asked for the longest', () => {
  const drawn = new DrawnBytes(3);
  for (const key of 'abc') drawn.keep(key, bytes(1));
  drawn.find('a');
  drawn.keep('d', bytes(2));
  expect(kept(drawn, 'abcd')).toBe('ad');
});

it('counts a key that is kept again once', () => {
  const drawn = new DrawnBytes(10);
  for (let count = 0; count < 5; count += 1) drawn.keep('a', bytes(5));
  drawn.keep('b', bytes(5));
  expect(kept(drawn, 'ab')).toBe('ab');
});

it('keeps nothing that is larger than its limit, and drops nothing for it', () => {
  const drawn = new DrawnBytes(4);
  drawn.keep('a', bytes(4));
  drawn.keep('b', bytes(5));
  expect(kept(drawn, 'ab')).toBe('a');
});
